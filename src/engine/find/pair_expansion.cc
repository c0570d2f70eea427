#include "engine/find/pair_expansion.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/free_room.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "store/document_reader.h"
#include "textkin/duplicate.h"

namespace textkin::engine::find {
namespace {

using Partner = PairExpansion::Partner;

// Documents whose partners one thread puts in order at a time.
constexpr std::size_t kDocumentsAStretch = 1024;

// So many are sorted as numbers, in half a mebibyte beside.
constexpr std::size_t kMostKeys = std::size_t{1} << 16;

// `keys`: room that is kept.
void sort_by_document(std::span<Partner> partners, std::vector<std::uint64_t>& keys) {
  if (std::ranges::is_sorted(partners, {}, &Partner::doc)) return;
  if (partners.size() > kMostKeys) {
    std::ranges::sort(partners, {}, &Partner::doc);
    return;
  }
  keys.clear();
  for (const auto& [doc, shared] : partners) keys.push_back(std::uint64_t{doc} << 32 | shared);
  base::sort(keys.data(), keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i)
    partners[i] = {static_cast<DocId>(keys[i] >> 32), static_cast<std::uint32_t>(keys[i])};
}

}  // namespace

Result<PairExpansion> PairExpansion::make(DocId documents, const PairStore& pairs,
                                          std::span<const Duplicate> duplicates, const std::string& directory,
                                          std::uint64_t memory, unsigned threads) {
  PairExpansion expansion;
  expansion.make_groups(documents, duplicates);
  TEXTKIN_RETURN_IF_ERROR(expansion.make_partners(pairs, directory, memory, threads));
  return expansion;
}

// Both tables by counting: numbers, running sums, places; each group is filled from its end, where its place then is.
void PairExpansion::make_groups(DocId documents, std::span<const Duplicate> duplicates) {
  first_.resize(documents);
  std::iota(first_.begin(), first_.end(), DocId{0});
  for (const Duplicate& duplicate : duplicates) first_[duplicate.doc] = duplicate.first;
  group_begin_.resize(documents + std::size_t{1});
  for (const DocId first : first_) ++group_begin_[first];
  std::partial_sum(group_begin_.begin(), group_begin_.end(), group_begin_.begin());
  group_.resize(documents);
  for (DocId doc = documents; doc-- > 0;) group_[--group_begin_[first_[doc]]] = doc;
}

Status PairExpansion::make_partners(const PairStore& pairs, const std::string& directory, std::uint64_t memory,
                                    unsigned threads) {
  const auto documents = static_cast<DocId>(first_.size());
  partner_begin_.resize(documents + std::size_t{1});
  std::vector<VerifiedPair> scratch;
  for (std::size_t chunk = 0; chunk < pairs.chunks(); ++chunk) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::span<const VerifiedPair> read, pairs.read(chunk, scratch));
    for (const VerifiedPair& pair : read) {
      ++partner_begin_[pair.a + std::size_t{1}];
      ++partner_begin_[pair.b + std::size_t{1}];
    }
  }
  std::partial_sum(partner_begin_.begin(), partner_begin_.end(), partner_begin_.begin());
  const std::uint64_t most = std::max<std::uint64_t>(memory / sizeof(Partner), 1);
  if (partner_begin_.back() <= most) return fill(pairs, 0, documents, threads);

  // Stretch by stretch of documents, as many as memory holds, each from another reading of all pairs.
  scratch_ = std::make_unique<base::ScratchFile>(directory);
  for (DocId begin = 0; begin < documents;) {
    DocId end = begin + 1;
    while (end < documents && partner_begin_[end + std::size_t{1}] - partner_begin_[begin] <= most) ++end;
    TEXTKIN_RETURN_IF_ERROR(fill(pairs, begin, end, threads));
    TEXTKIN_RETURN_IF_ERROR(
        scratch_->append({reinterpret_cast<const char*>(partner_.data()), partner_.size() * sizeof(Partner)}).status());
    begin = end;
  }
  base::free_room(partner_);
  return {};
}

