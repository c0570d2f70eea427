#include "archive/held_pages.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <thread>

namespace textkin::archive {
namespace {

constexpr std::uint64_t kLeastPart = 6;
constexpr std::uint64_t kLeastChunk = 16u << 10;
constexpr std::uint64_t kMostChunk = 2u << 20;  // what a processor finds in one step
constexpr std::uint64_t kChunks = 8;            // there are as many at least, where there is memory for more than one
constexpr std::uint64_t kLine = 64;             // of the processor's cache
// Of a place: somebody puts a page there, or takes it away.
constexpr std::uint32_t kAlone = 1u << 31;

char* map(std::uint64_t size) {
  void* const begin = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (begin == MAP_FAILED) throw std::bad_alloc();
  return static_cast<char*>(begin);
}

// A large one begins where a large page of the processor does. That the system gives none changes nothing but time.
char* map_chunk(std::uint64_t size) {
  if (size < kMostChunk) return map(size);
  char* const begin = map(size + kMostChunk);
  const std::uint64_t before = (kMostChunk - reinterpret_cast<std::uintptr_t>(begin) % kMostChunk) % kMostChunk;
  if (before > 0) ::munmap(begin, before);
  if (before < kMostChunk) ::munmap(begin + before + size, kMostChunk - before);
  ::madvise(begin + before, size, MADV_HUGEPAGE);
  return begin + before;
}

}  // namespace

HeldPages::Page HeldPages::hold(Place& place) {
  while ((place.holders.fetch_add(1, std::memory_order_acquire) & kAlone) != 0) {
    place.holders.fetch_sub(1, std::memory_order_relaxed);
    std::this_thread::yield();
  }
  Page held(place);
  return place.bytes.load(std::memory_order_relaxed) == nullptr ? Page() : std::move(held);
}

// False where somebody holds it.
bool HeldPages::give_back(Place& place) {
  std::uint32_t nobody = 0;
  if (!place.holders.compare_exchange_strong(nobody, kAlone, std::memory_order_acquire)) return false;
  place.bytes.store(nullptr, std::memory_order_relaxed);
  place.holders.fetch_sub(kAlone, std::memory_order_release);
  return true;
}

bool HeldPages::give_back(Chunk& chunk) {
  std::erase_if(chunk.places, [](Place* place) { return give_back(*place); });
  return chunk.places.empty();
}

// Places begin as zeros, as the system gives them: who asks few questions touches few of a million.
HeldPages::Shelf::Shelf(std::shared_ptr<HeldPages> all, std::size_t pages)
    : all_(std::move(all)), size_(pages), places_(static_cast<Place*>(std::calloc(pages + 1, sizeof(Place)))) {
  if (places_ == nullptr) throw std::bad_alloc();
  const std::lock_guard lock(all_->mutex_);
  all_->of_places_ += pages * kBytesOfAPlace;
  all_->make_room(0);
}

HeldPages::Shelf::~Shelf() {
  const std::lock_guard lock(all_->mutex_);
  const std::less<> before;
  for (Chunk& chunk : all_->chunks_)
    std::erase_if(chunk.places,
                  [&](Place* place) { return !before(place, places_.get()) && before(place, places_.get() + size_); });
  all_->of_places_ -= size_ * kBytesOfAPlace;
}

void HeldPages::Shelf::expect_page(std::size_t number) const {
  constexpr std::size_t kLines = 5;  // of a page's head, and of what says where in it a key is
  const char* const bytes = places_[number].bytes.load(std::memory_order_relaxed);
  for (std::size_t line = 0; bytes != nullptr && line < kLines; ++line) __builtin_prefetch(bytes + line * kLine);
}

HeldPages::Page HeldPages::Shelf::keep(std::size_t number, std::string_view bytes) {
  const std::lock_guard lock(all_->mutex_);
  Place& place = places_[number];
  if (Page page = hold(place)) return page;
  const std::uint64_t size = (bytes.size() + kLine - 1) / kLine * kLine;
  if (all_->chunks_.empty() || all_->chunks_.back().size - all_->chunks_.back().used < size) all_->begin_chunk(size);
  Chunk& chunk = all_->chunks_.back();
  char* const begin = chunk.begin + chunk.used;
  std::memcpy(begin, bytes.data(), bytes.size());
  chunk.used += size;
  chunk.places.push_back(&place);
  // Who looks for it finds none meanwhile, and lets go of it.
  for (std::uint32_t nobody = 0; !place.holders.compare_exchange_weak(nobody, kAlone, std::memory_order_acquire);
       nobody = 0)
    std::this_thread::yield();
  place.size = static_cast<std::uint32_t>(bytes.size());
  place.bytes.store(begin, std::memory_order_relaxed);
  place.holders.fetch_sub(kAlone - 1, std::memory_order_release);
  return Page(place);
}

HeldPages::~HeldPages() {
  while (!chunks_.empty()) free_first();
}

std::uint64_t HeldPages::of_places() {
  const std::lock_guard lock(mutex_);
  return of_places_;
}

std::uint64_t HeldPages::most_of_chunks() const {
  return std::max(most_ / kLeastPart, most_ - std::min(most_, of_places_));
}

void HeldPages::free_first() {
  bytes_ -= chunks_.front().size;
  ::munmap(chunks_.front().begin, chunks_.front().size);
  chunks_.pop_front();
}

// For so many bytes more. Of a chunk that somebody looks into what nobody looks at goes now, and the rest later.
void HeldPages::make_room(std::uint64_t bytes) {
  for (std::size_t tries = chunks_.size(); tries > 0 && bytes_ + bytes > most_of_chunks(); --tries) {
    if (give_back(chunks_.front()))
      free_first();
    else
      chunks_.splice(chunks_.end(), chunks_, chunks_.begin());
  }
}

// Ever larger ones, so that who asks little takes little.
void HeldPages::begin_chunk(std::uint64_t least) {
  const std::uint64_t part = std::bit_floor(std::min(bytes_, most_of_chunks() / kChunks));
  const std::uint64_t size = std::max(std::clamp(part, kLeastChunk, kMostChunk), least);
  const bool is_full = bytes_ + size > most_of_chunks();
  if (is_full && !chunks_.empty() && chunks_.front().size == size && give_back(chunks_.front())) {
    chunks_.splice(chunks_.end(), chunks_, chunks_.begin());
    chunks_.back().used = 0;
    return;
  }
  make_room(size);
  chunks_.push_back({.begin = map_chunk(size), .size = size, .used = 0, .places = {}});
  bytes_ += size;
}

}  // namespace textkin::archive
