// HeldPages: pages of segments that were read and checked; those that nobody used for long make room for others.
//
// A segment has a Shelf with a place a page, so that finding a page costs its place and the page itself: a question
// looks at some hundred pages, and a table of all of them cost a third of its time. What makes room is a clock over all
// places: one that was used since it was last looked at stays.
//
// Ownership: a shelf keeps what it is of. Threads: any number at once. Memory: at most what it was made with, places
// among it, and the pages that somebody still holds; where places leave less than a sixth of it, pages have that sixth
// all the same, and who opens segments is to refuse (of_places()).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace textkin::archive {

class HeldPages {
 public:
  static constexpr std::uint64_t kBytesOfAPlace = 72;  // itself, its block in the file, its first key

  // Of one allocation with its count of holders. Null: none.
  struct Page {
    std::shared_ptr<const char[]> bytes;
    std::uint32_t size = 0;

    static Page copy_of(std::string_view bytes);
    std::string_view view() const { return {bytes.get(), size}; }
    explicit operator bool() const { return bytes != nullptr; }
  };

  class Shelf {
   public:
    Shelf(std::shared_ptr<HeldPages> all, std::size_t pages);
    ~Shelf();
    Shelf(const Shelf&) = delete;
    Shelf& operator=(const Shelf&) = delete;

    // Null where it is not there.
    Page find(std::size_t number);
    void keep(std::size_t number, Page page);
    // It will be looked for soon: first its place, then the page's first lines are brought into the processor's cache.
    void expect_place(std::size_t number) const { __builtin_prefetch(&places_[number]); }
    void expect_page(std::size_t number);

   private:
    friend class HeldPages;
    // Held for some nanoseconds: while a page is taken, put or given back.
    class Place {
     public:
      Page take();                    // a copy, and it was used
      const char* bytes();            // where they were: they may be gone
      bool put(Page page);            // false where there is one
      Page give(bool although_used);  // none: it stays, and counts as not used; or there was none

     private:
      class Alone;
      std::atomic<bool> taken_ = false;
      bool used_ = false;
      Page page_;
    };

    std::shared_ptr<HeldPages> all_;
    std::vector<Place> places_;
  };

  explicit HeldPages(std::uint64_t memory) : most_(memory) {}

  // What all places take, with what a segment knows of each of its pages beside.
  std::uint64_t of_places();

 private:
  static constexpr std::uint64_t kBytesOfAPage = 48;  // beside its own: what the allocation takes, about
  static constexpr std::uint64_t kLeastPart = 6;

  void make_room();

  std::uint64_t most_;
  std::mutex mutex_;  // of what follows, and of putting and giving
  std::vector<Shelf*> shelves_;
  std::size_t shelf_ = 0;  // where the clock stands
  std::size_t place_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t of_places_ = 0;
};

}  // namespace textkin::archive
