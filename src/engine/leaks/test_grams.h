// TestGrams: the n-grams of the test sets, all in memory: which items have them, and how they are spelled.
//
// An n-gram is a shingle of the run's TextSpec. Nothing is too common to count: what stands in every item leaks as
// much. Items that share many n-grams, as equal ones do, share one list. Memory: some 32 bytes an n-gram of an item,
// the items' texts once and 8 bytes a word, 96 an item; twice as much for the n-grams while they are sorted. Threads:
// any number at once, once it is made.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/sort.h"
#include "engine/leaks/hash_bits.h"
#include "engine/read/collection.h"
#include "engine/run/read_options.h"
#include "text/tokens/token_row.h"
#include "textkin/feature_set.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::leaks {

using Gram = std::uint32_t;      // number of a different n-gram
using ItemList = std::uint32_t;  // number of a different list of items
inline constexpr Gram kNoGram = 0xFFFFFFFFu;

// For a byte of a document, of words as long as they usually are: what is told to somebody whose document is too large
// to be read.
inline constexpr std::uint64_t kBytesAGramByte = 24;

class TestGrams {
 public:
  // `tests` names the test sets as INPUT. kExhausted, with what would do, where they do not fit in three eighths of the
  // memory, and for 2^32 n-grams. kInvalidArgument where n-grams have no spelling: of weighted items and k-mers.
  static Result<std::unique_ptr<TestGrams>> read(const run::Reading& tests, Progress& progress);

  const read::Collection& collection() const { return collection_; }

  // The n-gram of that feature, or kNoGram. Cost: a bit of a table, which most features miss.
  Gram find(Feature feature) const;

  std::size_t size() const { return features_.size(); }
  // As the first item that has it spells it. A hash alone removes nothing.
  std::string_view spelling(Gram gram) const;
  ItemList list_of(Gram gram) const { return lists_[gram]; }
  // The items of a list, ascending; at least one.
  std::span<const DocId> items_in(ItemList list) const {
    return std::span(items_).subspan(list_begins_[list], list_begins_[list + 1] - list_begins_[list]);
  }
  std::span<const DocId> items_of(Gram gram) const { return items_in(list_of(gram)); }

  // Of each item, how many of its n-grams counts(Gram) is true of.
  template <class Counts>
  std::vector<std::uint32_t> count(Counts counts) const {
    std::vector<std::uint32_t> of_lists(list_begins_.size() - 1);
    for (Gram gram = 0; gram < size(); ++gram) of_lists[lists_[gram]] += counts(gram);
    std::vector<std::uint32_t> of_items(collection_.documents());
    for (ItemList list = 0; list < of_lists.size(); ++list)
      for (const DocId item : items_in(list)) of_items[item] += of_lists[list];
    return of_items;
  }

  // Of each file the items of fewer words or characters than an n-gram has, which are one n-gram, all of it.
  Result<std::vector<std::uint64_t>> count_short() const;
  // Of memory, while documents are searched.
  std::uint64_t bytes() const { return bytes_; }

 private:
  friend class GramReader;
  struct Place {
    std::uint32_t block;
    std::uint32_t first;  // of the block's words or characters
    std::uint32_t length;
  };

  TestGrams() = default;
  // Of all n-grams of all items: feature, and item and place in it.
  void index(std::vector<base::KeyValue> all);

  read::Collection collection_;
  std::uint64_t bytes_ = 0;
  HashBits bits_;
  std::vector<Feature> features_;     // ascending
  std::vector<ItemList> lists_;       // by n-gram
  std::vector<std::uint32_t> words_;  // by n-gram: its first word in the first item of its list
  std::vector<std::uint32_t> list_begins_{0};
  std::vector<DocId> items_;
  std::vector<text::TokenRow> texts_;  // a block of items each
  std::vector<Place> places_;          // by item
};

}  // namespace textkin::engine::leaks
