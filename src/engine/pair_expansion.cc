#include "engine/pair_expansion.h"

#include <algorithm>
#include <numeric>

namespace textkin::engine {

PairExpansion::PairExpansion(std::span<const std::uint32_t> sizes, std::span<const VerifiedPair> pairs,
                             std::span<const cluster::Duplicate> duplicates)
    : sizes_(sizes), first_(sizes.size()), group_begin_(sizes.size() + 1), partner_begin_(sizes.size() + 1) {
  std::iota(first_.begin(), first_.end(), DocId{0});
  for (const cluster::Duplicate& duplicate : duplicates) first_[duplicate.doc] = duplicate.first;

  // Both tables by counting: numbers, running sums, places.
  for (const DocId first : first_) ++group_begin_[first + 1];
  std::partial_sum(group_begin_.begin(), group_begin_.end(), group_begin_.begin());
  group_.resize(sizes.size());
  std::vector<std::uint64_t> next(group_begin_.begin(), group_begin_.end() - 1);
  for (DocId doc = 0; doc < first_.size(); ++doc) group_[next[first_[doc]]++] = doc;

  for (const VerifiedPair& pair : pairs) {
    ++partner_begin_[pair.a + 1];
    ++partner_begin_[pair.b + 1];
  }
  std::partial_sum(partner_begin_.begin(), partner_begin_.end(), partner_begin_.begin());
  partner_.resize(2 * pairs.size());
  next.assign(partner_begin_.begin(), partner_begin_.end() - 1);
  for (const VerifiedPair& pair : pairs) {
    partner_[next[pair.a]++] = {pair.b, pair.shared};
    partner_[next[pair.b]++] = {pair.a, pair.shared};
  }
}

std::span<const DocId> PairExpansion::group(DocId first) const {
  return std::span(group_).subspan(group_begin_[first], group_begin_[first + 1] - group_begin_[first]);
}

void PairExpansion::partners_after(DocId doc, std::vector<Partner>& out) const {
  out.clear();
  const DocId first = first_[doc];
  const auto add_group = [&](DocId representative, std::uint32_t shared) {
    for (const DocId member : group(representative))
      if (member > doc) out.push_back({member, shared});
  };
  add_group(first, sizes_[doc]);
  for (std::uint64_t i = partner_begin_[first]; i < partner_begin_[first + 1]; ++i)
    add_group(partner_[i].doc, partner_[i].shared);
  std::sort(out.begin(), out.end(), [](const Partner& a, const Partner& b) { return a.doc < b.doc; });
}

bool PairExpansion::holds(DocId a, DocId b) const {
  const DocId first = first_[a];
  const DocId other = first_[b];
  if (first == other) return true;
  const auto partners =
      std::span(partner_).subspan(partner_begin_[first], partner_begin_[first + 1] - partner_begin_[first]);
  return std::ranges::binary_search(partners, other, {}, &Partner::doc);
}

}  // namespace textkin::engine
