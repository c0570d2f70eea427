// LeakOptions: what becomes of documents that share an n-gram with a test set, and what is written of it.
#pragma once

#include <cstdint>
#include <string>

#include "textkin/words.h"

namespace textkin::engine::leaks {

// Dropped; all are written, those that share something with a field that says what; or only what they share is taken
// out.
enum class LeakAction { kDrop, kFlag, kCut };
inline constexpr Words<LeakAction, 3> kLeakActionWords{
    {{"drop", LeakAction::kDrop}, {"flag", LeakAction::kFlag}, {"cut", LeakAction::kCut}}};

struct LeakOptions {
  LeakAction action = LeakAction::kDrop;
  std::uint32_t margin = 30;  // words that are cut on either side of what is shared
  std::string output = "-";   // the documents that stay, or all of them
  std::string removed;        // --removed FILE.jsonl; empty: none
  std::string leaks;          // --leaks FILE.tsv
  bool check = false;         // nothing is written but --removed, --leaks, --stats and --problems
};

}  // namespace textkin::engine::leaks
