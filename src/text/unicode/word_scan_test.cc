#include "text/unicode/word_scan.h"

#include <algorithm>
#include <cctype>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "hash/bytes.h"
#include "text/unicode/testing_texts.h"

namespace textkin::text {
namespace {

std::string random_bytes(std::mt19937_64& random, std::size_t length) {
  if (random() % 2 == 0) return ascii_text(random, length);
  std::string text(length, '\0');
  const unsigned high = random() % 3 == 0 ? 2 : 40;
  for (char& c : text) c = static_cast<char>(random() % high == 0 ? 0x80 | random() : random() & 0x7F);
  return text;
}

char expected_copy(char c, bool lower) { return lower && c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

bool expected_word(unsigned char c, ByteClass byte_class) {
  if (c >= 0x80) return false;
  if (byte_class == ByteClass::kAlphanumeric) return std::isalnum(c) != 0;
  return c != 0x20 && (c < 0x09 || c > 0x0D);
}

TEST(WordScan, ClassifiesEveryByteAtEveryLengthOnEveryTarget) {
  for_each_target([](const char*) {
    std::mt19937_64 random(1);
    for (std::size_t length = 0; length <= 330; ++length) {
      const std::string text = random_bytes(random, length);
      const std::vector<char> tight(text.begin(), text.end());
      for (const ByteClass byte_class : {ByteClass::kAlphanumeric, ByteClass::kVisible})
        for (const bool lower : {false, true}) {
          const std::size_t blocks = mask_blocks(length);
          std::vector<char> copy(64 * blocks + 64, '#');
          std::vector<BlockMask> masks(blocks, BlockMask{~0ull, ~0ull});
          const bool any_high = classify(tight.data(), length, byte_class, lower, copy.data(), masks.data());
          bool expected_high = false;
          for (std::size_t i = 0; i < 64 * blocks; ++i) {
            const bool word = (masks[i / 64].word >> (i % 64) & 1) != 0;
            const bool high = (masks[i / 64].high >> (i % 64) & 1) != 0;
            const auto c = static_cast<unsigned char>(i < length ? text[i] : 0);
            ASSERT_EQ(word, i < length && expected_word(c, byte_class)) << length << " " << i << " " << int{c};
            ASSERT_EQ(high, c >= 0x80) << length << " " << i;
            expected_high |= c >= 0x80;
            ASSERT_EQ(copy[i], i < length ? expected_copy(text[i], lower) : 0) << length << " " << i;
          }
          for (std::size_t i = 64 * blocks; i < copy.size(); ++i) ASSERT_EQ(copy[i], 0) << length << " " << i;
          ASSERT_EQ(any_high, expected_high);
        }
    }
  });
}

TEST(WordScan, FindsAndCopiesTheAsciiPrefix) {
  for_each_target([](const char*) {
    std::mt19937_64 random(2);
    for (std::size_t length = 0; length <= 200; ++length)
      for (std::size_t prefix = 0; prefix <= length; ++prefix) {
        std::string text = ascii_text(random, length);
        if (prefix < length) text[prefix] = static_cast<char>(0x80 + random() % 128);
        const std::vector<char> tight(text.begin(), text.end());
        ASSERT_EQ(ascii_prefix(tight.data(), length), prefix);
        std::vector<char> copy(length + 64);
        ASSERT_EQ(copy_ascii(tight.data(), length, true, copy.data()), prefix);
        for (std::size_t i = 0; i < prefix; ++i) ASSERT_EQ(copy[i], expected_copy(text[i], true));
        copy_ascii(tight.data(), length, false, copy.data());
        ASSERT_TRUE(std::equal(copy.begin(), copy.begin() + prefix, text.begin()));
      }
  });
}

// Masks from sparse to full, with words over block borders, against a walk bit by bit.
TEST(WordScan, SpansAreTheRunsOfBits) {
  for_each_target([](const char*) {
    std::mt19937_64 random(3);
    for (int round = 0; round < 2000; ++round) {
      const std::size_t blocks = 1 + random() % 5;
      std::vector<BlockMask> masks(blocks, BlockMask{0, 0});
      std::vector<std::uint64_t> cuts(blocks);
      const int shape = static_cast<int>(random() % 5);
      for (std::size_t b = 0; b < blocks; ++b) {
        const std::uint64_t sparse = random() & random() & random();
        const std::uint64_t shapes[] = {0, ~0ull, 0x5555555555555555ull, sparse, random() | random() | random()};
        masks[b].word = shapes[shape];
        cuts[b] = round % 3 == 0 ? ~0ull : random() & random();
      }
      masks[blocks - 1].word &= ~0ull >> 1;
      for (const bool use_cuts : {false, true}) {
        std::vector<std::uint32_t> expected;
        bool inside = false;
        for (std::uint32_t i = 0; i < 64 * blocks; ++i) {
          const bool word = (masks[i / 64].word >> (i % 64) & 1) != 0;
          const bool cut = use_cuts && (cuts[i / 64] >> (i % 64) & 1) != 0;
          if (inside && (!word || cut)) expected.push_back(i);
          if (word && (!inside || cut)) expected.push_back(i);
          inside = word;
        }
        std::vector<std::uint32_t> edges(edge_room(blocks));
        const std::size_t count = spans(masks.data(), use_cuts ? cuts.data() : nullptr, blocks, edges.data());
        ASSERT_EQ(2 * count, expected.size());
        edges.resize(2 * count);
        ASSERT_EQ(edges, expected);
      }
    }
  });
}

TEST(WordScan, HashesSpansAsHashBytesDoes) {
  for_each_target([](const char*) {
    std::mt19937_64 random(4);
    const std::string text = random_bytes(random, 500);
    std::string copy = text + std::string(64, 'x');
    for (const std::size_t longest : {16u, 40u})
      for (std::size_t count = 0; count < 300; ++count) {
        std::vector<std::uint32_t> edges;
        for (std::size_t i = 0; i < count; ++i) {
          edges.push_back(static_cast<std::uint32_t>(random() % 500));
          edges.push_back(static_cast<std::uint32_t>(std::min(500ul, edges.back() + random() % (longest + 1))));
        }
        std::vector<std::uint64_t> hashes(count);
        hash_spans(hash::kPublicKey, copy.data(), edges.data(), count, hashes.data());
        for (std::size_t i = 0; i < count; ++i)
          ASSERT_EQ(hashes[i],
                    hash::hash_bytes(hash::kPublicKey, text.data() + edges[2 * i], edges[2 * i + 1] - edges[2 * i]));
      }
  });
}

}  // namespace
}  // namespace textkin::text
