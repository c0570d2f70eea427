// WeightedSets: the feature set of any document with the weights that a weighting gives it, for sketches and for the
// exact cosine.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "engine/read/collection.h"
#include "text/shingles/tfidf.h"
#include "textkin/feature_source.h"
#include "textkin/status.h"

namespace textkin::engine::read {

enum class Weighting { kNone, kTermFrequency, kTfIdf };

// "none", "tf" or "tf-idf"; kInvalidArgument with those names otherwise.
Result<Weighting> parse_weighting(std::string_view name);

struct WeightedFeatures {
  std::vector<Feature> features;  // ascending
  std::vector<double> weights;    // one each, or none: every weight is 1
};

// Threads: one each.
class WeightedSets {
 public:
  virtual ~WeightedSets() = default;
  // Replaces `out`. Fails where the text cannot be read again as it was.
  virtual Status read(DocId doc, WeightedFeatures& out) = 0;
};

// One a thread. `collection` must outlive them; `frequencies` are those of its documents, for kTfIdf only.
Result<std::vector<std::unique_ptr<WeightedSets>>> weighted_sets(
    const Collection& collection, Weighting weighting, std::shared_ptr<const text::DocumentFrequencies> frequencies);

// What two sets have in common: numbers of features, and the cosine of their weights. The Jaccard similarity is that of
// the sets, or, where `weigh_jaccard` and there are weights, sum of minima / sum of maxima of the weights. A pair with
// an empty set: 0.
struct SetComparison {
  std::uint64_t shared = 0;
  double jaccard = 0;
  double cosine = 0;
};
SetComparison compare_sets(const WeightedFeatures& a, const WeightedFeatures& b, bool weigh_jaccard);

}  // namespace textkin::engine::read
