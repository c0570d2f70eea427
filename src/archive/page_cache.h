// PageCache: pages of segments that were read and checked, the least lately used of which make room for others.
//
// Threads: any number at once. Memory: at most what it was made with, and the pages that somebody still holds.
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

namespace textkin::archive {

class PageCache {
 public:
  using Page = std::shared_ptr<const std::string>;

  explicit PageCache(std::uint64_t memory) : most_of_a_shelf_(memory / kShelves) {}

  // Null where it is not there.
  Page find(std::uint64_t name) {
    Shelf& shelf = shelf_of(name);
    const std::lock_guard lock(shelf.mutex);
    const auto found = shelf.places.find(name);
    if (found == shelf.places.end()) return nullptr;
    shelf.pages.splice(shelf.pages.begin(), shelf.pages, found->second);
    return found->second->second;
  }

  void keep(std::uint64_t name, Page page) {
    Shelf& shelf = shelf_of(name);
    const std::lock_guard lock(shelf.mutex);
    if (shelf.places.contains(name)) return;
    shelf.bytes += page->size() + kBytesOfAnEntry;
    shelf.pages.emplace_front(name, std::move(page));
    shelf.places.emplace(name, shelf.pages.begin());
    while (shelf.bytes > most_of_a_shelf_ && shelf.pages.size() > 1) {
      shelf.bytes -= shelf.pages.back().second->size() + kBytesOfAnEntry;
      shelf.places.erase(shelf.pages.back().first);
      shelf.pages.pop_back();
    }
  }

 private:
  static constexpr std::size_t kShelves = 16;
  static constexpr std::uint64_t kBytesOfAnEntry = 128;  // list, table and control block, about

  struct Shelf {
    std::mutex mutex;
    std::list<std::pair<std::uint64_t, Page>> pages;  // the one used last is first
    std::unordered_map<std::uint64_t, std::list<std::pair<std::uint64_t, Page>>::iterator> places;
    std::uint64_t bytes = 0;
  };

  Shelf& shelf_of(std::uint64_t name) { return shelves_[(name ^ name >> 7) % kShelves]; }

  std::uint64_t most_of_a_shelf_;
  std::array<Shelf, kShelves> shelves_;
};

}  // namespace textkin::archive
