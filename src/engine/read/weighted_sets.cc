#include "engine/read/weighted_sets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/read/feature_sources.h"
#include "input/reading/record_reader.h"
#include "join/measures/cosine.h"
#include "store/document_reader.h"
#include "text/catalog.h"
#include "textkin/jaccard.h"

namespace textkin::engine::read {
namespace {

class PlainSets final : public WeightedSets {
 public:
  explicit PlainSets(std::unique_ptr<FeatureSource> source) : source_(std::move(source)) {}

  Status read(DocId doc, WeightedFeatures& out) override {
    out.weights.clear();
    return source_->features(doc, out.features);
  }

 private:
  std::unique_ptr<FeatureSource> source_;
};

class CountedSets final : public WeightedSets {
 public:
  CountedSets(const Collection& collection, std::unique_ptr<Shingler> shingler,
              std::shared_ptr<const text::DocumentFrequencies> frequencies)
      : collection_(collection),
        documents_(collection.table),
        reader_(collection.settings, collection.list, collection.spool),
        shingler_(std::move(shingler)),
        frequencies_(std::move(frequencies)) {}

  Status read(DocId doc, WeightedFeatures& out) override {
    TEXTKIN_RETURN_IF_ERROR(documents_.read_record(doc, row_));
    TEXTKIN_ASSIGN_OR_RETURN(std::string_view text, reader_.text(row_.record));
    features_.clear();
    weights_.clear();
    shingler_->append_counted(text, features_, weights_);
    if (features_.size() != row_.size)
      return Status(Code::kBadInput, fmt::format("{} changed while it was read; run again on files that stand still",
                                                 collection_.place(row_.record)));
    if (frequencies_ != nullptr) frequencies_->weigh(features_, weights_);
    order_.clear();
    for (std::size_t i = 0; i < features_.size(); ++i) order_.emplace_back(features_[i], weights_[i]);
    std::ranges::sort(order_, {}, &std::pair<Feature, double>::first);
    out.features.clear();
    out.weights.clear();
    for (const auto& [feature, weight] : order_) {
      out.features.push_back(feature);
      out.weights.push_back(weight);
    }
    return {};
  }

 private:
  const Collection& collection_;
  store::DocumentReader documents_;
  store::DocumentRow row_;
  input::RecordReader reader_;
  std::unique_ptr<Shingler> shingler_;
  std::shared_ptr<const text::DocumentFrequencies> frequencies_;
  std::vector<Feature> features_;
  std::vector<double> weights_;
  std::vector<std::pair<Feature, double>> order_;
};

double squares(const std::vector<double>& weights) {
  double sum = 0;
  for (const double weight : weights) sum += weight * weight;
  return sum;
}

}  // namespace

Result<Weighting> parse_weighting(std::string_view name) {
  if (name == "none") return Weighting::kNone;
  if (name == "tf") return Weighting::kTermFrequency;
  if (name == "tf-idf") return Weighting::kTfIdf;
  return Status(Code::kInvalidArgument, fmt::format("weighting '{}': it is none, tf or tf-idf", name.substr(0, 40)));
}

Result<std::vector<std::unique_ptr<WeightedSets>>> weighted_sets(
    const Collection& collection, Weighting weighting, std::shared_ptr<const text::DocumentFrequencies> frequencies) {
  std::vector<std::unique_ptr<WeightedSets>> sets;
  if (weighting == Weighting::kNone) {
    TEXTKIN_ASSIGN_OR_RETURN(FeatureSources sources, feature_sources(collection));
    for (std::unique_ptr<FeatureSource>& source : sources)
      sets.push_back(std::make_unique<PlainSets>(std::move(source)));
    return sets;
  }
  for (unsigned thread = 0; thread < collection.threads; ++thread) {
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Shingler> shingler, text::make_shingler(collection.text));
    sets.push_back(std::make_unique<CountedSets>(collection, std::move(shingler), frequencies));
  }
  return sets;
}

SetComparison compare_sets(const WeightedFeatures& a, const WeightedFeatures& b, bool weigh_jaccard) {
  SetComparison out;
  double product = 0;
  double least = 0;
  for (std::size_t i = 0, j = 0; i < a.features.size() && j < b.features.size();) {
    if (a.features[i] == b.features[j]) {
      ++out.shared;
      if (!a.weights.empty()) {
        product += a.weights[i] * b.weights[j];
        least += std::min(a.weights[i], b.weights[j]);
      }
    }
    const bool step_a = a.features[i] <= b.features[j];
    const bool step_b = b.features[j] <= a.features[i];
    i += step_a;
    j += step_b;
  }
  out.jaccard = jaccard(out.shared, a.features.size(), b.features.size());
  if (weigh_jaccard && !a.weights.empty() && out.shared > 0) {
    const double all = std::accumulate(a.weights.begin(), a.weights.end(), 0.0) +
                       std::accumulate(b.weights.begin(), b.weights.end(), 0.0);
    out.jaccard = std::min(1.0, least / (all - least));
  }
  if (a.weights.empty()) {
    out.cosine = join::kCosine.similarity(out.shared, a.features.size(), b.features.size());
  } else if (out.shared > 0) {
    // Equal vectors: exactly 1, whatever the roots are rounded to.
    out.cosine = std::min(1.0, product / std::sqrt(squares(a.weights) * squares(b.weights)));
  }
  return out;
}

}  // namespace textkin::engine::read
