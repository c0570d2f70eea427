// Term weights: how much each feature of a document says about it.
//
// tf is how often the feature occurs in the document; tf-idf is tf ln(1 + N / df), N the documents of the collection
// and df those that have the feature: above 0 also where every document has it, so that no document is left without a
// vector. The weight is a quotient and a logarithm of whole numbers; nothing depends on the order of documents.
// Reference: Salton, Buckley, Term-weighting approaches in automatic text retrieval, 1988; Gakhov 2016.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "textkin/feature_set.h"

namespace textkin::text {

// Memory: 24 to 48 bytes a distinct feature, half as much again while it grows. Threads: add() by one; then any.
class DocumentFrequencies {
 public:
  // The distinct features of one document; it counts as a document also where it has none.
  void add(FeatureView set);

  std::uint64_t documents() const { return documents_; }
  std::uint64_t distinct() const { return distinct_; }
  std::uint64_t memory_bytes() const { return slots_.size() * sizeof(Slot); }

  // How many documents have the feature; 0 where none was added that has.
  std::uint32_t of(Feature feature) const;

  // Turns term frequencies into tf-idf weights, in place. Every feature must have been added.
  void weigh(FeatureView features, std::span<double> frequencies) const;

 private:
  struct Slot {
    Feature feature = 0;
    std::uint32_t count = 0;  // 0: free
  };
  std::size_t place_of(Feature feature) const;
  void grow();

  std::vector<Slot> slots_;
  std::uint64_t distinct_ = 0;
  std::uint64_t documents_ = 0;
};

}  // namespace textkin::text
