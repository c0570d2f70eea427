// ShortSets: sets so small that what is alike to one has at most one element more or less. They meet by keys of their
// own, without a signature, and all of them are found.
//
// Of two sets with n and m elements that differ in d, the Jaccard similarity is (n + m - d) / (n + m + d). Where the
// smaller has n elements and n / (n + 2) is below the threshold, an alike one differs in none or in one: it is the same
// set, or has one element more. So a short set gives the key of itself, and a set with an element more gives the keys
// of what is left without each of its elements. A key is a mix of a sum over mixed elements, which each can be taken
// out of. At 0.8 sets of up to 7 elements are short, at 0.9 of up to 17.
//
// The lowest bit of a key tells what gave it: 0 a whole set, or a band (banding.h); 1 a set without one element. Two
// sets that meet without a whole one differ in two elements and are not alike: such a bucket is none.
//
// Source: deletion neighbourhoods, as in Bocek, Hunt and Stiller 2007, on sets; prefix and length bounds of Bayardo,
// Ma and Srikant 2007.
#pragma once

#include <cstdint>
#include <span>

#include "base/sort.h"
#include "join/bands/banding.h"
#include "textkin/document.h"
#include "textkin/feature_set.h"

namespace textkin::join {

class ShortSets {
 public:
  // None at a threshold of 1/3 and below.
  explicit ShortSets(double least_jaccard);

  // Sets with 1 to so many elements; at most 24, so that their keys are not more than bands would be.
  std::uint32_t most() const { return most_; }
  bool is_short(std::size_t size) const { return size > 0 && size <= most_; }
  // Whether some short set may be alike to one of this size and have one element less.
  bool is_cut(std::size_t size) const { return size >= least_cut_ && size <= most_ + std::size_t{1}; }

  // Appends what a set gives: of a short one a whole record and its key, of one that is cut a key for each element.
  // With `keys` false only the whole record.
  void append(FeatureView set, DocId doc, bool keys, BandRecords& out) const;

 private:
  std::uint32_t most_ = 0;
  std::uint32_t least_cut_ = 0;
};

constexpr bool is_of_cut_set(std::uint64_t key) { return (key & 1) != 0; }

// The records from `from` on that are in one bucket, by key ascending: their keys are equal but for the lowest bit.
inline std::size_t end_of_bucket(std::span<const base::KeyValue> records, std::size_t from) {
  std::size_t to = from + 1;
  while (to < records.size() && records[to].key >> 1 == records[from].key >> 1) ++to;
  return to;
}

}  // namespace textkin::join