// The partners of the documents [begin, end).
Status PairExpansion::fill(const PairStore& pairs, DocId begin, DocId end, unsigned threads) {
  const std::uint64_t offset = partner_begin_[begin];
  partner_.resize(partner_begin_[end] - offset);
  std::vector<std::uint64_t> next(partner_begin_.begin() + begin, partner_begin_.begin() + end);
  const auto put = [&](DocId doc, Partner partner) {
    if (doc >= begin && doc < end) partner_[next[doc - begin]++ - offset] = partner;
  };
  std::vector<VerifiedPair> scratch;
  for (std::size_t chunk = 0; chunk < pairs.chunks(); ++chunk) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::span<const VerifiedPair> read, pairs.read(chunk, scratch));
    for (const VerifiedPair& pair : read) {
      put(pair.a, {pair.b, pair.shared});
      put(pair.b, {pair.a, pair.shared});
    }
  }
  std::vector<std::vector<std::uint64_t>> keys(threads);
  const std::size_t stretches = (end - begin + kDocumentsAStretch - 1) / kDocumentsAStretch;
  return base::parallel_for(stretches, threads, [&](std::size_t stretch, unsigned worker) -> Status {
    const std::size_t first = begin + stretch * kDocumentsAStretch;
    for (std::size_t doc = first; doc < std::min<std::size_t>(first + kDocumentsAStretch, end); ++doc)
      sort_by_document(
          std::span(partner_).subspan(partner_begin_[doc] - offset, partner_begin_[doc + 1] - partner_begin_[doc]),
          keys[worker]);
    return {};
  });
}

std::span<const DocId> PairExpansion::group(DocId first) const {
  return std::span(group_).subspan(group_begin_[first], group_begin_[first + 1] - group_begin_[first]);
}

Result<std::span<const PairExpansion::Partner>> PairExpansion::partners(DocId first,
                                                                        std::vector<Partner>& scratch) const {
  const std::uint64_t begin = partner_begin_[first];
  const std::uint64_t count = partner_begin_[first + std::size_t{1}] - begin;
  if (scratch_ == nullptr) return std::span(partner_).subspan(begin, count);
  scratch.resize(count);
  if (count > 0)
    TEXTKIN_RETURN_IF_ERROR(
        scratch_->read_at(begin * sizeof(Partner), reinterpret_cast<char*>(scratch.data()), count * sizeof(Partner)));
  return std::span<const Partner>(scratch);
}

Status PairExpansion::partners_after(DocId doc, std::uint32_t size, std::vector<Partner>& out) const {
  out.clear();
  const DocId first = first_[doc];
  const auto add_group = [&](DocId representative, std::uint32_t shared) {
    for (const DocId member : group(representative))
      if (member > doc) out.push_back({member, shared});
  };
  add_group(first, size);
  std::vector<Partner> scratch;
  TEXTKIN_ASSIGN_OR_RETURN(const std::span<const Partner> of_first, partners(first, scratch));
  for (const Partner& partner : of_first) add_group(partner.doc, partner.shared);
  std::vector<std::uint64_t> keys;
  sort_by_document(out, keys);
  return {};
}

Result<bool> PairExpansion::holds(DocId a, DocId b) const {
  if (first_[a] == first_[b]) return true;
  std::vector<Partner> scratch;
  TEXTKIN_ASSIGN_OR_RETURN(const std::span<const Partner> of_a, partners(first_[a], scratch));
  return std::ranges::binary_search(of_a, first_[b], {}, &Partner::doc);
}

Status each_pair(const read::Collection& collection, const PairExpansion& expansion, const VisitPair& visit) {
  const bool two_sides = collection.against < collection.documents();
  const DocId end = two_sides ? collection.against : collection.documents();
  store::DocumentReader documents(collection.table);
  store::DocumentReader partner_documents(collection.table);
  store::DocumentRow row;
  store::DocumentRow other;
  std::vector<PairExpansion::Partner> partners;
  for (DocId a = 0; a < end; ++a) {
    TEXTKIN_RETURN_IF_ERROR(documents.read_record(a, row));
    TEXTKIN_RETURN_IF_ERROR(expansion.partners_after(a, row.size, partners));
    for (const auto& [b, shared] : partners) {
      if (two_sides && b < collection.against) continue;
      TEXTKIN_RETURN_IF_ERROR(partner_documents.read_record(b, other));
      TEXTKIN_RETURN_IF_ERROR(visit({a, b, shared, row.size, other.size}));
    }
  }
  return {};
}

}  // namespace textkin::engine::find
