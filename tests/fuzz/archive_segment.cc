// Any bytes as a segment of an index: as they are, and with checksums put right so that what is behind them is reached.
// What it gives is in order and of its documents, and two ways to it agree.
#include <algorithm>

#include "archive/segment.h"
#include "fuzzer.h"
#include "memory_file.h"
#include "mended_block_file.h"

namespace textkin::fuzz::archive_segment {
namespace {

namespace archive = textkin::archive;  // not that of the fuzzer of files in archives

constexpr std::uint64_t kIdentity = 1;
constexpr std::uint64_t kMost = 1u << 16;  // records of a list that are looked at

void check_range(const archive::Segment& segment, std::uint32_t list, std::uint64_t low, std::uint64_t high) {
  const auto found = segment.range(list, low, high);
  if (!found.ok()) return;
  require(found->begin <= found->end && found->end <= segment.size(list));
  if (found->end - found->begin > kMost) return;
  std::vector<DocId> documents;
  std::vector<base::KeyValue> records;
  const bool one = segment.append_documents(list, found->begin, found->end, documents).ok();
  const bool other = segment.append_records(list, found->begin, found->end, records).ok();
  require(one == other);
  if (!one) return;
  require(documents.size() == found->end - found->begin && records.size() == documents.size());
  for (std::size_t i = 0; i < documents.size(); ++i) {
    require(records[i].value == documents[i]);
    require(documents[i] >= segment.first() && documents[i] < segment.last());
  }
}

void read(const std::string& bytes) {
  const MemoryFile memory(bytes);
  const auto pages = std::make_shared<archive::HeldPages>(1u << 20);
  const auto opened = archive::Segment::open(memory.path(), kIdentity, 1, pages);
  if (!opened.ok()) return require(!opened.status().message().empty());
  const archive::Segment& segment = **opened;
  require(segment.first() < segment.last());
  require(segment.verify().ok() || !segment.verify().message().empty());
  for (std::uint32_t list = 0; list < archive::kLists; ++list) {
    check_range(segment, list, 0, ~std::uint64_t{0});
    for (const std::uint64_t key : {std::uint64_t{0}, std::uint64_t{1} << 60, ~std::uint64_t{0}}) {
      const auto [low, high] = archive::keys_of_prefix(key, 1);
      check_range(segment, list, low, high);
      const auto position = segment.position(list, key);
      require(!position.ok() || *position <= segment.size(list));
    }
  }
}

void run(std::string_view given) {
  std::string bytes(given);
  read(bytes);
  mend_block_file(bytes, kIdentity);
  read(bytes);
}

const Registered kFuzzer({.name = "archive_segment", .run = run});

}  // namespace
}  // namespace textkin::fuzz::archive_segment
