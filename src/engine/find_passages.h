// find_passages: texts -> fingerprints -> pairs that share one -> aligned passages. What `passages` and `report` are
// made of.
#pragma once

#include <vector>

#include "engine/passages.h"
#include "engine/stage_clock.h"
#include "engine/text_pass.h"
#include "textkin/passage.h"

namespace textkin::engine {

struct FoundPassages {
  Texts texts;
  std::vector<Passage> passages;  // ascending by (a, b, a_offset, b_offset, a_length, b_length)
  PassageStats stats;             // but for command, seconds, and peak memory
};

// Options must be resolved. Refuses what --memory has no room for, with what would do: the passages themselves and the
// table of documents are held.
Result<FoundPassages> find_passages(const RunOptions& options, const PassagesOptions& wanted, Progress& progress,
                                    StageClock& clock);

}  // namespace textkin::engine
