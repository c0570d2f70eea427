#include "engine/passages/passage_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace textkin::engine::passages {

namespace {

// What the memory must be so that room_alone() is so much.
std::uint64_t for_words(const read::Collection& collection, std::uint64_t needed, std::uint64_t parts) {
  return parts * (needed + needed / 16) + collection.shares.asked_windows;
}

}  // namespace

std::uint64_t room_alone(const read::Collection& collection, std::uint64_t parts) {
  return (collection.budget->limit() - collection.shares.windows) / parts;
}

Status too_many_words(const read::Collection& collection, const std::string& what, std::uint64_t needed,
                      std::uint64_t parts) {
  return Status(Code::kExhausted, fmt::format("{}: more words than --memory {} has room for; {} would do", what,
                                              collection.shares.given.told(),
                                              collection.shares.given.told(for_words(collection, needed, parts))));
}

void LargestNeed::meet(std::uint64_t needed, std::string what) {
  const std::lock_guard lock(mutex_);
  // Of equal ones the same is named in every run.
  if (needed < needed_ || (needed == needed_ && what >= what_)) return;
  needed_ = needed;
  what_ = std::move(what);
}

std::uint64_t LargestNeed::would_do() const {
  const std::lock_guard lock(mutex_);
  return needed_ == 0 ? 0 : for_words(collection_, needed_, parts_);
}

Status LargestNeed::check() const {
  const std::lock_guard lock(mutex_);
  return needed_ == 0 ? Status() : too_many_words(collection_, what_, needed_, parts_);
}

Result<unsigned> threads_for(const read::Collection& collection, const base::SpillingRecords& records) {
  const std::uint64_t largest = records.largest_bytes();
  const std::uint64_t room = collection.budget->limit() / 4;
  if (largest > room)
    return Status(Code::kExhausted,
                  fmt::format("what texts share is more than --memory {} holds at once; {} would do",
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
  if (would_do() == 0) return {};
  return Status(Code::kExhausted,
                fmt::format("{} than --memory {} has room for; {} would do{}", what, collection_.shares.given.told(),
                            collection_.shares.given.told(would_do()), instead));
}

Status PairRooms::check() const {
  if (pairs.would_do() > answers.would_do()) return pairs.check();
  return answers.check("more passages", ", or a larger --guarantee, or a smaller --common");
}

}  // namespace textkin::engine::passages
