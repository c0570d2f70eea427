#include "join/sets/sets_ahead.h"

#include <algorithm>
#include <optional>

#include "base/parallel.h"

namespace textkin::join {
namespace {

// Neighbours in the order of the input that one thread reads.
constexpr std::size_t kNeighbours = 512;
// Features of a block: half a mebibyte.
constexpr std::size_t kFeaturesABlock = std::size_t{1} << 16;
// Of a document beside its features.
constexpr std::uint64_t kBeside = 48;

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
  std::uint64_t features = 0;
  std::size_t end = group;
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
  lay_out();
  TEXTKIN_RETURN_IF_ERROR(read_in_order());
  return end;
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

void SetsAhead::lay_out() {
  held_.resize(sizes_.size());
  Feature* next = nullptr;
  std::size_t free = 0;
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    if (sizes_[i] == 0) continue;
    if (sizes_[i] > free) {
      free = std::max<std::size_t>(kFeaturesABlock, sizes_[i]);
      next = blocks_.emplace_back(std::make_unique_for_overwrite<Feature[]>(free)).get();
    }
    held_[i] = {next, sizes_[i]};
    next += sizes_[i];
    free -= sizes_[i];
  }
}

Status SetsAhead::read_in_order() {
  const auto threads = static_cast<unsigned>(sources_.size());
  std::vector<std::vector<Feature>> read(threads);
  const std::size_t stretches = (wanted_.size() + kNeighbours - 1) / kNeighbours;
  return base::parallel_for(stretches, threads, [&](std::size_t stretch, unsigned worker) -> Status {
    const std::size_t end = std::min(wanted_.size(), (stretch + 1) * kNeighbours);
    for (std::size_t i = stretch * kNeighbours; i < end; ++i) {
      const std::span<Feature> place = held_[wanted_[i].place];
      TEXTKIN_RETURN_IF_ERROR(sources_[worker]->features(wanted_[i].doc, read[worker]));
      if (read[worker].size() != place.size()) return Status(Code::kBadInput, "a text changed while it was read");
      std::ranges::copy(read[worker], place.begin());
    }
    return {};
  });
}

}  // namespace textkin::join
