#include "engine/index/finder.h"

#include <algorithm>
#include <utility>

#include "base/sort.h"
#include "join/measures/measure.h"
#include "join/sets/overlap.h"
#include "join/sets/set_sizes.h"

namespace textkin::engine::index {
namespace {

using archive::kBands;
using archive::kRows;

// What is asked is the part that containment is of.
constexpr join::Part kAsked = join::Part::kContained;

// The most rows of a band with which a pair at the least Jaccard similarity is met often enough; 1 where none are.
std::uint32_t rows_for(const CollisionLaw& law, double similarity, double recall) {
  for (std::uint32_t rows = kRows; rows > 1; --rows)
    if (law.candidate_probability(similarity, kBands, rows) >= recall) return rows;
  return 1;
}

// Of bands that were asked with so many rows each: bands[r] of them with r, none with 0.
double recall_of(const CollisionLaw& law, double similarity, const std::array<std::uint32_t, kRows + 1>& bands) {
  double missed = 1;
  for (std::uint32_t rows = 1; rows <= kRows; ++rows)
    if (bands[rows] > 0) missed *= 1 - law.candidate_probability(similarity, bands[rows], rows);
  return 1 - missed;
}

}  // namespace

Finder::Finder(const archive::DocumentSource& archive, const CollisionLaw& law, const Question& question,
               std::unique_ptr<Shingler> shingler)
    : archive_(archive),
      law_(law),
      question_(question),
      shingler_(std::move(shingler)),
      rows_(rows_for(law, question.threshold.least_jaccard(), question.recall)) {}

bool Finder::may_be_short(std::size_t size) const {
  return join::least_partner_size(size, question_.threshold, kAsked) < archive::kShort;
}

bool Finder::may_be_long(std::size_t size) const {
  return size >= archive::kShort || join::required_overlap(size, archive::kShort, question_.threshold, kAsked) <= size;
}

Status Finder::take(const std::vector<archive::Stretch>& stretches) {
  for (const archive::Stretch& stretch : stretches)
    TEXTKIN_RETURN_IF_ERROR(stretch.of->append_documents(stretch.list, stretch.begin, stretch.end, candidates_));
  return {};
}

// Any so many of its features will do; the rarest lead to the fewest documents.
Status Finder::ask_features(FeatureView set) {
  features_.clear();
  for (const Feature feature : set) {
    Counted counted;
    TEXTKIN_ASSIGN_OR_RETURN(counted.documents,
                             archive_.keys().find(archive::kFeatureList, feature, feature, counted.at));
    features_.push_back(std::move(counted));
  }
  const std::uint64_t needed = join::probe_prefix(set.size(), question_.threshold, kAsked);
  std::ranges::stable_sort(features_, {}, &Counted::documents);
  for (std::size_t i = 0; i < std::min<std::uint64_t>(needed, features_.size()); ++i)
    TEXTKIN_RETURN_IF_ERROR(take(features_[i].at));
  return {};
}

Status Finder::ask_bands(SignatureView cells, Answer& out) {
  const archive::BandKeys keys = archive::band_keys(cells);
  std::array<std::uint32_t, kRows + 1> asked{};
  for (std::uint32_t band = 0; band < kBands; ++band) {
    std::uint32_t rows = rows_;
    std::uint64_t documents = 0;
    for (;; ++rows) {
      const auto [low, high] = archive::keys_of_prefix(keys[band], rows);
      TEXTKIN_ASSIGN_OR_RETURN(documents, archive_.keys().find(band, low, high, stretches_));
      if (documents <= question_.most_of_a_key || rows == kRows) break;
    }
    out.hot_bands += rows > rows_ || documents > question_.most_of_a_key;
    if (documents > question_.most_of_a_key) continue;
    ++asked[rows];
    TEXTKIN_RETURN_IF_ERROR(take(stretches_));
  }
  out.rows = rows_;
  out.recall = recall_of(law_, question_.threshold.least_jaccard(), asked);
  return {};
}

Status Finder::verify(FeatureView set, DocId number, Answer& out) {
  TEXTKIN_RETURN_IF_ERROR(archive_.read(number, entry_));
  if (!entry_.alive_at(question_.sequence) || !question_.where.holds(entry_)) return {};
  ++out.candidates;
  const std::uint64_t needed = join::required_overlap(set.size(), entry_.size, question_.threshold, kAsked);
  if (needed > std::min<std::uint64_t>(set.size(), entry_.size)) return {};
  TEXTKIN_RETURN_IF_ERROR(archive_.read_text(number, text_));
  shingler_->sorted_set(text_, features_of_text_);
  ++out.verified;
  const std::optional<std::uint64_t> shared = join::overlap_at_least(set, features_of_text_, needed);
  if (!shared) return {};
  out.matches.push_back({.number = number,
                         .shared = static_cast<std::uint32_t>(*shared),
                         .size = static_cast<std::uint32_t>(features_of_text_.size())});
  return {};
}

Status Finder::find(FeatureView set, SignatureView cells, Answer& out) {
  out = {};
  if (set.empty()) return {};
  candidates_.clear();
  if (may_be_short(set.size())) TEXTKIN_RETURN_IF_ERROR(ask_features(set));
  if (may_be_long(set.size())) TEXTKIN_RETURN_IF_ERROR(ask_bands(cells, out));
  base::sort(candidates_.data(), candidates_.size());
  candidates_.erase(std::unique(candidates_.begin(), candidates_.end()), candidates_.end());
  for (const DocId number : candidates_) TEXTKIN_RETURN_IF_ERROR(verify(set, number, out));
  return {};
}

}  // namespace textkin::engine::index
