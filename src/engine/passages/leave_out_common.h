// What very many documents share is left out: their passages are cut anew.
#pragma once

#include "engine/passages/found_passages.h"
#include "engine/passages/passage_options.h"
#include "textkin/status.h"

namespace textkin::engine::passages {

// Finds the words in passages with many others, and, if these are not counted, cuts the passages of the documents that
// have such words. found.passages and found.pairs are in order before and after.
Status leave_out_common(const PassagesOptions& wanted, FoundPassages& found);

}  // namespace textkin::engine::passages
