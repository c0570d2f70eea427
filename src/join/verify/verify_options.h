// VerifyOptions: what the verification of candidates is told (verify_all.h, verify_leaders.h).
#pragma once

#include <cstdint>

#include "join/measures/threshold.h"
#include "textkin/document.h"

namespace textkin::join {

struct VerifyOptions {
  Threshold threshold;                     // one that can be; else kInvalidArgument
  std::uint64_t cache_bytes = 1ull << 30;  // bound on feature sets held at a time, over all threads, but for a few sets
  // verify_leaders: documents with this number or a higher one stay whatever they are like: they are first in keep
  // order, and never compared with each other.
  DocId stays_from = kNoDoc;
};

}  // namespace textkin::join
