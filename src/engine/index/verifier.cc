#include "engine/index/verifier.h"

#include <algorithm>
#include <optional>

#include "base/parallel.h"
#include "engine/index/estimated_overlap.h"
#include "join/sets/overlap.h"
#include "join/sets/set_sizes.h"

namespace textkin::engine::index {

Result<bool> Verifier::take_up(DocId number, const Question& question) {
  if (base::interrupted()) return Status(Code::kInterrupted, "interrupted");
  number_ = number;
  TEXTKIN_RETURN_IF_ERROR(archive_.read(number, entry_));
  return entry_.alive_at(question.sequence) && question.where.holds(entry_);
}

Status Verifier::compare(FeatureView set, const join::Threshold& least, join::Part part, Answer& out) {
  ++out.candidates;
  const std::uint64_t needed = join::required_overlap(set.size(), entry_.size, least, part);
  if (needed > std::min<std::uint64_t>(set.size(), entry_.size)) return {};
  TEXTKIN_RETURN_IF_ERROR(archive_.read_text(number_, text_));
  if (confidence_ > 0 && archive::take_bands(text_, cells_)) {
    estimate(set.size(), needed, out);
    return {};
  }
  shingler_->sorted_set(text_, features_);
  ++out.verified;
  const std::optional<std::uint64_t> shared = join::overlap_at_least(set, features_, needed);
  if (!shared) return {};
  out.matches.push_back({.number = number_,
                         .shared = static_cast<std::uint32_t>(*shared),
                         .size = static_cast<std::uint32_t>(features_.size())});
  return {};
}

void Verifier::estimate(std::uint64_t size, std::uint64_t needed, Answer& out) const {
  const std::uint32_t agreeing = archive::agreeing_cells(asked_, cells_);
  const EstimatedOverlap overlap = estimated_overlap(agreeing, size, entry_.size, confidence_);
  if (overlap.most < needed) return;
  out.matches.push_back({.number = number_, .shared = overlap.shared, .size = entry_.size, .agreeing = agreeing});
}

}  // namespace textkin::engine::index
