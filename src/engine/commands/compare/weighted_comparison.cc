#include "engine/commands/compare/weighted_comparison.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "input/reading/record_reader.h"
#include "sketch/catalog.h"
#include "sketch/weighted/weighted_similarity.h"
#include "store/document_reader.h"
#include "text/catalog.h"

namespace textkin::engine::commands {
namespace {

void append_sorted(const std::vector<Feature>& features, const std::vector<double>& weights, FeatureBlock& sets) {
  std::vector<std::pair<Feature, double>> members;
  for (std::size_t i = 0; i < features.size(); ++i) members.emplace_back(features[i], weights[i]);
  std::ranges::sort(members);
  for (const auto& [feature, weight] : members) {
    sets.values.push_back(feature);
    sets.weights.push_back(weight);
  }
  sets.offsets.push_back(sets.values.size());
}

}  // namespace

bool has_weights(const TextSpec& text) { return text.multiset || text.weights == Weights::kSuffix; }

bool reads_weights(std::string_view sketch) {
  const Result<const sketch::SketchEntry*> found = sketch::find_sketch(sketch);
  return found.ok() && found.value()->weighted;
}

Result<FeatureBlock> compare_weighted(const read::Collection& collection, report::Comparison& out) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Shingler> shingler, text::make_shingler(collection.text));
  input::RecordReader reader(collection.settings, collection.list, collection.spool);
  store::DocumentReader documents(collection.table);
  store::DocumentRow row;
  FeatureBlock sets;
  for (DocId doc = 0; doc < 2; ++doc) {
    TEXTKIN_RETURN_IF_ERROR(documents.read_record(doc, row));
    TEXTKIN_ASSIGN_OR_RETURN(std::string_view text, reader.text(row.record));
    std::vector<Feature> features;
    std::vector<double> weights;
    shingler->append_counted(text, features, weights);
    append_sorted(features, weights, sets);
  }
  const sketch::WeightedView a{sets[0], sets.weights_of(0)};
  const sketch::WeightedView b{sets[1], sets.weights_of(1)};
  out.weighted = {sketch::weighted_jaccard(a, b), sketch::probability_jaccard(a, b), sketch::weighted_cosine(a, b)};
  return sets;
}

}  // namespace textkin::engine::commands
