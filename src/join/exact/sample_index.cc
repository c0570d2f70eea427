#include "join/exact/sample_index.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/sort.h"
#include "join/measures/threshold.h"
#include "join/sets/overlap.h"
#include "join/sets/pair_list.h"
#include "join/sets/set_sizes.h"

namespace textkin::join {
namespace {

constexpr std::uint32_t kUnknown = 0xFFFFFFFFu;

}  // namespace

Result<SampleIndex> SampleIndex::make(std::vector<FeatureView> sets, const Threshold& threshold, bool directed) {
  TEXTKIN_RETURN_IF_ERROR(check_threshold(threshold));
  SampleIndex index(threshold);
  if (directed && threshold.measure->kind == Measure::Kind::kDirected) {
    index.indexed_ = Part::kContained;
    index.asking_ = Part::kContainer;
  }
  index.group_equal(sets);
  TEXTKIN_RETURN_IF_ERROR(index.number_features());
  index.index_prefixes();
  return index;
}

void SampleIndex::group_equal(const std::vector<FeatureView>& sets) {
  for (std::uint32_t i = 0; i < sets.size(); ++i)
    if (!sets[i].empty()) members_.push_back(i);
  std::ranges::sort(members_, [&](std::uint32_t a, std::uint32_t b) {
    const auto order =
        std::lexicographical_compare_three_way(sets[a].begin(), sets[a].end(), sets[b].begin(), sets[b].end());
    return order != 0 ? order < 0 : a < b;
  });
  for (std::uint32_t i = 0; i < members_.size(); ++i) {
    const FeatureView set = sets[members_[i]];
    if (i > 0 && std::ranges::equal(set, records_.back())) {
      ++member_begin_.back();
      continue;
    }
    records_.push_back(set);
    sizes_.push_back(static_cast<std::uint32_t>(set.size()));
    member_begin_.push_back(i + 1);
  }
}

Status SampleIndex::number_features() {
  std::size_t occurrences = 0;
  for (const FeatureView set : records_) occurrences += set.size();
  features_.reserve(occurrences);
  for (const FeatureView set : records_) features_.insert(features_.end(), set.begin(), set.end());
  base::sort(features_.data(), features_.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < features_.size(); ++i) {
    if (i > 0 && features_[i] == features_[count - 1]) {
      ++frequency_.back();
      continue;
    }
    features_[count++] = features_[i];
    frequency_.push_back(1);
  }
  features_.resize(count);
  if (count >= kUnknown)
    return Status(Code::kExhausted, "the sample has more than 2^32 different shingles; take a smaller one");

  const auto bits = static_cast<unsigned>(std::bit_width(count | 1));
  shift_ = 64 - bits;
  directory_.assign((std::size_t{1} << bits) + 1, 0);
  for (const Feature feature : features_) ++directory_[(feature >> shift_) + 1];
  std::partial_sum(directory_.begin(), directory_.end(), directory_.begin());
  return {};
}

void SampleIndex::index_prefixes() {
  std::size_t prefixes = 0;
  for (const std::uint32_t size : sizes_) prefixes += probe_prefix(size, threshold_, indexed_);
  std::vector<base::KeyValue> entries;  // number -> (record << 32 | position)
  entries.reserve(prefixes);
  std::vector<std::uint64_t> places;
  for (std::uint32_t record = 0; record < records_.size(); ++record) {
    places.clear();
    for (const Feature feature : records_[record]) places.push_back(place(number_of(feature)));
    base::sort(places.data(), places.size());
    const std::uint64_t prefix = probe_prefix(sizes_[record], threshold_, indexed_);
    for (std::uint64_t position = 0; position < prefix; ++position)
      entries.push_back({.value = std::uint64_t{record} << 32 | position, .key = places[position] & 0xFFFFFFFFu});
  }
  base::sort(entries.data(), entries.size());
  list_begin_.assign(features_.size() + 1, 0);
  postings_.reserve(entries.size());
  for (const base::KeyValue& entry : entries) {
    ++list_begin_[entry.key + 1];
    postings_.push_back(
        {.record = static_cast<std::uint32_t>(entry.value >> 32), .position = static_cast<std::uint32_t>(entry.value)});
  }
  std::partial_sum(list_begin_.begin(), list_begin_.end(), list_begin_.begin());
}

std::uint32_t SampleIndex::number_of(Feature feature) const {
  const std::uint64_t bucket = feature >> shift_;
  for (std::uint32_t number = directory_[bucket]; number < directory_[bucket + 1]; ++number)
    if (features_[number] == feature) return number;
  return kUnknown;
}

void SampleIndex::similar(FeatureView set, Asker& asker, std::vector<std::uint32_t>& out) const {
  out.clear();
  if (set.empty()) return;
  // Whatever is similar to the set shares so many features with it.
  const std::uint64_t least = least_partner_size(set.size(), threshold_, asking_);
  std::vector<std::uint64_t>& known = asker.known_;
  known.clear();
  for (std::size_t i = 0; i < set.size(); ++i) {
    const std::uint32_t number = number_of(set[i]);
    if (number != kUnknown) known.push_back(place(number));
    if (known.size() + (set.size() - i - 1) < least) return;
  }
  base::sort(known.data(), known.size());
  const std::uint64_t unknown = set.size() - known.size();
  const std::uint64_t prefix = probe_prefix(set.size(), threshold_, asking_);
  asker.probe_.start(static_cast<std::uint32_t>(set.size()), asking_);
  for (std::uint64_t position = unknown; position < prefix; ++position) {
    const std::uint64_t number = known[position - unknown] & 0xFFFFFFFFu;
    for (std::uint64_t i = list_begin_[number]; i < list_begin_[number + 1]; ++i)
      asker.probe_.meet(static_cast<std::uint32_t>(position), postings_[i]);
  }
  for (const std::uint32_t record : asker.probe_.met()) {
    if (!asker.probe_.passes(record)) continue;
    if (!overlap_at_least(set, records_[record], asker.probe_.needed(record))) continue;
    out.insert(out.end(), members_.begin() + member_begin_[record], members_.begin() + member_begin_[record + 1]);
  }
}

}  // namespace textkin::join
