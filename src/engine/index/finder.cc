#include "engine/index/finder.h"

#include <algorithm>
#include <utility>

#include "base/sort.h"
#include "engine/index/index_spec.h"
#include "engine/index/short_sets.h"
#include "join/measures/measure.h"
#include "join/sets/set_sizes.h"
#include "sketch/catalog.h"

namespace textkin::engine::index {
namespace {

using archive::kBands;
using archive::kRows;

// What is asked is the part that containment is of.
constexpr join::Part kAsked = join::Part::kContained;

// Records that are looked at of what was left out; fewer where many of them are alike.
constexpr std::uint64_t kSample = 256;
constexpr std::uint64_t kFewestOfSample = 64;
constexpr std::uint64_t kEnoughAlike = 16;

double recall_of_bands(const Question& question) {
  return question.confidence > 0 ? (1 + question.recall) / 2 : question.recall;
}

}  // namespace

std::uint32_t rows_for(const CollisionLaw& law, double similarity, double recall) {
  for (std::uint32_t rows = kRows; rows > 1; --rows)
    if (law.candidate_probability(similarity, kBands, rows) >= recall) return rows;
  return 1;
}

Finder::Finder(const archive::DocumentSource& archive, const CollisionLaw& law, const Question& question,
               std::unique_ptr<Shingler> shingler)
    : archive_(archive),
      law_(law),
      question_(question),
      verifier_(archive, std::move(shingler)),
      rows_(rows_for(law, question.threshold.least_jaccard(), recall_of_bands(question))) {
  if (estimates()) top_estimates_ = std::exchange(question_.top, 0);
}

bool Finder::may_be_short(std::size_t size) const {
  return join::least_partner_size(size, question_.threshold, kAsked) < archive::kShort;
}

bool Finder::may_be_long(std::size_t size) const {
  return size >= archive::kShort || join::required_overlap(size, archive::kShort, question_.threshold, kAsked) <= size;
}

Result<std::uint64_t> Finder::look_up(std::uint32_t band, std::uint32_t rows) {
  const auto [low, high] = archive::keys_of_prefix(bands_[band].key, rows);
  return archive_.keys().find(band, low, high, stretches_);
}

// Where they are asked in several steps: which of them can give anything. Of most questions none can.
Status Finder::begin_bands(SignatureView cells) {
  const archive::BandKeys keys = archive::band_keys(cells);
  for (std::uint32_t band = 0; band < kBands; ++band) {
    bands_[band] = {.key = keys[band]};
    expected_[band] = {.list = band, .low = archive::keys_of_prefix(keys[band], rows_).first};
  }
  archive_.keys().expect(expected_);
  for (std::uint32_t band = 0; band < kBands; ++band) {
    if (question_.top == 0 || rows_ == kRows) continue;
    TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t documents, look_up(band, rows_));
    bands_[band].empty = documents == 0;
  }
  return {};
}

// One with so many rows, where it was asked with one row more before, or not yet.
Status Finder::ask_band(std::uint32_t number, std::uint32_t rows) {
  Band& band = bands_[number];
  if (band.empty) band.rows = rows;
  if (band.hot || band.empty) return {};
  for (;; ++rows) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t documents, look_up(number, rows));
    const bool fits = documents <= question_.most_of_a_key;
    band.hot = band.hot || !fits;
    if (!fits && band.rows == 0 && rows < kRows) continue;
    if (!fits) return {};
    if (documents > band.documents) TEXTKIN_RETURN_IF_ERROR(append_documents(stretches_, candidates_));
    band.documents = documents;
    band.rows = rows;
    return {};
  }
}

// Of the bands as they were asked.
double Finder::recall_at(double similarity) const {
  const double jaccard = join::Threshold(similarity, *question_.threshold.measure).least_jaccard();
  double missed = 1;
  for (std::uint32_t rows = 1; rows <= kRows; ++rows) {
    const auto bands = static_cast<std::uint32_t>(std::ranges::count(bands_, rows, &Band::rows));
    if (bands > 0) missed *= 1 - law_.candidate_probability(jaccard, bands, rows);
  }
  return 1 - missed;
}

Status Finder::ask_bands(FeatureView set, SignatureView cells, Answer& out) {
  TEXTKIN_RETURN_IF_ERROR(begin_bands(cells));
  for (std::uint32_t rows = question_.top > 0 ? kRows : rows_; rows >= rows_; --rows) {
    for (std::uint32_t band = 0; band < kBands; ++band) TEXTKIN_RETURN_IF_ERROR(ask_band(band, rows));
    TEXTKIN_RETURN_IF_ERROR(verify_new(set, out));
    out.rows = rows;
    if (question_.top > 0 && out.above_the_last && recall_at(out.at) >= question_.recall) break;
  }
  out.hot_bands = static_cast<std::uint32_t>(std::ranges::count(bands_, true, &Band::hot));
  out.recall = recall_at(out.at);
  // Of those that lie at the threshold the intervals of so many lie below it.
  if (estimates()) out.recall = std::max(0.0, out.recall - (1 - question_.confidence) / 2);
  return out.hot_bands > 0 ? count_left_out(set, out) : Status();
}

