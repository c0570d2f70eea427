#include "hash/bytes.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace textkin::hash {
namespace {

// The definition in the header, byte by byte.
std::uint64_t by_definition(const std::string& text) {
  const auto word = [](const std::string& bytes, std::size_t at) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < 8; ++i) value |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
    return value;
  };
  const auto step = [](std::uint64_t x, std::uint64_t y) {
    const unsigned __int128 product = static_cast<unsigned __int128>(x) * y;
    return (static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64)) + x - y;
  };
  std::string bytes = text;
  if (bytes.size() < 16) bytes.resize(16, '\0');
  std::uint64_t state = 0xA0761D6478BD642Full;
  std::size_t at = 0;
  for (; at + 16 < bytes.size(); at += 16)
    state = step(word(bytes, at) ^ state, word(bytes, at + 8) ^ 0xE7037ED1A0B428DBull);
  at = bytes.size() - 16;
  return step(word(bytes, at) ^ state,
              word(bytes, at + 8) ^ (0x8EBC6AF09C88C6E3ull + text.size() * 0x9E3779B97F4A7C15ull));
}

// The string in a heap block of exactly its length, so that a sanitizer sees a byte read outside it.
std::uint64_t hash_tight(const std::string& text) {
  const std::vector<char> bytes(text.begin(), text.end());
  return hash_bytes(bytes.data(), bytes.size());
}

std::uint64_t hash_with_noise(const std::string& text, unsigned char noise) {
  std::vector<char> bytes(text.begin(), text.end());
  bytes.resize(text.size() + kBytesPadding, static_cast<char>(noise));
  return hash_bytes_padded(bytes.data(), text.size());
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
    ASSERT_EQ(hash_tight(text), by_definition(text)) << length;
    ASSERT_EQ(hash_with_noise(text, 0), by_definition(text)) << length;
    ASSERT_EQ(hash_with_noise(text, 0xA5), by_definition(text)) << length;
  }
}

// Stored features depend on these values; they may never change.
TEST(Bytes, VersionOneIsFrozen) {
  EXPECT_EQ(hash_bytes("", 0), 17602562772340004560ull);
  EXPECT_EQ(hash_bytes("the", 3), 3123920907613021289ull);
  EXPECT_EQ(hash_bytes("near-duplicate detection", 24), 13783608984685184251ull);
}

TEST(Bytes, ZerosOfDifferentLengthsDiffer) {
  const std::string zeros(5000, '\0');
  std::vector<std::uint64_t> hashes;
  for (std::size_t length = 0; length <= zeros.size(); ++length) hashes.push_back(hash_bytes(zeros.data(), length));
  EXPECT_EQ(repeats(hashes), 0u);
}

TEST(Bytes, AllStringsOfUpToThreeBytesDiffer) {
  std::vector<std::uint64_t> hashes{hash_bytes("", 0)};
  char text[3];
  for (std::size_t length = 1; length <= 3; ++length)
    for (std::uint32_t value = 0; value < 1u << (8 * length); ++value) {
      std::memcpy(text, &value, length);
      hashes.push_back(hash_bytes(text, length));
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

// A factor of zero would make a bare folded product forget the other factor.
TEST(Bytes, NoBlockWipesOutTheOthers) {
  const auto bytes_of = [](std::uint64_t x, std::uint64_t y) {
    std::string text(16, '\0');
    std::memcpy(text.data(), &x, 8);
    std::memcpy(text.data() + 8, &y, 8);
    return text;
  };
  std::vector<std::uint64_t> hashes;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    hashes.push_back(hash_tight(bytes_of(bytes_v1::kStart, i)));
    hashes.push_back(hash_tight(bytes_of(i, bytes_v1::kBlock) + std::string(16, 'z')));
    hashes.push_back(hash_tight(bytes_of(i, bytes_v1::kLast + 16 * bytes_v1::kLength)));
  }
  EXPECT_EQ(repeats(std::move(hashes)), 0u);
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
