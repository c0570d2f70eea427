#include "archive/page_cache.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace textkin::archive {
namespace {

TEST(PageCacheTest, HoldsWhatItIsGivenWithinItsMemory) {
  PageCache cache(64 * 2000);
  std::mt19937 random(5);
  std::vector<PageCache::Page> pages;
  for (std::uint64_t name = 0; name < 3000; ++name) {
    cache.keep(name, std::make_shared<const std::string>(random() % 700, static_cast<char>(name)));
    if (const PageCache::Page held = cache.find(random() % (name + 1)))
      pages.push_back(held);  // whoever holds one keeps it
  }
  std::uint64_t bytes = 0;
  std::uint64_t held = 0;
  for (std::uint64_t name = 0; name < 3000; ++name)
    if (const PageCache::Page page = cache.find(name)) {
      bytes += page->size();
      ++held;
      ASSERT_TRUE(page->empty() || page->front() == static_cast<char>(name));
    }
  EXPECT_LE(bytes, 64u * 2000);
  EXPECT_GT(held, 100u);
}

TEST(PageCacheTest, WhatIsUsedStaysLonger) {
  PageCache cache(64 * 1000);
  const auto name = [](std::uint64_t of) { return of * 64 * 128; };  // one shelf
  for (std::uint64_t i = 0; i < 50; ++i) {
    cache.keep(name(i), std::make_shared<const std::string>(100, 'x'));
    EXPECT_NE(cache.find(name(0)), nullptr) << i;
  }
  EXPECT_EQ(cache.find(name(1)), nullptr);
}

}  // namespace
}  // namespace textkin::archive
