// Sketcher: FeatureSet -> Signature, a block at a time; two Signatures -> Estimate.
//
// Promise: a signature depends on the spec and the set alone: not on the order of the features, on
// threads or on the SIMD target. What a signature estimates, whether bands can be cut from it and whether signatures
// merge, its line in the catalogue of sketches says.
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

  // Replaces `out` by the signatures of all sets in `sets` (distinct features, any order), sizes beside. A sketch of
  // weighted sets reads sets.weights; for any other they are all 1, whatever stands there.
  virtual void sketch(const FeatureBlock& sets, SignatureBlock& out) = 0;

  // Estimated similarity (in this sketch's measure, which Estimate names) of row `i` of `a` and row `j` of `b`, with
  // the guaranteed interval at `confidence`. kMismatch if either block has another spec than this sketcher. Two empty
  // sets, or one: value 0, exact.
  virtual Result<Estimate> estimate(const SignatureBlock& a, std::size_t i, const SignatureBlock& b, std::size_t j,
                                    double confidence) const = 0;

  // The signature of the union, from those of two sets (element-wise maximum of weights, where there are weights):
  // replaces `into` by the merge of `into` and `other`, each words of one row. False where signatures do not merge.
  virtual bool merge(Cell* into, const Cell* other) const = 0;
};

}  // namespace textkin
