// find_passages: texts -> fingerprints -> pairs that share one -> aligned passages. What `passages` and `report` are
// made of.
#pragma once

#include <string>
#include <vector>

#include "engine/common_passages.h"
#include "engine/exclusions.h"
#include "engine/passages.h"
#include "engine/stage_clock.h"
#include "engine/text_pass.h"
#include "textkin/passage.h"

namespace textkin::engine {

struct FoundPassages {
  const text::CodeLanguage* code = nullptr;  // whose tokens the words are; null: those of prose
  Texts texts;
  Exclusions exclusions;
  CommonPassages common;
  std::vector<Passage> passages;   // ascending by (a, b, a_offset, b_offset, a_length, b_length)
  std::vector<PassagePair> pairs;  // by (a, b), if PassagesOptions::totals
  PassageStats stats;              // but for command, seconds, and peak memory
  // What became of the first kMostProblems files and lines that could not be used, a line for a person each.
  std::vector<std::string> problems;
  static constexpr std::size_t kMostProblems = 1000;
};

// Options must be resolved. kInvalidArgument for a guarantee or a limit of common words that cannot be. Refuses what
// --memory has no room for, with what would do: the passages themselves and the table of documents are held.
Result<FoundPassages> find_passages(const RunOptions& options, const PassagesOptions& wanted, Progress& progress,
                                    StageClock& clock);

}  // namespace textkin::engine
