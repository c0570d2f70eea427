// HeldPages: pages of segments that were read and checked; those that were read first make room for others.
//
// A segment has a Shelf with a place a page, so that finding a page costs its place and the page itself: a question
// looks at some hundred pages, and a table of all of them cost a third of its time. Pages stand one behind the other in
// chunks, which are as large as the processor's large pages where there is memory for it: else most of a look would be
// finding out where in memory its page is. A page has no count of who holds it beside it, but its place has.
// What makes room is the oldest chunk, with all of its pages: keys are hashes, so that none of them is asked for
// more than others.
//
// Ownership: a shelf keeps what it is of. Threads: any number at once. Memory: at most what it was made with, places
// among it, and the chunks of which somebody holds a page, but one of 16 KiB, or of a page, at least; where places
// leave less than a sixth of it, pages have that sixth all the same, and who opens segments is to refuse (of_places()).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <list>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

namespace textkin::archive {

class HeldPages {
  // Of one page: where it is, and who holds it.
  struct Place {
    std::atomic<std::uint32_t> holders = 0;
    std::uint32_t size = 0;
    std::atomic<const char*> bytes = nullptr;
  };

 public:
  // Itself, its block in the file, its first key, and where its chunk knows of it.
  static constexpr std::uint64_t kBytesOfAPlace = 64;

  // A page, which stays where it is until this is gone; or none. To be held for as long as it is looked at.
  class Page {
   public:
    Page() = default;
    Page(Page&& other) noexcept : place_(std::exchange(other.place_, nullptr)) {}
    Page& operator=(Page&& other) noexcept {
      std::swap(place_, other.place_);
      return *this;
    }
    ~Page() {
      if (place_ != nullptr) place_->holders.fetch_sub(1, std::memory_order_release);
    }
    std::string_view view() const { return {place_->bytes.load(std::memory_order_relaxed), place_->size}; }
    explicit operator bool() const { return place_ != nullptr; }

   private:
    friend class HeldPages;
    explicit Page(Place& held) : place_(&held) {}
    Place* place_ = nullptr;
  };

  class Shelf {
   public:
    Shelf(std::shared_ptr<HeldPages> all, std::size_t pages);
    ~Shelf();  // nobody holds a page of it
    Shelf(const Shelf&) = delete;
    Shelf& operator=(const Shelf&) = delete;

    // None where it is not there.
    Page find(std::size_t number) { return hold(places_[number]); }
    // A copy of `bytes`, or what is there already.
    Page keep(std::size_t number, std::string_view bytes);
    // It will be looked for soon: first its place, then the page's first lines are brought into the processor's cache.
    void expect_place(std::size_t number) const { __builtin_prefetch(&places_[number]); }
    void expect_page(std::size_t number) const;

   private:
    struct Free {
      void operator()(Place* places) const { std::free(places); }
    };

    std::shared_ptr<HeldPages> all_;
    std::size_t size_;
    std::unique_ptr<Place[], Free> places_;
  };

  explicit HeldPages(std::uint64_t memory) : most_(memory) {}
  ~HeldPages();

  // What all places take, with what a segment knows of each of its pages beside.
  std::uint64_t of_places();

 private:
  struct Chunk {
    char* begin = nullptr;
    std::uint64_t size = 0;
    std::uint64_t used = 0;
    std::vector<Place*> places;  // of pages in it; some of pages that are gone
  };

  static Page hold(Place& place);
  static bool give_back(Place& place);
  static bool give_back(Chunk& chunk);
  std::uint64_t most_of_chunks() const;
  void make_room(std::uint64_t bytes);
  void begin_chunk(std::uint64_t least);
  void free_first();

  std::uint64_t most_;
  std::mutex mutex_;         // of what follows, and of putting and giving back
  std::list<Chunk> chunks_;  // the oldest is first, and the last one is filled
  std::uint64_t bytes_ = 0;  // of chunks
  std::uint64_t of_places_ = 0;
};

}  // namespace textkin::archive
