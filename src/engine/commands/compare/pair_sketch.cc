#include "engine/commands/compare/pair_sketch.h"

#include "sketch/signatures/bbit.h"
#include "sketch/signatures/containment.h"

namespace textkin::engine::commands {

Status add_sketched(const SignatureBlock& signatures, double confidence, std::optional<std::uint32_t> bits,
                    report::Comparison& out) {
  TEXTKIN_ASSIGN_OR_RETURN(std::optional<sketch::SketchedContainment> containment,
                           sketch::estimate_containment(signatures, 0, signatures, 1, confidence));
  if (containment.has_value()) out.sketched_containment = {containment->a_in_b, containment->b_in_a};
  if (!bits) return {};
  TEXTKIN_ASSIGN_OR_RETURN(const sketch::BbitBlock block, sketch::to_bbit(signatures, *bits));
  TEXTKIN_ASSIGN_OR_RETURN(const sketch::BbitEstimate found, sketch::estimate_bbit(block, 0, block, 1, confidence));
  out.bbit = {*bits, block.words_a_row() * sizeof(std::uint64_t), signatures.words * sizeof(Cell), found.raw,
              found.estimate};
  return {};
}

}  // namespace textkin::engine::commands