// Of the text that was verified last.
archive::BandKeys Finder::keys_of_verified() {
  if (estimates()) return verifier_.cells();
  sketched_.clear();
  sketched_.values = verifier_.features();
  sketched_.offsets.push_back(verifier_.features().size());
  sketcher_->sketch(sketched_, signature_);
  return archive::band_keys(signature_[0]);
}

Status Finder::count_left_out(FeatureView set, Answer& out) {
  if (sketcher_ == nullptr && !estimates()) {
    TEXTKIN_ASSIGN_OR_RETURN(sketcher_, sketch::make_bandable(sketch_of_index()));
  }
  left_out_.clear();
  for (std::uint32_t band = 0; band < kBands; ++band) {
    if (!bands_[band].hot) continue;
    TEXTKIN_RETURN_IF_ERROR(look_up(band, out.rows).status());
    left_out_.add(band, bands_[band].key, out.rows, stretches_);
  }
  for (const std::uint64_t records : {kFewestOfSample, kSample}) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t alike, look_at_left_out(set, records, out));
    if (alike >= kEnoughAlike) break;
  }
  const auto found = static_cast<double>(out.matches.size());
  if (out.left_out > 0) out.recall *= found / (found + out.left_out);
  return {};
}

// How many of so many records are of documents that the answer lacks, and what that comes to.
Result<std::uint64_t> Finder::look_at_left_out(FeatureView set, std::uint64_t records, Answer& out) {
  TEXTKIN_RETURN_IF_ERROR(left_out_.sample(records, candidates_));
  const double records_of_one = static_cast<double>(left_out_.records()) / static_cast<double>(candidates_.size());
  std::uint64_t alike = 0;
  DocId last = kNoDoc;
  double of_last = 0;  // what one record of it stands for
  out.left_out = 0;
  for (const DocId number : candidates_) {
    if (number != last) {
      last = number;
      of_last = 0;
      Answer one{.matches = {}};
      if (!std::ranges::binary_search(looked_at_, number)) TEXTKIN_RETURN_IF_ERROR(verify(set, number, one));
      if (!one.matches.empty() && counts(one.matches.front(), set.size(), out))
        of_last = records_of_one / left_out_.times(keys_of_verified());
    }
    out.left_out += of_last;
    alike += of_last > 0 ? 1 : 0;
  }
  candidates_.clear();
  return alike;
}

// Whether the answer should have had it.
bool Finder::counts(const Match& match, std::size_t size, const Answer& answer) const {
  return !answer.above_the_last || question_.threshold.measure->of(match.shared, size, match.size, kAsked) > answer.at;
}

Status Finder::verify(FeatureView set, DocId number, Answer& out) {
  TEXTKIN_ASSIGN_OR_RETURN(const bool is_one, verifier_.take_up(number, question_));
  return is_one ? verifier_.compare(set, least_, kAsked, out) : Status();
}

Status Finder::verify_new(FeatureView set, Answer& out) {
  base::sort(candidates_.data(), candidates_.size());
  candidates_.erase(std::unique(candidates_.begin(), candidates_.end()), candidates_.end());
  const auto is_new = [&](DocId number) { return !std::ranges::binary_search(looked_at_, number); };
  for (const DocId number : candidates_)
    if (is_new(number)) TEXTKIN_RETURN_IF_ERROR(verify(set, number, out));
  looked_at_.insert(looked_at_.end(), candidates_.begin(), candidates_.end());
  base::sort(looked_at_.data(), looked_at_.size());
  candidates_.clear();
  keep_best(question_, set.size(), out);
  // What is less alike than the last of them need not be looked at any more.
  if (out.above_the_last) least_.value = out.at;
  return {};
}

Status Finder::find(FeatureView set, SignatureView cells, Answer& out) {
  out = {.matches = {}, .at = question_.threshold.value};
  if (set.empty()) return {};
  candidates_.clear();
  looked_at_.clear();
  least_ = question_.threshold;
  if (estimates()) verifier_.ask(archive::band_keys(cells), question_.confidence);
  out.estimated = estimates();
  if (may_be_short(set.size()))
    TEXTKIN_RETURN_IF_ERROR(ask_short_sets(archive_.keys(), set, question_, kAsked, candidates_).status());
  TEXTKIN_RETURN_IF_ERROR(may_be_long(set.size()) ? ask_bands(set, cells, out) : verify_new(set, out));
  if (top_estimates_ > 0) keep_greatest_estimates(set.size(), out);
  return {};
}

// Of all that was found: what is said of it is not said of those that are shown.
void Finder::keep_greatest_estimates(std::uint64_t size, Answer& out) const {
  Question best = question_;
  best.top = top_estimates_;
  const double at = out.at;
  keep_best(best, size, out);
  out.at = at;
  out.above_the_last = false;
}

}  // namespace textkin::engine::index
