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
        bytes += page.size;
      }
  return bytes;
}

TEST(HeldPagesTest, HoldsWhatItIsGivenWithinItsMemory) {
  constexpr std::size_t kPages = 400;
  const auto all = std::make_shared<HeldPages>(100'000 + 3 * kPages * HeldPages::kBytesOfAPlace);
  std::vector<std::unique_ptr<Shelf>> shelves;
  for (int i = 0; i < 3; ++i) shelves.push_back(std::make_unique<Shelf>(all, kPages));
  std::mt19937 random(5);
  std::vector<std::pair<Page, std::string>> taken;  // whoever holds one keeps it
  for (int i = 0; i < 3000; ++i) {
    const std::size_t shelf = random() % shelves.size();
    const std::size_t number = random() % kPages;
    shelves[shelf]->keep(number, Page::copy_of(bytes_of(shelf, number)));
    if (i % 50 == 0)
      if (Page page = shelves[shelf]->find(number)) taken.emplace_back(std::move(page), bytes_of(shelf, number));
  }
  const std::uint64_t bytes = bytes_held(shelves, kPages);
  EXPECT_EQ(all->of_places(), 3 * kPages * HeldPages::kBytesOfAPlace);
  EXPECT_LE(bytes, 100'000u);
  EXPECT_GT(bytes, 60'000u);
  // What a shelf held is room for others when it is gone.
  shelves.erase(shelves.begin() + 1, shelves.end());
  for (std::size_t number = 0; number < kPages; ++number) shelves[0]->keep(number, Page::copy_of(bytes_of(0, number)));
  EXPECT_GT(bytes_held(shelves, kPages), 60'000u);
  shelves.clear();
  for (const auto& [page, what] : taken) EXPECT_EQ(page.view(), what);
}

TEST(HeldPagesTest, PlacesLeaveLessForPages) {
  constexpr std::size_t kPages = 400;
  constexpr std::uint64_t kMemory = 60'000;
  const auto all = std::make_shared<HeldPages>(kMemory);
  std::vector<std::unique_ptr<Shelf>> shelves;
  const auto fill = [&] {
    for (std::size_t number = 0; number < kPages; ++number)
      shelves[0]->keep(number, Page::copy_of(bytes_of(0, number)));
    return bytes_held(shelves, kPages);
  };
  shelves.push_back(std::make_unique<Shelf>(all, kPages));
  const std::uint64_t alone = fill();
  EXPECT_LE(alone, kMemory - all->of_places());
  shelves.push_back(std::make_unique<Shelf>(all, kPages));
  const std::uint64_t beside = bytes_held(shelves, kPages);
  EXPECT_LT(beside, alone);
  EXPECT_GT(beside, 0u);
  EXPECT_LE(beside, kMemory / 6);
  shelves.pop_back();
  EXPECT_EQ(fill(), alone);
}

TEST(HeldPagesTest, WhatIsUsedStaysLonger) {
  const auto all = std::make_shared<HeldPages>(1000);
  Shelf shelf(all, 50);
  for (std::size_t i = 0; i < 50; ++i) {
    shelf.keep(i, Page::copy_of(std::string(100, 'x')));
    EXPECT_TRUE(shelf.find(0)) << i;
  }
  EXPECT_FALSE(shelf.find(1));
}

TEST(HeldPagesTest, WithoutMemoryNothingStays) {
  const auto all = std::make_shared<HeldPages>(0);
  Shelf shelf(all, 2);
  shelf.keep(1, Page::copy_of("x"));
  EXPECT_FALSE(shelf.find(0));
  EXPECT_FALSE(shelf.find(1));
}

TEST(HeldPagesTest, ManyThreads) {
  constexpr std::size_t kPages = 64;
  const auto all = std::make_shared<HeldPages>(6000);
  Shelf stays(all, kPages);
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 4; ++seed)
    threads.emplace_back([&all, &stays, seed] {
      std::mt19937 random(seed);
      for (int i = 0; i < 2000; ++i) {
        Shelf goes(all, 3);
        const std::size_t number = random() % kPages;
        if (const Page page = stays.find(number)) {
          EXPECT_EQ(page.view(), bytes_of(0, number));
        } else {
          stays.keep(number, Page::copy_of(bytes_of(0, number)));
        }
        goes.keep(number % 3, Page::copy_of(bytes_of(1, number)));
      }
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace textkin::archive
