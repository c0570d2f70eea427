// CountedRoom: a part of --memory for something that must all be kept.
//
// What has no room is refused at once, with about what would do, as long as there is much more to read; behind most of
// the input it is counted on to the end and not kept: of packed files nobody knows how much comes. Threads: one.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "engine/read/collection.h"
#include "engine/read/retain_all.h"
#include "textkin/status.h"

namespace textkin::engine::read {

class CountedRoom {
 public:
  // `eighths` of the memory; `too_many` says what does not fit. `collection` must outlive it.
  CountedRoom(const Collection& collection, std::uint64_t eighths, std::string too_many)
      : collection_(collection), room_(eighths * (collection.budget->limit() / 8)), too_many_(std::move(too_many)) {}

  // Whether so many bytes more may be kept.
  Result<bool> take(std::uint64_t bytes) {
    const bool kept = count(bytes);
    TEXTKIN_RETURN_IF_ERROR(check_so_far());
    return kept;
  }
  // take() in two steps: what comes in one piece is counted to its end.
  bool count(std::uint64_t bytes) {
    bytes_ += bytes;
    return bytes_ <= room_;
  }
  Status check_so_far() const { return collection_.times_read() > kMuchMore ? check() : Status(); }
  // kExhausted where something had no room.
  Status check() const { return bytes_ <= room_ ? Status() : too_many_sets(collection_, bytes_, room_, too_many_); }
  std::uint64_t bytes() const { return bytes_; }

 private:
  static constexpr double kMuchMore = 1.25;

  const Collection& collection_;
  const std::uint64_t room_;
  const std::string too_many_;
  std::uint64_t bytes_ = 0;
};

}  // namespace textkin::engine::read
