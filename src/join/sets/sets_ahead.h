// SetsAhead: the sets of many documents, read in the order of the input before they are asked for.
//
// Documents that are compared lie anywhere in the input. One by one, each costs a read of the file (one microsecond, or
// three where the input is far larger than the caches of the processor, or a wait for the disk); in ascending
// order many are read at once. So whole groups (that what compares will take one after another) are read ahead, as
// many as the memory holds. Where texts of a kilobyte or more are at hand, nothing is: a set that is made when it is
// compared lies in the processor's cache, and one that was held has gone through the memory and back, which costs more
// than the read. What is held here changes no result.
//
// Ownership: views live until the next bring(). Threads: bring() uses all sources; at() may be asked by any number.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "textkin/document.h"
#include "textkin/feature_set.h"
#include "textkin/feature_source.h"
#include "textkin/status.h"

namespace textkin::join {

class SetsAhead {
 public:
  // `memory`: bytes for sets and what is known of them; with 0 nothing is read ahead.
  SetsAhead(FeatureSources& sources, std::uint64_t memory) : sources_(sources), memory_(memory) {}

  // Group g is documents[begin[g] .. begin[g + 1]). Forgets what is held, reads the sets of groups from `group` on, and
  // returns the group behind the last that was looked at, which is one further at least. Groups of `large` documents or
  // more are passed over, and so are some groups of texts that seem to be at hand and long; a group that alone needs
  // more than the memory is not held. Fails where a source does.
  Result<std::size_t> bring(std::span<const DocId> documents, std::span<const std::uint64_t> begin, std::size_t group,
                            std::size_t large);

  // The set of documents[place]; its data() is null where it is not held.
  FeatureView at(std::size_t place) const {
    return place - first_ < held_.size() ? held_[place - first_] : FeatureView();
  }

 private:
  // A document to be read, by a sort into `documents`' order.
  struct Wanted {
    DocId doc;
    std::uint32_t place;  // less first_
    bool operator<(const Wanted& other) const { return doc < other.doc; }
  };

  Result<bool> are_at_hand(std::span<const DocId> documents);
  Status look_at(std::span<const DocId> documents, std::uint64_t from, std::uint64_t to, std::uint64_t& features);
  std::vector<std::size_t> cut() const;
  Status read_in_order();

  FeatureSources& sources_;
  std::uint64_t memory_;
  std::size_t first_ = 0;
  std::vector<FeatureView> held_;     // by place less first_
  std::vector<std::uint32_t> sizes_;  // the same; 0: not to be held
  std::vector<Wanted> wanted_;
  // Blocks that the heap has from what was freed before, where one array would be memory that nobody has touched.
  std::vector<std::vector<Feature>> blocks_;
};

}  // namespace textkin::join
