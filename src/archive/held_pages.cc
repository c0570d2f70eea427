#include "archive/held_pages.h"

#include <algorithm>
#include <cstring>
#include <thread>
#include <utility>

namespace textkin::archive {

HeldPages::Page HeldPages::Page::copy_of(std::string_view bytes) {
  const std::shared_ptr<char[]> copy = std::make_shared_for_overwrite<char[]>(bytes.size());
  std::memcpy(copy.get(), bytes.data(), bytes.size());
  return {copy, static_cast<std::uint32_t>(bytes.size())};
}

class HeldPages::Shelf::Place::Alone {
 public:
  explicit Alone(Place& place) : taken_(place.taken_) {
    while (taken_.exchange(true, std::memory_order_acquire)) std::this_thread::yield();
  }
  ~Alone() { taken_.store(false, std::memory_order_release); }
  Alone(const Alone&) = delete;
  Alone& operator=(const Alone&) = delete;

 private:
  std::atomic<bool>& taken_;
};

HeldPages::Page HeldPages::Shelf::Place::take() {
  const Alone alone(*this);
  used_ = true;
  return page_;
}

const char* HeldPages::Shelf::Place::bytes() {
  const Alone alone(*this);
  return page_.bytes.get();
}

bool HeldPages::Shelf::Place::put(Page page) {
  const Alone alone(*this);
  if (page_) return false;
  page_ = std::move(page);
  used_ = false;
  return true;
}

HeldPages::Page HeldPages::Shelf::Place::give(bool although_used) {
  const Alone alone(*this);
  if (std::exchange(used_, false) && !although_used) return {};
  return std::exchange(page_, {});
}

HeldPages::Shelf::Shelf(std::shared_ptr<HeldPages> all, std::size_t pages) : all_(std::move(all)), places_(pages) {
  const std::lock_guard lock(all_->mutex_);
  all_->shelves_.push_back(this);
  all_->of_places_ += pages * kBytesOfAPlace;
  all_->make_room();
}

HeldPages::Shelf::~Shelf() {
  const std::lock_guard lock(all_->mutex_);
  for (Place& place : places_)
    if (const Page page = place.give(true)) all_->bytes_ -= page.size + kBytesOfAPage;
  const auto at = std::ranges::find(all_->shelves_, this);
  const auto number = static_cast<std::size_t>(at - all_->shelves_.begin());
  all_->shelves_.erase(at);
  all_->of_places_ -= places_.size() * kBytesOfAPlace;
  if (number == all_->shelf_) all_->place_ = 0;
  if (number < all_->shelf_) --all_->shelf_;
}

void HeldPages::Shelf::expect_page(std::size_t number) {
  constexpr std::size_t kLines = 5;  // of a page's head, and of what says where in it a key is
  constexpr std::size_t kLine = 64;
  const char* const bytes = places_[number].bytes();
  for (std::size_t line = 0; bytes != nullptr && line < kLines; ++line) __builtin_prefetch(bytes + line * kLine);
}

HeldPages::Page HeldPages::Shelf::find(std::size_t number) { return places_[number].take(); }

void HeldPages::Shelf::keep(std::size_t number, Page page) {
  const std::lock_guard lock(all_->mutex_);
  const std::uint64_t bytes = page.size + kBytesOfAPage;
  if (!places_[number].put(std::move(page))) return;
  all_->bytes_ += bytes;
  all_->make_room();
}

std::uint64_t HeldPages::of_places() {
  const std::lock_guard lock(mutex_);
  return of_places_;
}

void HeldPages::make_room() {
  const std::uint64_t most = std::max(most_ / kLeastPart, most_ - std::min(most_, of_places_));
  while (bytes_ > most) {
    if (shelf_ >= shelves_.size()) shelf_ = place_ = 0;
    Shelf& shelf = *shelves_[shelf_];
    if (place_ >= shelf.places_.size()) {
      ++shelf_;
      place_ = 0;
      continue;
    }
    if (const Page page = shelf.places_[place_++].give(false)) bytes_ -= page.size + kBytesOfAPage;
  }
}

}  // namespace textkin::archive
