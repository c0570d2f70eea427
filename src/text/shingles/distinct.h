// DistinctFilter: removes repeats from a row of features, in its place. Those of up to 2^20 keep the order of first
// occurrence; more are sorted, as a table of them would be missed by every cache at every step.
//
// A text of up to 4,096 features sets a bit for each, of 64 to 128 a feature, found by its top bits (they are fully
// mixed): those of a text of 2 KB are 4 KB, which the first-level cache holds and which are cleared in no time. Only
// features that find theirs set already, one of a hundred by chance, are compared with all before them. Where these are
// many, or the text is longer: a chained hash table over the features kept so far, four to eight heads a feature, found
// by the features' top bits, and links by number. A new feature is put in without a search and nearly always meets an
// empty head, so that the branch is predicted; numbers take 16 bits for texts of fewer than 65,535 features, so that
// the table of a text of 2 KB fits the first-level cache. No allocation once it has grown. Replication (`multiset`):
// the i-th further copy of feature f, i = 1, 2, ..., is passed on as mix64(f + i * kCopyStep), a feature of its own, so
// that Jaccard of the sets is the weighted Jaccard of the counts. Cost: 1 to 2 ns a feature by bits, 2 to 19 ns by the
// table (for the few copies and counts of long texts it has no bound and takes 40), 11 ns sorted. Threads: one filter a
// thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "textkin/feature_set.h"

namespace textkin::text {

inline constexpr std::uint64_t kCopyStep = 0xD6E8FEB86659FD93ull;

class DistinctFilter {
 public:
  // Moves the distinct ones of `count` features (fewer than 2^32 - 1) to the front; returns how many they are.
  std::size_t keep_distinct(Feature* features, std::size_t count);

  // Makes all of them distinct, each in its place.
  void replicate(Feature* features, std::size_t count);

  // The one or the other with what stands in `features` from place `from` on, which then ends behind what is kept.
  void make_distinct(std::vector<Feature>& features, std::size_t from, bool multiset);

  // Appends the distinct ones to `out`, and to `counts` how often each occurs.
  void append_counted(const Feature* features, std::size_t count, std::vector<Feature>& out,
                      std::vector<double>& counts);

 private:
  // Numbers are counted from 1; 0 ends a chain.
  template <class Number>
  struct Table {
    std::vector<Number> heads;
    std::vector<Number> links;  // links[i]: the next feature behind feature i
  };

  std::optional<std::size_t> keep_distinct_by_marks(Feature* features, std::size_t count);
  template <class Number>
  std::size_t keep_distinct(Table<Number>& table, Feature* features, std::size_t count);
  template <class Number>
  void replicate(Table<Number>& table, Feature* features, std::size_t count);
  // Fills kept_ and copies_; of feature i calls first(i), or repeated(i, how often it came before).
  template <class Number, class Repeated, class First>
  void count_copies(Table<Number>& table, const Feature* features, std::size_t count, Repeated repeated, First first);
  void give_back(std::size_t count);

  std::vector<std::uint64_t> marks_;  // bits
  std::vector<std::uint32_t> met_;    // places of features whose bit was set before
  Table<std::uint16_t> small_;
  Table<std::uint32_t> large_;
  std::vector<Feature> kept_;          // multisets and counts: the feature of each number
  std::vector<std::uint32_t> copies_;  // multisets and counts: how often it was seen
};

}  // namespace textkin::text
