#include "archive/verify.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "archive/band_keys.h"
#include "base/checksum.h"
#include "hash/mix.h"

namespace textkin::archive {
namespace {

// What records come to, whatever their order: a sum of mixed words a list. Two collections of records that differ have
// the same sums with probability 2^-64 a list.
class KeySums {
 public:
  void add(std::uint32_t list, const base::KeyValue& record) {
    sums_[list] += hash::mix64(record.key ^ hash::stream_word(list, record.value));
  }
  void add(const KeyRecords& records) {
    for (std::uint32_t list = 0; list < kLists; ++list)
      for (const base::KeyValue& record : records[list]) add(list, record);
  }
  bool operator==(const KeySums&) const = default;

 private:
  std::array<std::uint64_t, kLists> sums_{};
};

// Of documents [first, last): what their texts' keys come to, and which of them
// have no text any more.
Status sum_of_texts(const Archive& archive, DocId first, DocId last, const KeysOfText& keys_of_text, KeySums& sums,
                    std::vector<bool>& has_text) {
  has_text.assign(last - first, false);
  return archive.each_text(first, [&](DocId number, std::string_view text) -> Result<bool> {
    if (number >= last) return false;
    has_text[number - first] = true;
    KeyRecords records;
    append_records(keys_of_text(text), number, records);
    sums.add(records);
    return true;
  });
}

Status sum_of_segment(const Segment& segment, const std::vector<bool>& has_text, KeySums& sums) {
  std::vector<base::KeyValue> some;
  for (std::uint32_t list = 0; list < kLists; ++list)
    for (std::uint64_t at = 0; at < segment.size(list); at += kRecordsOfAPage) {
      some.clear();
      const std::uint64_t end = std::min(segment.size(list), at + kRecordsOfAPage);
      TEXTKIN_RETURN_IF_ERROR(segment.append_records(list, at, end, some));
      for (const base::KeyValue& record : some)
        if (record.value < segment.last() && has_text[record.value - segment.first()]) sums.add(list, record);
    }
  return {};
}

}  // namespace

Status verify(const Archive& archive) {
  TEXTKIN_RETURN_IF_ERROR(archive.times().status());
  DocId next = 0;
  DocId alive = 0;
  std::uint64_t text_bytes = 0;
  std::string text;
  TEXTKIN_RETURN_IF_ERROR(archive.each(0, [&](DocId number, const Entry& entry) -> Result<bool> {
    if (number != next++) return archive.damaged(fmt::format("document {} is missing", next - 1));
    if (!entry.alive()) return true;
    ++alive;
    text_bytes += entry.text_bytes;
    TEXTKIN_RETURN_IF_ERROR(archive.read_text(number, text));
    if (text.size() != entry.text_bytes || base::checksum(text) != entry.checksum)
      return archive.damaged(fmt::format("the text of document {} is not what was added", number));
    TEXTKIN_ASSIGN_OR_RETURN(const DocId found, archive.find(entry.id));
    if (found != number) return archive.damaged(fmt::format("the id of document {} leads elsewhere", number));
    return true;
  }));
  TEXTKIN_ASSIGN_OR_RETURN(const DocId ids, archive.count_ids());
  const State& state = archive.state();
  if (next != state.next || alive != state.alive || ids != alive || text_bytes != state.text_bytes)
    return archive.damaged("documents and ids are not as many as it says");
  for (const std::shared_ptr<const Segment>& segment : archive.open_segments())
    TEXTKIN_RETURN_IF_ERROR(segment->verify());
  return {};
}

Status verify_keys(const Archive& archive, const KeysOfText& keys_of_text) {
  std::vector<bool> has_text;
  for (const std::shared_ptr<const Segment>& segment : archive.open_segments()) {
    KeySums of_texts;
    KeySums of_segment;
    TEXTKIN_RETURN_IF_ERROR(sum_of_texts(archive, segment->first(), segment->last(), keys_of_text, of_texts, has_text));
    TEXTKIN_RETURN_IF_ERROR(sum_of_segment(*segment, has_text, of_segment));
    if (of_texts == of_segment) continue;
    return Status(Code::kBadInput,
                  fmt::format("{}: damaged: the keys of documents {} to {} are not those of their "
                              "texts; make them again with `textkin index repair {} --all`",
                              archive.folder(), segment->first(), segment->last() - 1, archive.folder()));
  }
  return {};
}

}  // namespace textkin::archive
