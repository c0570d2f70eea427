#include "engine/read/band_visitor.h"

#include <algorithm>
#include <ranges>

#include "sketch/catalog.h"

namespace textkin::engine::read {

Result<BandVisitor> BandVisitor::make(const SketchOptions& sketch, const Plan& plan, BandsOf of, unsigned threads,
                                      base::DocumentRecords& whole, base::DocumentRecords& bands) {
  BandVisitor visitor(plan, of, whole, bands);
  for (unsigned thread = 0; thread < threads; ++thread) {
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Sketcher> sketcher, sketch::make_sketcher(sketch));
    visitor.workers_.emplace_back().sketcher = std::move(sketcher);
  }
  return visitor;
}

void BandVisitor::take_out_short(const FeatureBlock& sets, Worker& own) const {
  own.sets.clear();
  own.places.clear();
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const FeatureView set = sets[i];
    if (short_.is_short(set.size())) continue;
    own.sets.values.insert(own.sets.values.end(), set.begin(), set.end());
    own.sets.offsets.push_back(own.sets.values.size());
    own.places.push_back(static_cast<DocId>(i));
  }
}

Status BandVisitor::make(const FeatureBlock& sets, unsigned worker, RecordsOfBlock& made) {
  Worker& own = workers_[worker];
  join::BandRecords& records = made.records;
  const bool any_short = std::ranges::any_of(std::views::iota(std::size_t{0}, sets.size()),
                                             [&](std::size_t i) { return short_.is_short(sets[i].size()); });
  if (any_short && of_ == BandsOf::kLongSets) {
    take_out_short(sets, own);
    own.sketcher->sketch(own.sets, own.signatures);
    join::make_band_records(own.signatures, *plan_, 0, records);
    for (base::KeyValue& record : records.whole) record.value = own.places[record.value];
    for (base::KeyValue& record : records.bands) record.value = own.places[record.value];
  } else {
    own.sketcher->sketch(sets, own.signatures);
    join::make_band_records(own.signatures, *plan_, 0, records);
    if (any_short)
      std::erase_if(records.whole, [&](const base::KeyValue& one) { return short_.is_short(sets[one.value].size()); });
  }
  for (std::size_t i = 0; i < sets.size(); ++i)
    short_.append(sets[i], static_cast<DocId>(i), plan_->bands > 0, records);
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
