#include "base/byte_count.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "base/cpu.h"

namespace textkin::base {
namespace {

// Lengths around every vector width, all alignments, all byte values, and runs long enough to overflow 8-bit counters.
TEST(ByteCount, EqualsTheDefinitionOnEveryTarget) {
  std::mt19937 random(31);
  std::string bytes(300'000, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  for (const char* target : {"auto", "avx512", "avx2", "sse4", "neon", "scalar"}) {
    if (!force_simd(target).ok()) continue;
    for (std::size_t size = 0; size < 700; ++size) {
      const std::string_view part = std::string_view(bytes).substr(random() % 1000, size);
      const char wanted = static_cast<char>(random());
      ASSERT_EQ(count_byte(part, wanted), std::count(part.begin(), part.end(), wanted)) << target << size;
      ASSERT_EQ(count_code_points(part),
                std::count_if(part.begin(), part.end(), [](char c) { return (c & 0xC0) != 0x80; }));
    }
    for (const std::size_t size : {65535u, 65536u, 300'000u}) {
      const std::string_view part = std::string_view(bytes).substr(0, size);
      ASSERT_EQ(count_byte(part, '\n'), std::count(part.begin(), part.end(), '\n')) << target;
      const std::string same(size, '\n');
      ASSERT_EQ(count_byte(same, '\n'), size) << target;
      ASSERT_EQ(count_byte(same, 'x'), 0u);
      ASSERT_EQ(count_code_points(same), size);
    }
  }
  ASSERT_TRUE(force_simd("auto").ok());
}

TEST(ByteCount, CodePoints) {
  EXPECT_EQ(count_code_points(""), 0u);
  EXPECT_EQ(count_code_points("a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80"), 4u);
}

}  // namespace
}  // namespace textkin::base
