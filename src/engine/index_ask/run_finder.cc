#include "engine/index_ask/run_finder.h"

#include <algorithm>
#include <array>
#include <utility>

#include "archive/fingerprint_keys.h"
#include "base/sort.h"
#include "engine/index/short_sets.h"
#include "join/measures/measure.h"
#include "join/sets/set_sizes.h"

namespace textkin::engine::index_ask {
namespace {

// Normalisers that tell apart what the words of passages (NFKC, case folded) do not: equal shingles are equal runs.
constexpr std::array<std::string_view, 6> kFine{"nfkc-casefold",  "nfc", "casefold", "ascii-lower",
                                                "collapse-space", "none"};

}  // namespace

bool shingles_are_runs(const index::IndexSpec& spec) {
  const TextSpec& text = spec.text;
  const bool fine = std::ranges::all_of(
      text.normalizers, [](const std::string& name) { return std::ranges::find(kFine, name) != kFine.end(); });
  return fine && text.unit == ShingleUnit::kWord && text.tokens == "unicode" && !text.multiset &&
         text.weights == Weights::kNone && text.stop_words.empty() && !text.stop_list && text.stem.empty() &&
         text.shingle_size >= align::WinnowSpec::for_guarantee(std::max(spec.passages, 1u)).run;
}

RunFinder::RunFinder(const archive::DocumentSource& archive, const index::IndexSpec& spec, const Question& question,
                     std::unique_ptr<Shingler> shingler)
    : archive_(archive),
      question_(question),
      verifier_(archive, std::move(shingler)),
      window_(align::WinnowSpec::for_guarantee(spec.passages).window),
      chances_(window_, question.recall) {}

// More than the smaller of both where they cannot be alike.
std::uint64_t RunFinder::overlap_with(FeatureView set, std::uint64_t size) const {
  return join::required_overlap(set.size(), size, question_.threshold, question_.part);
}

template <class Least>
Status RunFinder::read_hits(FeatureView set, std::uint64_t fewest, bool of_short, const Least& least, Answer& out) {
  base::sort(hits_.data(), hits_.size());
  for (std::size_t begin = 0, end = 0; begin < hits_.size(); begin = end) {
    while (end < hits_.size() && hits_[end] == hits_[begin]) ++end;
    if (end - begin < fewest) continue;
    TEXTKIN_ASSIGN_OR_RETURN(const bool is_one, verifier_.take_up(hits_[begin], question_));
    if (!is_one || (verifier_.size() < archive::kShort) != of_short || end - begin < least(verifier_.size())) continue;
    TEXTKIN_RETURN_IF_ERROR(verifier_.compare(set, question_.threshold, question_.part, out));
  }
  return {};
}

// Hits are shared features; at most so many more are shared as were not asked for.
Status RunFinder::ask_short(FeatureView set, Answer& out) {
  hits_.clear();
  TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t asked,
                           index::ask_short_sets(archive_.keys(), set, question_, question_.part, hits_));
  const std::uint64_t not_asked = set.size() - asked;
  const auto least = [&](std::uint64_t size) {
    const std::uint64_t overlap = overlap_with(set, size);
    return overlap > not_asked ? overlap - not_asked : 1;
  };
  return read_hits(set, 1, true, least, out);
}

Status RunFinder::look_up(std::span<const align::Fingerprint> runs) {
  keys_.clear();
  for (const align::Fingerprint& run : runs) keys_.push_back(archive::fingerprint_key(run.hash));
  base::sort(keys_.data(), keys_.size());
  keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
  hits_.clear();
  common_.clear();
  for (const std::uint64_t key : keys_) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t documents,
                             archive_.keys().find(archive::kFingerprintList, key, key, stretches_));
    if (documents > question_.most_of_a_key)
      common_.push_back(key);
    else
      TEXTKIN_RETURN_IF_ERROR(index::append_documents(stretches_, hits_));
  }
  return {};
}

// How many are common, or stand in one window with one that is.
std::uint64_t RunFinder::beside_common(std::span<const align::Fingerprint> runs) const {
  std::uint64_t beside = 0;
  std::size_t next = 0;
  for (const align::Fingerprint& run : runs) {
    if (!std::ranges::binary_search(common_, archive::fingerprint_key(run.hash))) continue;
    while (next < runs.size() && runs[next].place < std::uint64_t{run.place} + window_) {
      beside += runs[next].place + std::uint64_t{window_} > run.place ? 1 : 0;
      ++next;
    }
  }
  return beside;
}

Status RunFinder::ask_long(FeatureView set, std::span<const align::Fingerprint> runs, std::uint64_t without_run,
                           Answer& out) {
  const std::uint64_t n = set.size();
  const std::uint64_t smallest =
      std::max<std::uint64_t>(archive::kShort, join::least_partner_size(n, question_.threshold, question_.part));
  const std::uint64_t fewest = overlap_with(set, smallest);
  if (fewest > n) return {};
  TEXTKIN_RETURN_IF_ERROR(look_up(runs));
  const std::uint64_t not_asked = without_run + beside_common(runs);
  const auto shared_with = [&](std::uint64_t size) {
    const std::uint64_t overlap = std::max(overlap_with(set, size), fewest);
    return overlap > not_asked ? overlap - not_asked : 0;
  };
  const auto least = [&](std::uint64_t size) { return chances_.least_hits(shared_with(size)); };
  TEXTKIN_RETURN_IF_ERROR(read_hits(set, least(smallest), false, least, out));
  out.hot_bands = static_cast<std::uint32_t>(common_.size());
  const bool of_all_sizes =
      overlap_with(set, 2 * smallest) == fewest && overlap_with(set, 4 * (n + smallest)) == fewest;
  const std::uint64_t shared = shared_with(smallest);
  out.recall = of_all_sizes ? chances_.chance(shared, n) : chances_.least_chance(shared, n);
  return {};
}

Status RunFinder::find(FeatureView set, std::span<const align::Fingerprint> runs, std::uint64_t without_run,
                       Answer& out) {
  out = {.matches = {}, .at = question_.threshold.value};
  if (set.empty()) return {};
  const std::uint64_t least = join::least_partner_size(set.size(), question_.threshold, question_.part);
  if (least < archive::kShort) TEXTKIN_RETURN_IF_ERROR(ask_short(set, out));
  TEXTKIN_RETURN_IF_ERROR(ask_long(set, runs, std::min<std::uint64_t>(without_run, set.size()), out));
  std::ranges::sort(out.matches, {}, &index::Match::number);
  index::keep_best(question_, set.size(), out);
  return {};
}

}  // namespace textkin::engine::index_ask
