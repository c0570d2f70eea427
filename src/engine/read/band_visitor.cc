#include "engine/read/band_visitor.h"

#include "sketch/catalog.h"

namespace textkin::engine::read {

Result<BandVisitor> BandVisitor::make(const SketchOptions& sketch, const Plan& plan, unsigned threads,
                                      base::DocumentRecords& whole, base::DocumentRecords& bands) {
  BandVisitor visitor(plan, whole, bands);
  for (unsigned thread = 0; thread < threads; ++thread) {
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Sketcher> sketcher, sketch::make_sketcher(sketch));
    visitor.workers_.push_back({std::move(sketcher), {}});
  }
  return visitor;
}

Status BandVisitor::make(const FeatureBlock& sets, unsigned worker, RecordsOfBlock& made) {
  Worker& own = workers_[worker];
  own.sketcher->sketch(sets, own.signatures);
  join::make_band_records(own.signatures, *plan_, 0, made.records);
  return {};
}

// Which place its documents get is known only when those before them are in.
Status BandVisitor::take(DocId first, RecordsOfBlock& made) {
  for (base::KeyValue& record : made.records.whole) record.value += first;
  for (base::KeyValue& record : made.records.bands) record.value += first;
  whole_->append(made.records.whole);
  bands_->append(made.records.bands);
  return {};
}

}  // namespace textkin::engine::read
