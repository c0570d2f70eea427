#include "sketch/cells/estimate_pair.h"

#include <algorithm>
#include <string>

namespace textkin::sketch {
namespace {

std::string print(const SketchSpec& spec) {
  return spec.name + " with " + std::to_string(spec.cells) + " cells and seed " + std::to_string(spec.seed);
}

}  // namespace

void shape_block(const SketchSpec& spec, std::uint32_t words, const FeatureBlock& sets, SignatureBlock& out) {
  out.spec = spec;
  out.words = words;
  out.cells.resize(sets.size() * words);
  out.sizes.resize(sets.size());
  for (std::size_t i = 0; i < sets.size(); ++i) out.sizes[i] = static_cast<std::uint32_t>(sets[i].size());
}

bool merge_minima(std::uint32_t cells, Cell* into, const Cell* other) {
  for (std::uint32_t cell = 0; cell < cells; ++cell) into[cell] = std::min(into[cell], other[cell]);
  return true;
}

Status same_spec(const SketchSpec& spec, const SketchSpec& other) {
  if (other == spec) return {};
  return Status(Code::kMismatch, "a signature of " + print(other) + " cannot be compared as " + print(spec) +
                                     "; sketch both documents the same way");
}

Status same_spec(const SketchSpec& spec, const SignatureBlock& a, const SignatureBlock& b) {
  TEXTKIN_RETURN_IF_ERROR(same_spec(spec, a.spec));
  return same_spec(spec, b.spec);
}

Estimate exact_estimate(double value, std::string_view measure) { return {value, value, value, 1, measure, true}; }

Result<Estimate> estimate_pair(const Sketcher& sketcher, const SignatureBlock& a, std::size_t i,
                               const SignatureBlock& b, std::size_t j, double confidence) {
  TEXTKIN_RETURN_IF_ERROR(same_spec(sketcher.spec(), a, b));
  if (a.sizes[i] == 0 || b.sizes[j] == 0) return exact_estimate(0, "jaccard");
  Estimate out;
  const SignatureView left = a[i];
  const SignatureView right = b[j];
  std::uint32_t matches = 0;
  for (std::size_t cell = 0; cell < left.size(); ++cell) matches += left[cell] == right[cell];
  const std::uint32_t cells = sketcher.spec().cells;
  const Interval interval = sketcher.law().interval(matches, cells, a.sizes[i], b.sizes[j], confidence, false);
  out.value = static_cast<double>(matches) / cells;
  out.lower = interval.lower;
  out.upper = interval.upper;
  out.confidence = confidence;
  return out;
}

}  // namespace textkin::sketch
