#include "engine/write/pair_lines.h"

namespace textkin::engine::write {

void PairLines::begin(const read::Collection& collection, PairExtras extras, std::string& out) {
  documents_ = std::make_unique<store::DocumentReader>(collection.table);
  partners_ = std::make_unique<store::DocumentReader>(collection.table);
  table_.emplace(format_, [extras](std::size_t column) {
    return (extras.p_values || column != report::kPairColumnOfP) &&
           (extras.estimates || column != report::kPairColumnOfEstimate);
  });
  table_->append_header(out);
}

Status PairLines::add(const FoundPair& pair, std::string& out) {
  std::string_view other;
  if (pair.a != read_) TEXTKIN_RETURN_IF_ERROR(documents_->read_id(pair.a, id_));
  read_ = pair.a;
  TEXTKIN_RETURN_IF_ERROR(partners_->read_id(pair.b, other));
  table_->append_row({.a = id_,
                      .b = other,
                      .similarity = pair.similarity,
                      .lower = pair.interval ? pair.interval->lower : pair.similarity,
                      .upper = pair.interval ? pair.interval->upper : pair.similarity,
                      .basis = pair.interval ? "estimate" : "exact",
                      .shared = pair.shared,
                      .size_a = pair.size_a,
                      .size_b = pair.size_b,
                      .log10_p_value = pair.log10_p,
                      .estimate = pair.estimate},
                     out);
  return {};
}

}  // namespace textkin::engine::write
