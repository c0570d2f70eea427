#include "engine/passages/passage_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace textkin::engine::passages {

std::uint64_t room_alone(const read::Collection& collection) {
  return (collection.budget->limit() - collection.shares.windows) / 2;
}

Status too_many_words(const read::Collection& collection, const std::string& what, std::uint64_t needed) {
  const std::uint64_t would_do = 2 * (needed + needed / 16) + collection.shares.asked_windows;
  return Status(Code::kExhausted, fmt::format("{}: more words than --memory {} has room for; {} would do", what,
                                              collection.shares.given.told(), collection.shares.given.told(would_do)));
}

Result<unsigned> threads_for(const read::Collection& collection, const base::SpillingRecords& records) {
  const std::uint64_t largest = records.largest_bytes();
  const std::uint64_t room = collection.budget->limit() / 4;
  if (largest > room)
    return Status(Code::kExhausted,
                  fmt::format("too many documents have the same few words for --memory {}; {} would do",
                              collection.shares.given.told(), collection.shares.given.told(4 * largest)));
  const std::uint64_t at_once = largest == 0 ? collection.threads : room / largest;
  return static_cast<unsigned>(std::min<std::uint64_t>(at_once, collection.threads));
}

AnswerRoom::AnswerRoom(const read::Collection& collection, std::uint64_t parts, std::function<void()> counting)
    : collection_(collection),
      parts_(parts),
      room_(collection.budget->limit() / parts),
      counting_(std::move(counting)) {}

Status AnswerRoom::check(std::string_view what, std::string_view instead) const {
  if (taken_ <= room_) return {};
  return Status(Code::kExhausted,
                fmt::format("{} than --memory {} has room for; {} would do{}", what, collection_.shares.given.told(),
                            collection_.shares.given.told(parts_ * taken_), instead));
}

}  // namespace textkin::engine::passages
