// PageCache: packs of texts that were unpacked, under the numbers of their last texts; those that nobody used for long
// make room for others. Such numbers are far apart, so that they are looked for in tables; pages of segments, of which
// a question looks at many more, have places of their own (held_pages.h).
//
// Threads: any number at once. Memory: at most what it was made with, and the pages that somebody still holds.
#pragma once

#include <array>
#include <cstdint>
#include <iterator>
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
    found->second->used = true;
    return found->second->page;
  }

  void keep(std::uint64_t name, Page page) {
    Shelf& shelf = shelf_of(name);
    const std::lock_guard lock(shelf.mutex);
    if (shelf.places.contains(name)) return;
    shelf.bytes += page->size() + kBytesOfAnEntry;
    shelf.pages.push_front({name, std::move(page), false});
    shelf.places.emplace(name, shelf.pages.begin());
    while (shelf.bytes > most_of_a_shelf_ && shelf.pages.size() > 1) make_room(shelf);
  }

 private:
  static constexpr std::size_t kShelves = 64;
  static constexpr std::uint64_t kBytesOfAnEntry = 128;  // list, table and control block, about

  struct Held {
    std::uint64_t name;
    Page page;
    bool used;  // since it was looked at to make room
  };
  struct Shelf {
    std::mutex mutex;
    std::list<Held> pages;  // the newest is first
    std::unordered_map<std::uint64_t, std::list<Held>::iterator> places;
    std::uint64_t bytes = 0;
  };

  // The oldest goes, unless it was used meanwhile: then it is as a new one.
  static void make_room(Shelf& shelf) {
    Held& oldest = shelf.pages.back();
    if (oldest.used) {
      oldest.used = false;
      shelf.pages.splice(shelf.pages.begin(), shelf.pages, std::prev(shelf.pages.end()));
      return;
    }
    shelf.bytes -= oldest.page->size() + kBytesOfAnEntry;
    shelf.places.erase(oldest.name);
    shelf.pages.pop_back();
  }

  Shelf& shelf_of(std::uint64_t name) { return shelves_[(name ^ name >> 7) % kShelves]; }

  std::uint64_t most_of_a_shelf_;
  std::array<Shelf, kShelves> shelves_;
};

}  // namespace textkin::archive
