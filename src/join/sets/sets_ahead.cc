#include "join/sets/sets_ahead.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/parallel.h"

namespace textkin::join {
namespace {

// Neighbours in the order of the input that one thread reads.
constexpr std::size_t kNeighbours = 512;
// Features of a block, about: half a mebibyte.
constexpr std::size_t kFeaturesABlock = std::size_t{1} << 16;
// Of a document beside its features.
constexpr std::uint64_t kBeside = 48;
// Of so many documents so many are asked whether they are at hand, fewer where these have so many bytes.
constexpr std::size_t kJudged = std::size_t{1} << 16;
constexpr std::size_t kAsked = 32;
constexpr std::size_t kMostBytesAsked = std::size_t{1} << 20;
// Of shorter texts a read alone costs more than to hold the set.
constexpr std::size_t kLeastMeanBytes = 1024;

}  // namespace

Result<std::size_t> SetsAhead::bring(std::span<const DocId> documents, std::span<const std::uint64_t> begin,
                                     std::size_t group, std::size_t large) {
  held_.clear();
  sizes_.clear();
  wanted_.clear();
  blocks_.clear();
  const std::size_t groups = begin.size() - 1;
  if (memory_ == 0 || group == groups) return groups;
  first_ = begin[group];
  // Some groups: what is at hand may be so no longer when the first of many have been compared.
  const auto behind =
      std::upper_bound(begin.begin() + static_cast<std::ptrdiff_t>(group) + 2, begin.end(), first_ + kJudged);
  std::size_t end = static_cast<std::size_t>(behind - begin.begin()) - 1;
  TEXTKIN_ASSIGN_OR_RETURN(const bool at_hand, are_at_hand(documents.subspan(first_, begin[end] - first_)));
  if (at_hand) return end;
  std::uint64_t features = 0;
  end = group;
  for (; end < groups; ++end) {
    const bool is_large = begin[end + 1] - begin[end] >= large;
    std::uint64_t further = 0;
    if (!is_large) TEXTKIN_RETURN_IF_ERROR(look_at(documents, begin[end], begin[end + 1], further));
    sizes_.resize(begin[end + 1] - first_, 0);
    const std::uint64_t needed = (features + further) * sizeof(Feature) + sizes_.size() * kBeside;
    if (needed > memory_) {
      // The group is the next one's first; one that is alone too large goes without.
      sizes_.resize((end == group ? begin[end + 1] : begin[end]) - first_);
      if (end == group) {
        std::ranges::fill(sizes_, 0u);
        ++end;
      }
      break;
    }
    features += further;
  }
  if (features == 0) return end;
  for (std::uint32_t i = 0; i < sizes_.size(); ++i)
    if (sizes_[i] > 0) wanted_.push_back({documents[first_ + i], i});
  std::sort(wanted_.begin(), wanted_.end());
  TEXTKIN_RETURN_IF_ERROR(read_in_order());
  return end;
}

// Whether those are that were asked, evenly spread, and of some length.
Result<bool> SetsAhead::are_at_hand(std::span<const DocId> documents) {
  const std::size_t step = std::max<std::size_t>(documents.size() / kAsked, 1);
  std::size_t asked = 0;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < documents.size() && bytes < kMostBytesAsked; i += step) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::optional<std::string_view> text, sources_.front()->text_at_hand(documents[i]));
    if (!text) return false;
    ++asked;
    bytes += text->size();
  }
  return bytes >= asked * kLeastMeanBytes;
}

Status SetsAhead::look_at(std::span<const DocId> documents, std::uint64_t from, std::uint64_t to,
                          std::uint64_t& features) {
  for (std::uint64_t place = from; place < to; ++place) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::optional<std::uint32_t> size, sources_.front()->size_to_read(documents[place]));
    sizes_.push_back(size.value_or(0));
    features += sizes_.back();
  }
  return {};
}

// Where each stretch of wanted_ begins that is one block, and the end.
std::vector<std::size_t> SetsAhead::cut() const {
  std::vector<std::size_t> begins{0};
  std::size_t features = 0;
  for (std::size_t i = 0; i < wanted_.size(); ++i) {
    features += sizes_[wanted_[i].place];
    if (features < kFeaturesABlock && i + 1 - begins.back() < kNeighbours && i + 1 < wanted_.size()) continue;
    begins.push_back(i + 1);
    features = 0;
  }
  return begins;
}

Status SetsAhead::read_in_order() {
  const std::vector<std::size_t> begins = cut();
  held_.resize(sizes_.size());
  blocks_.resize(begins.size() - 1);
  const auto threads = static_cast<unsigned>(sources_.size());
  std::vector<std::vector<Feature>> sets(threads);
  return base::parallel_for(blocks_.size(), threads, [&](std::size_t index, unsigned worker) -> Status {
    const std::span<const Wanted> stretch =
        std::span(wanted_).subspan(begins[index], begins[index + 1] - begins[index]);
    std::size_t features = 0;
    for (const Wanted& wanted : stretch) features += sizes_[wanted.place];
    std::vector<Feature>& block = blocks_[index];
    block.reserve(features);
    for (const Wanted& wanted : stretch) {
      // By itself first: whoever makes a set of repeats needs more room meanwhile, and a block that grew would have
      // moved the sets that are there.
      std::vector<Feature>& set = sets[worker];
      TEXTKIN_RETURN_IF_ERROR(sources_[worker]->features(wanted.doc, set));
      if (set.size() != sizes_[wanted.place]) return Status(Code::kBadInput, "a text changed while it was read");
      const std::size_t before = block.size();
      block.insert(block.end(), set.begin(), set.end());
      held_[wanted.place] = std::span(block).subspan(before);
    }
    return {};
  });
}

}  // namespace textkin::join
