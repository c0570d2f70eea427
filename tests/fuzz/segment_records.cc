// Blocks of band records in a file that is whole: numbers, sizes and contents may be anything.
#include "store/segment_records.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "draws.h"
#include "fuzzer.h"
#include "memory_file.h"
#include "store/testing_file.h"

namespace textkin::fuzz::segment_records {
namespace {

constexpr std::uint64_t kRun = 1;

void load(const std::string& bytes, DocId first, DocId documents) {
  const MemoryFile memory(bytes);
  const auto file = store::BlockFile::open(memory.path(), kRun);
  require(file.ok());
  for (const store::RecordKind kind : {store::RecordKind::kWhole, store::RecordKind::kBands}) {
    store::SegmentRecords records(kind, nullptr);
    if (!records.add(*file, first, documents).ok()) {
      require(records.size() == 0);
      continue;
    }
    std::uint64_t taken = 0;
    bool whole = true;
    for (std::size_t partition = 0; partition < base::RecordPartitions::kPartitions; ++partition) {
      std::vector<base::KeyValue> out;
      if (!records.take(partition, out).ok()) {
        whole = false;
        continue;
      }
      taken += out.size();
      for (const base::KeyValue& record : out)
        require(base::RecordPartitions::partition_of(record.key) == partition && record.value >= first &&
                record.value - first < documents);
    }
    require(!whole || taken == records.size());
  }
}

std::uint32_t draw32(Draws& draws, std::uint32_t least, std::uint32_t most) {
  return static_cast<std::uint32_t>(draws.number(least, most));
}

void run(std::string_view given) {
  Draws draws(given);
  const auto first = draws.any<std::uint32_t>();
  const auto documents = draws.flag() ? draws.any<std::uint32_t>() : draw32(draws, 0, 100);
  store::TestingFile file{.version = store::kBlockFileVersion, .run = 1, .blocks = {}, .bend = {}};
  std::set<std::pair<std::uint32_t, std::uint32_t>> names;  // ascending, as an index must be
  for (auto n = draws.number(0, 20); n > 0; --n) names.emplace(draw32(draws, 5, 10), draw32(draws, 0, 257));
  // Mostly as many documents as keys.
  for (const auto& [kind, number] : names) {
    if (kind == 7 || kind == 9) continue;
    std::string keys, docs;
    for (std::uint32_t n = draw32(draws, 0, 20); n > 0; --n) {
      const std::uint64_t key = draws.any<std::uint64_t>();
      store::put(keys, draws.flag() ? key : key >> 8 | std::uint64_t{number} << 56);
      store::put(docs, draw32(draws, 0, documents));
    }
    if (draws.flag()) keys += draws.string(8);
    file.blocks.push_back({kind, number, keys});
    if (names.count({kind + 1, number}) > 0 || draws.flag()) file.blocks.push_back({kind + 1, number, docs});
  }
  std::sort(file.blocks.begin(), file.blocks.end(),
            [](const auto& a, const auto& b) { return std::tie(a.kind, a.number) < std::tie(b.kind, b.number); });
  const auto same = [](const auto& a, const auto& b) { return a.kind == b.kind && a.number == b.number; };
  file.blocks.erase(std::unique(file.blocks.begin(), file.blocks.end(), same), file.blocks.end());
  load(file.bytes(), first, documents);
}

const Registered kFuzzer({.name = "segment_records", .run = run});

}  // namespace
}  // namespace textkin::fuzz::segment_records
