#include "archive/held_pages.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace textkin::archive {
namespace {

using Page = HeldPages::Page;
using Shelf = HeldPages::Shelf;

// What page `number` of shelf `shelf` holds.
std::string bytes_of(std::size_t shelf, std::size_t number) {
  return std::string(100 + number % 300, static_cast<char>(shelf * 31 + number));
}

std::uint64_t bytes_held(std::vector<std::unique_ptr<Shelf>>& shelves, std::size_t pages) {
  std::uint64_t bytes = 0;
  for (std::size_t shelf = 0; shelf < shelves.size(); ++shelf)
    for (std::size_t number = 0; number < pages; ++number)
      if (const Page page = shelves[shelf]->find(number)) {
        EXPECT_EQ(page.view(), bytes_of(shelf, number));
        bytes += page.view().size();
      }
  return bytes;
}

TEST(HeldPagesTest, HoldsWhatItIsGivenWithinItsMemory) {
  constexpr std::size_t kPages = 4000;
  constexpr std::uint64_t kMemory = 1'000'000;
  const auto all = std::make_shared<HeldPages>(kMemory + 3 * kPages * HeldPages::kBytesOfAPlace);
  std::vector<std::unique_ptr<Shelf>> shelves;
  for (int i = 0; i < 3; ++i) shelves.push_back(std::make_unique<Shelf>(all, kPages));
  std::mt19937 random(5);
  std::vector<std::pair<Page, std::string>> taken;  // whoever holds one keeps it
  for (int i = 0; i < 30'000; ++i) {
    const std::size_t shelf = random() % shelves.size();
    const std::size_t number = random() % kPages;
    Page page = shelves[shelf]->keep(number, bytes_of(shelf, number));
    EXPECT_EQ(page.view(), bytes_of(shelf, number));
    if (i % 1000 == 0) taken.emplace_back(std::move(page), bytes_of(shelf, number));
  }
  for (const auto& [page, what] : taken) EXPECT_EQ(page.view(), what);
  EXPECT_EQ(all->of_places(), 3 * kPages * HeldPages::kBytesOfAPlace);
  taken.clear();
  // Chunks that stayed for what was held go with the next ones.
  for (std::size_t number = 0; number < kPages; ++number) shelves[0]->keep(number, bytes_of(0, number));
  for (std::size_t number = 0; number < kPages; ++number) shelves[2]->keep(number, bytes_of(2, number));
  const std::uint64_t bytes = bytes_held(shelves, kPages);
  EXPECT_LE(bytes, kMemory);
  EXPECT_GT(bytes, kMemory / 2);
  // What a shelf held is room for others when it is gone.
  shelves.erase(shelves.begin() + 1, shelves.end());
  for (std::size_t number = 0; number < kPages; ++number) shelves[0]->keep(number, bytes_of(0, number));
  EXPECT_GT(bytes_held(shelves, kPages), kMemory / 2);
}

TEST(HeldPagesTest, PlacesLeaveLessForPages) {
  constexpr std::size_t kPages = 4000;
  constexpr std::uint64_t kMemory = 600'000;
  const auto all = std::make_shared<HeldPages>(kMemory);
  std::vector<std::unique_ptr<Shelf>> shelves;
  const auto fill = [&] {
    for (std::size_t number = 0; number < kPages; ++number) shelves[0]->keep(number, bytes_of(0, number));
    return bytes_held(shelves, kPages);
  };
  shelves.push_back(std::make_unique<Shelf>(all, kPages));
  const std::uint64_t alone = fill();
  EXPECT_LE(alone, kMemory - all->of_places());
  shelves.push_back(std::make_unique<Shelf>(all, kPages));
  const std::uint64_t beside = bytes_held(shelves, kPages);
  EXPECT_LT(beside, alone);
  EXPECT_GT(beside, 0u);
  EXPECT_LE(beside, kMemory - all->of_places());
  shelves.pop_back();
  EXPECT_GT(fill(), beside);
}

// However long somebody looks at one, and however little room there is.
TEST(HeldPagesTest, WhatIsHeldStays) {
  const auto all = std::make_shared<HeldPages>(40'000);
  Shelf shelf(all, 5000);
  const Page held = shelf.keep(0, bytes_of(0, 0));
  for (std::size_t i = 1; i < 5000; ++i) shelf.keep(i, bytes_of(0, i));
  EXPECT_EQ(held.view(), bytes_of(0, 0));
  EXPECT_TRUE(shelf.find(0));
  EXPECT_FALSE(shelf.find(1));
  EXPECT_TRUE(shelf.find(4999));
}

// They are larger than a chunk.
TEST(HeldPagesTest, HoldsLargePages) {
  const auto all = std::make_shared<HeldPages>(1'000'000);
  Shelf shelf(all, 9);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(shelf.keep(i, std::string(300'000, 'x')).view().size(), 300'000u);
  EXPECT_FALSE(shelf.find(5));
  EXPECT_TRUE(shelf.find(8));
}

TEST(HeldPagesTest, WithLittleMemoryTheLastStay) {
  const auto all = std::make_shared<HeldPages>(0);
  Shelf shelf(all, 3);
  shelf.keep(1, std::string(9000, 'x'));
  EXPECT_EQ(shelf.keep(2, std::string(9000, 'y')).view(), std::string(9000, 'y'));
  EXPECT_FALSE(shelf.find(0));
  EXPECT_FALSE(shelf.find(1));
  EXPECT_TRUE(shelf.find(2));
}

TEST(HeldPagesTest, ManyThreads) {
  constexpr std::size_t kPages = 512;
  const auto all = std::make_shared<HeldPages>(3 * 16'384 + kPages * HeldPages::kBytesOfAPlace);
  Shelf stays(all, kPages);
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 4; ++seed)
    threads.emplace_back([&all, &stays, seed] {
      std::mt19937 random(seed);
      for (int i = 0; i < 4000; ++i) {
        Shelf goes(all, 3);
        const std::size_t number = random() % kPages;
        const Page page = stays.find(number);
        EXPECT_EQ((page ? page.view() : stays.keep(number, bytes_of(0, number)).view()).size(),
                  bytes_of(0, number).size());
        if (page) {
          EXPECT_EQ(page.view(), bytes_of(0, number));
        }
        EXPECT_EQ(goes.keep(number % 3, bytes_of(1, number)).view(), bytes_of(1, number));
      }
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace textkin::archive
