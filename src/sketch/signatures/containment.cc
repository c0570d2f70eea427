#include "sketch/signatures/containment.h"

#include <algorithm>

#include "sketch/catalog.h"
#include "sketch/cells/estimate_pair.h"
#include "sketch/sets/bottomk.h"
#include "stats/law/known_sizes.h"

namespace textkin::sketch {
namespace {

constexpr std::string_view kMeasure = "containment";

using Answer = std::optional<SketchedContainment>;

Result<Answer> of_samples(const SignatureBlock& a, std::size_t i, const SignatureBlock& b, std::size_t j,
                          double confidence) {
  TEXTKIN_ASSIGN_OR_RETURN(const Estimate a_in_b, bottomk_containment(a, i, b, j, confidence));
  TEXTKIN_ASSIGN_OR_RETURN(const Estimate b_in_a, bottomk_containment(b, j, a, i, confidence));
  return Answer({a_in_b, b_in_a});
}

Estimate share(const stats::SharedEstimate& found, std::uint32_t size, double confidence) {
  const auto of = [size](std::uint64_t shared) { return static_cast<double>(shared) / size; };
  return {of(found.shared), of(found.lower), of(found.upper), confidence, kMeasure};
}

}  // namespace

Result<Answer> estimate_containment(const SignatureBlock& a, std::size_t i, const SignatureBlock& b, std::size_t j,
                                    double confidence) {
  TEXTKIN_RETURN_IF_ERROR(same_spec(a.spec, b.spec));
  const auto entry = std::ranges::find(catalog(), a.spec.name, &SketchEntry::version);
  if (entry == catalog().end() || entry->measure != "jaccard") return Answer();
  if (a.sizes[i] == 0 || b.sizes[j] == 0) {
    const Estimate none = exact_estimate(0, kMeasure);
    return Answer({none, none});
  }
  if (entry->name == "bottomk") return of_samples(a, i, b, j, confidence);
  if (!entry->bandable()) return Answer();
  stats::RowOutcomes rows;
  for (std::size_t cell = 0; cell < a.words; ++cell) {
    const Cell x = a[i][cell];
    const Cell y = b[j][cell];
    ++(x == y ? rows.equal : x < y ? rows.less : rows.greater);
  }
  const stats::SharedEstimate found = stats::shared_of_known_sizes(rows, a.sizes[i], b.sizes[j], confidence);
  return Answer({share(found, a.sizes[i], confidence), share(found, b.sizes[j], confidence)});
}

}  // namespace textkin::sketch
