#include "engine/find/pair_estimates.h"

#include "engine/read/feature_sources.h"
#include "sketch/catalog.h"

namespace textkin::engine::find {
namespace {

// Estimates have intervals, of which none is asked for here.
constexpr double kConfidence = 0.95;

}  // namespace

Result<PairEstimates> PairEstimates::make(const read::Collection& collection, const SketchOptions& sketch) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Sketcher> sketcher, sketch::make_bandable(sketch));
  TEXTKIN_ASSIGN_OR_RETURN(FeatureSources sources, read::feature_sources(collection));
  return PairEstimates(std::move(sketcher), std::move(sources.front()));
}

Result<double> PairEstimates::of(DocId a, DocId b) {
  if (a != sketched_) TEXTKIN_RETURN_IF_ERROR(sketch(a, first_));
  sketched_ = a;
  TEXTKIN_RETURN_IF_ERROR(sketch(b, second_));
  TEXTKIN_ASSIGN_OR_RETURN(const Estimate estimate, sketcher_->estimate(first_, 0, second_, 0, kConfidence));
  return estimate.value;
}

Status PairEstimates::sketch(DocId doc, SignatureBlock& out) {
  set_ = {};
  TEXTKIN_RETURN_IF_ERROR(source_->features(doc, set_.values));
  set_.offsets.push_back(set_.values.size());
  sketcher_->sketch(set_, out);
  return {};
}

}  // namespace textkin::engine::find
