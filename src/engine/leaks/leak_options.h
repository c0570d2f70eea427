// LeakOptions: by what documents and test items are compared, what becomes of documents that share something, and what
// is written of it.
#pragma once

#include <cstdint>
#include <string>

#include "engine/passages/passage_options.h"
#include "textkin/words.h"

namespace textkin::engine::leaks {

// Dropped; all are written, those that share something with a field that says what; or only what they share is taken
// out.
enum class LeakAction { kDrop, kFlag, kCut };
inline constexpr Words<LeakAction, 3> kLeakActionWords{
    {{"drop", LeakAction::kDrop}, {"flag", LeakAction::kFlag}, {"cut", LeakAction::kCut}}};

// N-grams are the shingles of the run's TextSpec; passages are those of engine/passages.
enum class LeakBy { kNgrams, kPassages };
inline constexpr Words<LeakBy, 2> kLeakByWords{{{"ngrams", LeakBy::kNgrams}, {"passages", LeakBy::kPassages}}};

struct LeakOptions {
  LeakBy by = LeakBy::kNgrams;
  passages::PassagesOptions passages;  // of them what a passage is: `align`, `sensitivity`, `normalize`
  LeakAction action = LeakAction::kDrop;
  std::uint32_t margin = 30;  // words that are cut on either side of what is shared
  std::string output = "-";   // the documents that stay, or all of them
  std::string removed;        // --removed FILE.jsonl; empty: none
  std::string leaks;          // --leaks FILE.tsv
  bool check = false;         // nothing is written but --removed, --leaks, --stats and --problems
};

}  // namespace textkin::engine::leaks
