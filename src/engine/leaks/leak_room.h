// LeakRoom: the memory for what is found: an eighth for leaks, cuts and passages, and what a run needs a document.
//
// What has no room is counted and not kept, so that the run ends with what would do for all of it. Threads: one.
#pragma once

#include <cstdint>

#include "engine/leaks/found_leaks.h"
#include "engine/passages/passage_memory.h"
#include "engine/read/collection.h"
#include "textkin/status.h"

namespace textkin::engine::leaks {

class LeakRoom {
 public:
  // `held`: bytes of the test sets. All must outlive it.
  LeakRoom(const read::Collection& collection, std::uint64_t held) : collection_(collection), held_(held) {}

  // After a block: kExhausted where a run of as many documents as there seem to be cannot be done.
  Status check_documents() const;
  // Whether that much more may be kept.
  bool take(const LeakOfDocument& found, bool keeps_passages);

  std::uint64_t would_do() const { return room_.would_do(); }
  Status check(const char* instead = "") const { return room_.check("more leaks", instead); }

 private:
  const read::Collection& collection_;
  const std::uint64_t held_;
  passages::AnswerRoom room_{collection_, 8};
};

}  // namespace textkin::engine::leaks
