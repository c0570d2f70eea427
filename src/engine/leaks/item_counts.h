// ItemCounts: how much a document shares with each test item, from the lists of items that its n-grams stand in.
//
// What stands in very many items (a question's template, or items that are all one text) stands in very many documents,
// too, and nothing is too common to count. So a list of many items is not gone through for each document: documents
// with the same long lists have one Combination, whose items are counted once, and only short lists are counted anew.
// Memory: 12 bytes an item, and for combinations as much again. Threads: one each. Cost: some 2 ns for an item of a
// short list.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "engine/leaks/test_grams.h"

namespace textkin::engine::leaks {

// Long lists with how many n-grams of a document have each: ascending by list.
using LongLists = std::vector<std::pair<ItemList, std::uint32_t>>;

struct Combination {
  DocId item = kNoDoc;  // that has most of its n-grams; the first of those
  std::uint32_t most = 0;
  std::uint32_t items = 0;
  std::vector<std::uint32_t> sets;  // of its items; ascending
  // Who counts documents keeps here what is not yet counted of each item.
  std::uint32_t documents = 0;
  DocId first = kNoDoc;
};

class ItemCounts {
 public:
  // `sets`: by item, or empty where nobody asks for them. All must outlive it.
  ItemCounts(const TestGrams& grams, std::span<const std::uint32_t> sets) : grams_(grams), sets_(sets) {}

  struct Shared {
    DocId item = kNoDoc;
    std::uint32_t shared = 0;  // n-grams
    bool in_combination = false;
  };
  // What stands until the next call.
  struct Counted {
    Shared most;                         // the first of those with most
    std::uint32_t items = 0;             // that share something
    std::span<const Shared> alone;       // items of short lists, in no order; all others are in the combination
    Combination* combination = nullptr;  // null: no list is long
  };
  // Of these different n-grams.
  Counted count(std::span<const Gram> grams);

  // Whether combinations have outgrown their memory, so that it is time to forget them.
  bool is_full() const { return held_ > grams_.collection().documents() + kLeastHeld; }
  // Calls body(lists, combination) for each.
  template <class Body>
  void forget_combinations(Body body) {
    for (auto& [lists, combination] : combinations_) body(lists, combination);
    combinations_.clear();
    held_ = 0;
  }
  // Items of long lists, each once, with how many of the n-grams it has; in no order, until the next call.
  std::span<const Shared> items_of(const LongLists& lists);

 private:
  static constexpr std::size_t kLong = 64;  // items
  static constexpr std::size_t kLeastHeld = 4096;

  void add(DocId item, std::uint32_t times);
  void clear();
  Combination& combine(const LongLists& lists);
  std::uint32_t shared_in(const LongLists& lists, DocId item) const;

  const TestGrams& grams_;
  const std::span<const std::uint32_t> sets_;
  std::vector<std::uint32_t> place_;  // by item: 1 + its place in items_; 0: none
  std::vector<Shared> items_;
  std::vector<ItemList> lists_;
  LongLists long_;
  std::map<LongLists, Combination> combinations_;
  std::size_t held_ = 0;  // lists and sets of all of them
};

}  // namespace textkin::engine::leaks
