#include "hash/bytes.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "hash/mix.h"

namespace textkin::hash {
namespace {

Key other_key() { return key_of(secret_of("sixteen secret bytes, and some more")); }

// The definition in the header, byte by byte.
std::uint64_t by_definition(const Key& key, const std::string& text) {
  if (text.size() > 16) return siphash<1, 3>(key.secret, text.data(), text.size());
  const auto word = [&](std::size_t at) {
    std::uint64_t value = 0;
    for (std::size_t i = at; i < std::min(text.size(), at + 8); ++i)
      value |= std::uint64_t{static_cast<unsigned char>(text[i])} << (8 * (i - at));
    return value;
  };
  const auto multiply = [](std::uint64_t x, std::uint64_t y) {
    const unsigned __int128 product = static_cast<unsigned __int128>(x) * y;
    return std::pair(static_cast<std::uint64_t>(product), static_cast<std::uint64_t>(product >> 64));
  };
  const std::uint64_t a = word(0) ^ key.words[0];
  const std::uint64_t b = word(8) ^ (key.words[1] + text.size() * 0x9E3779B97F4A7C15ull);
  const auto [low, high] = multiply(a, b);
  const std::uint64_t next_a = (low + a + (a << 32)) ^ key.words[2];
  const std::uint64_t next_b = (high + b) ^ key.words[3];
  const std::uint64_t both = next_a ^ (next_b << 32 | next_b >> 32);
  return (both ^ both >> 32) * 0x9FB21C651E98DF25ull + next_b;
}

// The string in a heap block of exactly its length, so that a sanitizer sees a byte read outside it.
std::uint64_t hash_tight(const std::string& text) {
  const std::vector<char> bytes(text.begin(), text.end());
  return hash_bytes(kPublicKey, bytes.data(), bytes.size());
}

std::uint64_t hash_with_noise(const std::string& text, unsigned char noise) {
  std::vector<char> bytes(text.begin(), text.end());
  bytes.resize(text.size() + kBytesPadding, static_cast<char>(noise));
  return hash_bytes_padded(kPublicKey, bytes.data(), text.size());
}

std::size_t repeats(std::vector<std::uint64_t> hashes) {
  std::sort(hashes.begin(), hashes.end());
  const auto end = std::unique(hashes.begin(), hashes.end());
  return static_cast<std::size_t>(hashes.end() - end);
}

TEST(Bytes, EqualsItsDefinitionAtEveryLength) {
  std::mt19937_64 random(7);
  for (std::size_t length = 0; length <= 300; ++length) {
    std::string text(length, '\0');
    for (char& byte : text) byte = static_cast<char>(random());
    ASSERT_EQ(hash_tight(text), by_definition(kPublicKey, text)) << length;
    ASSERT_EQ(hash_with_noise(text, 0), by_definition(kPublicKey, text)) << length;
    ASSERT_EQ(hash_with_noise(text, 0xA5), by_definition(kPublicKey, text)) << length;
    ASSERT_EQ(hash_bytes(other_key(), text.data(), length), by_definition(other_key(), text)) << length;
    ASSERT_NE(hash_bytes(other_key(), text.data(), length), by_definition(kPublicKey, text)) << length;
  }
}

// Stored features depend on these values; they may never change.
TEST(Bytes, VersionTwoIsFrozen) {
  EXPECT_EQ(hash_bytes(kPublicKey, "", 0), 7670827042234403359ull);
  EXPECT_EQ(hash_bytes(kPublicKey, "the", 3), 3417278299382444021ull);
  EXPECT_EQ(hash_bytes(kPublicKey, "near-duplicate detection", 24), 12815159143809851343ull);
}

TEST(Bytes, ZerosOfDifferentLengthsDiffer) {
  const std::string zeros(5000, '\0');
  std::vector<std::uint64_t> hashes;
  for (std::size_t length = 0; length <= zeros.size(); ++length)
    hashes.push_back(hash_bytes(kPublicKey, zeros.data(), length));
  EXPECT_EQ(repeats(hashes), 0u);
}

TEST(Bytes, AllStringsOfUpToThreeBytesDiffer) {
  std::vector<std::uint64_t> hashes{hash_bytes(kPublicKey, "", 0)};
  char text[3];
  for (std::size_t length = 1; length <= 3; ++length)
    for (std::uint32_t value = 0; value < 1u << (8 * length); ++value) {
      std::memcpy(text, &value, length);
      hashes.push_back(hash_bytes(kPublicKey, text, length));
    }
  EXPECT_EQ(hashes.size(), 1u + 256 + 65536 + 16777216);
  EXPECT_EQ(repeats(std::move(hashes)), 0u);
}

TEST(Bytes, StructuredStringsDoNotCollide) {
  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < 1000000; ++i) {
    const std::string number = std::to_string(i);
    hashes.push_back(hash_tight(number));
    hashes.push_back(hash_tight("a-common-stem-" + number + "-and-a-common-tail"));
    hashes.push_back(hash_tight(std::string(16, '\0') + number));
  }
  EXPECT_EQ(repeats(std::move(hashes)), 0u);
}

TEST(Bytes, RandomStringsOfEveryLengthDoNotCollide) {
  std::mt19937_64 random(11);
  std::vector<std::string> texts;
  for (int i = 0; i < 1000000; ++i) {
    std::string text(1 + random() % 40, '\0');
    for (char& byte : text) byte = static_cast<char>('a' + random() % 26);
    texts.push_back(std::move(text));
  }
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  std::vector<std::uint64_t> hashes;
  for (const std::string& text : texts) hashes.push_back(hash_tight(text));
  EXPECT_EQ(repeats(std::move(hashes)), 0u);
}

std::string bytes_of(std::uint64_t x, std::uint64_t y) {
  std::string text(16, '\0');
  std::memcpy(text.data(), &x, 8);
  std::memcpy(text.data() + 8, &y, 8);
  return text;
}

// b of the definition for a string of 16 bytes is this where y is 0.
constexpr std::uint64_t kMaskB = kPublicKey.words[1] + 16 * bytes_v2::kLength;

// A factor of 0, 1 or -1, or a power of two, makes a bare folded product forget the other factor, or all but its turns.
// Version 1 gave 1 for every string whose first factor was 1.
TEST(Bytes, NoFactorWipesOutTheOther) {
  std::vector<std::uint64_t> factors{0, 1, ~std::uint64_t{0}};
  for (int bit = 1; bit < 64; ++bit) factors.push_back(std::uint64_t{1} << bit);
  for (const std::uint64_t factor : factors) {
    std::vector<std::uint64_t> by_first;
    std::vector<std::uint64_t> by_last;
    for (std::uint64_t i = 0; i < 20000; ++i) {
      const std::uint64_t other = mix64(i);
      by_first.push_back(hash_tight(bytes_of(factor ^ kPublicKey.words[0], other)));
      by_last.push_back(hash_tight(bytes_of(other, factor ^ kMaskB)));
    }
    EXPECT_EQ(repeats(std::move(by_first)), 0u) << factor;
    EXPECT_EQ(repeats(std::move(by_last)), 0u) << factor;
  }
}

// For every odd a there is a b that makes A what one likes: families of strings that share one half of what is hashed
// last must not share hashes.
TEST(Bytes, NoFamilyWithAChosenHalfCollides) {
  const auto inverse = [](std::uint64_t odd) {
    std::uint64_t value = odd;
    for (int i = 0; i < 6; ++i) value *= 2 - odd * value;
    return value;
  };
  constexpr std::uint64_t kBeside = (std::uint64_t{1} << 32) + 1;
  for (int bit = -1; bit < 64; ++bit) {
    const std::uint64_t chosen = bit < 0 ? 0 : std::uint64_t{1} << bit;
    std::vector<std::uint64_t> hashes;
    for (std::uint64_t i = 0; i < 20000; ++i) {
      const std::uint64_t a = mix64(i) | 1;
      const std::uint64_t b = (chosen ^ kPublicKey.words[2]) * inverse(a) - kBeside;
      ASSERT_EQ((a * b + a * kBeside) ^ kPublicKey.words[2], chosen);
      hashes.push_back(hash_tight(bytes_of(a ^ kPublicKey.words[0], b ^ kMaskB)));
    }
    EXPECT_EQ(repeats(std::move(hashes)), 0u) << bit;
  }
}

// Every bit of a short string must move every bit of its hash once mixed: one flipped bit in, half the bits out.
TEST(Bytes, OneFlippedBitMovesHalfOfTheMixedBits) {
  std::mt19937_64 random(3);
  for (const std::size_t length : {1u, 5u, 8u, 12u, 16u, 17u, 40u}) {
    double flips = 0;
    int trials = 0;
    for (int round = 0; round < 200; ++round) {
      std::string text(length, '\0');
      for (char& byte : text) byte = static_cast<char>(random());
      const std::uint64_t before = mix64(hash_tight(text));
      for (std::size_t bit = 0; bit < 8 * length; ++bit, ++trials) {
        std::string other = text;
        other[bit / 8] = static_cast<char>(other[bit / 8] ^ (1 << (bit % 8)));
        flips += std::popcount(before ^ mix64(hash_tight(other)));
      }
    }
    EXPECT_NEAR(flips / trials, 32.0, 0.5) << length;
  }
}

}  // namespace
}  // namespace textkin::hash
