#include "engine/leaks/item_counts.h"

#include <algorithm>

namespace textkin::engine::leaks {
namespace {

// Most, and of those the first.
bool better(const ItemCounts::Shared& one, const ItemCounts::Shared& than) {
  return one.shared != than.shared ? one.shared > than.shared : one.item < than.item;
}

}  // namespace

void ItemCounts::add(DocId item, std::uint32_t times) {
  std::uint32_t& place = place_[item];
  if (place == 0) {
    items_.push_back({.item = item});
    place = static_cast<std::uint32_t>(items_.size());
  }
  items_[place - 1].shared += times;
}

void ItemCounts::clear() {
  place_.resize(grams_.collection().documents());
  for (const Shared& one : items_) place_[one.item] = 0;
  items_.clear();
}

std::span<const ItemCounts::Shared> ItemCounts::items_of(const LongLists& lists) {
  clear();
  for (const auto& [list, times] : lists)
    for (const DocId item : grams_.items_in(list)) add(item, times);
  return items_;
}

Combination& ItemCounts::combine(const LongLists& lists) {
  const auto [at, is_new] = combinations_.try_emplace(lists);
  Combination& combination = at->second;
  if (!is_new) return combination;
  Shared most;
  for (const Shared& one : items_of(lists)) {
    if (better(one, most)) most = one;
    if (!sets_.empty()) combination.sets.push_back(sets_[one.item]);
  }
  combination.item = most.item;
  combination.most = most.shared;
  combination.items = static_cast<std::uint32_t>(items_.size());
  std::ranges::sort(combination.sets);
  const auto again = std::ranges::unique(combination.sets);
  combination.sets.erase(again.begin(), again.end());
  combination.sets.shrink_to_fit();
  held_ += lists.size() + combination.sets.size();
  return combination;
}

std::uint32_t ItemCounts::shared_in(const LongLists& lists, DocId item) const {
  std::uint32_t shared = 0;
  for (const auto& [list, times] : lists)
    if (std::ranges::binary_search(grams_.items_in(list), item)) shared += times;
  return shared;
}

ItemCounts::Counted ItemCounts::count(std::span<const Gram> grams) {
  lists_.clear();
  for (const Gram gram : grams) lists_.push_back(grams_.list_of(gram));
  std::ranges::sort(lists_);
  long_.clear();
  for (std::size_t i = 0, end = 0; i < lists_.size(); i = end) {
    while (end < lists_.size() && lists_[end] == lists_[i]) ++end;
    if (grams_.items_in(lists_[i]).size() > kLong) long_.emplace_back(lists_[i], end - i);
  }
  Counted counted;
  if (!long_.empty()) {
    counted.combination = &combine(long_);
    counted.items = counted.combination->items;
    counted.most = {counted.combination->item, counted.combination->most, true};
  }
  clear();
  for (const ItemList list : lists_)
    if (grams_.items_in(list).size() <= kLong)
      for (const DocId item : grams_.items_in(list)) add(item, 1);
  for (Shared& one : items_) {
    const std::uint32_t besides = shared_in(long_, one.item);
    one.in_combination = besides > 0;
    one.shared += besides;
    counted.items += !one.in_combination;
    if (better(one, counted.most)) counted.most = one;
  }
  counted.alone = items_;
  return counted;
}

}  // namespace textkin::engine::leaks
