// Sketcher: FeatureSet -> Signature, a block at a time; two Signatures -> Estimate.
//
// Promise: a signature depends on the spec and the set alone: not on the order of the features, on repeats, on
// threads or on the SIMD target. The cell-wise minimum of two signatures is the signature of the union.
// Ownership: may keep scratch memory. Threads: one Sketcher a thread; the law may be shared.
#pragma once

#include "textkin/collision_law.h"
#include "textkin/feature_set.h"
#include "textkin/signature_block.h"
#include "textkin/status.h"

namespace textkin {

class Sketcher {
 public:
  virtual ~Sketcher() = default;

  virtual const SketchSpec& spec() const = 0;
  virtual const CollisionLaw& law() const = 0;

  // Replaces `out` by the signatures of all sets in `sets` (distinct features, any order), sizes beside.
  virtual void sketch(const FeatureBlock& sets, SignatureBlock& out) = 0;

  // Estimated Jaccard similarity of row `i` of `a` and row `j` of `b`, guaranteed interval at `confidence`.
  // kMismatch if either block has another spec than this sketcher. Two empty sets, or one: value 0, exact.
  virtual Result<Estimate> jaccard(const SignatureBlock& a, std::size_t i, const SignatureBlock& b, std::size_t j,
                                   double confidence) const = 0;
};

}  // namespace textkin
