// What single families promise, and the conformance suite cannot know.
#include <gtest/gtest.h>
#include <bit>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "hash/linear_family.h"
#include "hash/multiplicative_family.h"
#include "hash/murmur3.h"
#include "hash/permutation_family.h"
#include "hash/polynomial_family.h"
#include "hash/tabulation.h"

namespace textkin::hash {
namespace {

std::uint64_t slow_remainder(unsigned __int128 v, std::uint64_t m) { return static_cast<std::uint64_t>(v % m); }

// Minima of rows over sets, as the rows of a signature matrix.
std::vector<std::vector<std::uint32_t>> signature(const HashFamily& family,
                                                  const std::vector<std::vector<std::uint64_t>>& sets) {
  std::vector<std::vector<std::uint32_t>> rows(family.rows());
  std::vector<std::uint32_t> out(family.padded_rows());
  for (const auto& set : sets) {
    family.minima(set.data(), set.size(), out.data());
    for (std::uint32_t row = 0; row < family.rows(); ++row) rows[row].push_back(out[row]);
  }
  return rows;
}

// Kalampokis 2016, section 4.4: rows a .. m are 0 .. 12.
TEST(LinearFamily, MakesTheSignatureOfKalampokis) {
  const auto family = LinearFamily::of(13, {1, 3, 5, 7, 9, 11}, {1, 1, 1, 1, 1, 1}).value();
  const std::vector<std::vector<std::uint64_t>> sets = {
      {0, 3, 6, 7, 10, 11}, {2, 7, 8, 9, 11}, {1, 3, 4, 5, 6, 11}, {0, 2, 3, 8, 9, 11, 12}};
  EXPECT_EQ(signature(family, sets),
            (std::vector<std::vector<std::uint32_t>>{
                {1, 3, 2, 0}, {1, 2, 0, 1}, {1, 2, 0, 1}, {0, 0, 0, 0}, {0, 4, 2, 1}, {0, 0, 2, 1}}));
}

// Gakhov 2016: a, is, java, language, programming, python, snake are 0 .. 6.
TEST(LinearFamily, MakesTheSignatureOfGakhov) {
  const auto family = LinearFamily::of(7, {1, 3}, {1, 1}).value();
  const std::vector<std::vector<std::uint64_t>> sets = {{0, 1, 3, 4, 5}, {0, 1, 2, 3, 4}, {0, 3, 4}, {0, 1, 5, 6}};
  EXPECT_EQ(signature(family, sets), (std::vector<std::vector<std::uint32_t>>{{1, 1, 1, 0}, {1, 0, 1, 1}}));
}

// Every (a, b): with a = 0 too, each pair of values of two keys comes exactly once; without it, each pair of different
// ones.
TEST(LinearFamily, IsTwoWiseIndependentForPrimes) {
  for (const std::uint64_t p : {2, 3, 5, 7, 11}) {
    std::vector<std::uint64_t> a;
    std::vector<std::uint64_t> b;
    for (std::uint64_t i = 0; i < p * p; ++i) a.push_back(i / p), b.push_back(i % p);
    const auto family = LinearFamily::of(p, a, b).value();
    for (std::uint64_t x = 0; x < p; ++x)
      for (std::uint64_t y = 0; y < p; ++y) {
        if (x == y) continue;
        std::map<std::pair<std::uint64_t, std::uint64_t>, int> all;
        for (std::uint32_t row = 0; row < p * p; ++row) {
          ++all[{family.value(row, x), family.value(row, y)}];
          if (a[row] != 0) {
            ASSERT_NE(family.value(row, x), family.value(row, y));
          }
        }
        ASSERT_EQ(all.size(), p * p);
      }
  }
}

TEST(LinearFamily, DrawsEveryFunctionAlikeAndUnitsWhereAsked) {
  const auto every = LinearFamily::draw(30000, 1, 10, LinearFamily::Multipliers::kNonZero).value();
  const auto units = LinearFamily::draw(30000, 1, 10, LinearFamily::Multipliers::kUnits).value();
  std::map<std::pair<std::uint64_t, std::uint64_t>, int> seen[2];
  for (std::uint32_t row = 0; row < 30000; ++row) {
    ++seen[0][{every.multiplier(row), every.offset(row)}];
    ++seen[1][{units.multiplier(row), units.offset(row)}];
  }
  EXPECT_EQ(seen[0].size(), 90u);
  EXPECT_EQ(seen[1].size(), 40u);
  for (const auto& [function, count] : seen[0]) EXPECT_NEAR(count, 333, 4.5 * 18.3) << function.first;
  for (const auto& [function, count] : seen[1]) {
    EXPECT_NEAR(count, 750, 4.5 * 27.1) << function.first;
    EXPECT_EQ(std::gcd(function.first, 10u), 1u);
  }
}

TEST(LinearFamily, HasNoOverflowAtTheLargestModulus) {
  const std::uint64_t n = LinearFamily::kMostModulus;
  const auto family = LinearFamily::of(n, {n - 1}, {n - 1}).value();
  EXPECT_EQ(family.value(0, n - 1), 0u);  // (-1)(-1) - 1
  EXPECT_EQ(family.value(0, ~0ull), 0u);
  EXPECT_EQ(family.value(0, 5), n - 6);
}

TEST(LinearFamily, RefusesWhatIsOutOfRange) {
  for (const std::uint64_t modulus : {std::uint64_t{0}, std::uint64_t{1}, LinearFamily::kMostModulus + 1})
    EXPECT_EQ(LinearFamily::draw(1, 1, modulus, LinearFamily::Multipliers::kUnits).status().code(),
              Code::kInvalidArgument);
  EXPECT_EQ(LinearFamily::of(13, {1, 2}, {1}).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(LinearFamily::of(13, {13}, {1}).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(LinearFamily::of(13, {1}, {13}).status().code(), Code::kInvalidArgument);
}

// In full, not wrapped around at 2^64: at the edges and anywhere.
template <int kBits>
void check_mersenne() {
  using Field = Mersenne<kBits>;
  const std::uint64_t p = Field::kPrime;
  Draws draws(3);
  std::vector<std::uint64_t> edges = {0, 1, 2, p / 2, p - 2, p - 1};
  for (int i = 0; i < 40; ++i) edges.push_back(draws.below(p));
  for (const std::uint64_t a : edges)
    for (const std::uint64_t x : edges)
      for (const std::uint64_t b : edges)
        ASSERT_EQ(Field::multiply_add(a, x, b), slow_remainder(static_cast<unsigned __int128>(a) * x + b, p));
  const std::uint64_t most = ~std::uint64_t{0};
  for (const std::uint64_t v : {p, p + 1, 2 * p, 2 * p + 1, most, most - 1, most << kBits, most / p * p})
    EXPECT_EQ(Field::reduce(v), v % p) << v;
}
TEST(Mersenne, EqualsDivision) {
  check_mersenne<31>();
  check_mersenne<61>();
}

std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
  std::uint64_t result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1) result = Mersenne<61>::multiply_add(result, base, 0);
    base = Mersenne<61>::multiply_add(base, base, 0);
  }
  return result;
}

// k values at k keys decide the function (Lagrange's interpolation gives all others), whatever they are: with uniform
// coefficients they are hence independent and uniform. k - 1 values decide nothing.
TEST(PolynomialFamily, IsIndependentForAsManyKeysAsItHasCoefficients) {
  const std::uint64_t p = Mersenne<61>::kPrime;
  for (const std::uint32_t k : {2u, 3u, 5u, 8u}) {
    const PolynomialFamily<61> family(1, k, k, PolynomialFamily<61>::Leading::kAny);
    Draws draws(k);
    std::vector<std::uint64_t> keys(k);
    for (std::uint64_t& key : keys) key = draws.below(p);
    const std::uint64_t z = draws.below(p);
    const auto interpolated = [&](std::uint32_t points) {
      std::uint64_t sum = 0;
      for (std::uint32_t i = 0; i < points; ++i) {
        std::uint64_t term = family.value(0, keys[i]);
        for (std::uint32_t j = 0; j < points; ++j) {
          if (j == i) continue;
          term = Mersenne<61>::multiply_add(term, (z + p - keys[j]) % p, 0);
          term = Mersenne<61>::multiply_add(term, power((keys[i] + p - keys[j]) % p, p - 2), 0);
        }
        sum = (sum + term) % p;
      }
      return sum;
    };
    EXPECT_EQ(interpolated(k), family.value(0, z)) << k;
    EXPECT_NE(interpolated(k - 1), family.value(0, z)) << k;
  }
}

TEST(PolynomialFamily, TakesKeysModuloThePrime) {
  const PolynomialFamily<61> family(2, 1, 5, PolynomialFamily<61>::Leading::kAny);
  EXPECT_EQ(family.value(1, Mersenne<61>::kPrime + 5), family.value(1, 5));
  EXPECT_EQ(family.value(1, ~0ull), family.value(1, 7));  // 2^64 - 1 = 8 (2^61 - 1) + 7
}

TEST(MultiplicativeFamily, StartsWithKnuth) {
  const MultiplicativeFamily<std::uint32_t> narrow(2, 1, 32);
  EXPECT_EQ(narrow.multiplier(0), 2654435769u);
  EXPECT_EQ(narrow.value(0, 1), 2654435769u);
  const MultiplicativeFamily<std::uint64_t> wide(2, 1, 64);
  EXPECT_EQ(wide.value(0, 1), 11400714819323198485ull);
  EXPECT_EQ(narrow.multiplier(1) % 2, 1u);
  EXPECT_EQ(wide.multiplier(1) % 2, 1u);
  // Cormen et al., section 11.3.2: key 123456, 14 bits of a 32-bit word, Knuth's multiplier, hash 67.
  EXPECT_EQ((MultiplicativeFamily<std::uint32_t>(1, 1, 14).value(0, 123456)), 67u);
  // The first p bits of any width agree.
  for (const std::uint32_t bits : {1u, 7u, 32u, 63u})
    EXPECT_EQ((MultiplicativeFamily<std::uint64_t>(2, 1, bits).value(1, 987654321)),
              wide.value(1, 987654321) >> (64 - bits));
  EXPECT_EQ(wide.value(1, 0), 0u);
}

TEST(Murmur3, HasThePublishedValues) {
  const auto hash = [](std::string_view text, std::uint32_t seed) { return murmur3_32(text, seed); };
  EXPECT_EQ(hash("", 0), 0u);
  EXPECT_EQ(hash("", 1), 0x514E28B7u);
  EXPECT_EQ(hash("", 0xFFFFFFFFu), 0x81F16F39u);
  EXPECT_EQ(hash("\xFF\xFF\xFF\xFF", 0), 0x76293B50u);
  EXPECT_EQ(hash("\x21\x43\x65\x87", 0), 0xF55B516Bu);
  EXPECT_EQ(hash("\x21\x43\x65\x87", 0x5082EDEEu), 0x2362F9DEu);
  EXPECT_EQ(hash("\x21\x43\x65", 0), 0x7E4A8634u);
  EXPECT_EQ(hash("\x21\x43", 0), 0xA0F7B07Au);
  EXPECT_EQ(hash("\x21", 0), 0x72661CF4u);
  EXPECT_EQ(hash(std::string(4, '\0'), 0), 0x2362F9DEu);
  EXPECT_EQ(hash(std::string(1, '\0'), 0), 0x514E28B7u);
  EXPECT_EQ(hash("aaaa", 0x9747B28Cu), 0x5A97808Au);
  EXPECT_EQ(hash("abc", 0x9747B28Cu), 0xC84A62DDu);
  EXPECT_EQ(hash("Hello, world!", 0x9747B28Cu), 0x24884CBAu);
  EXPECT_EQ(hash("The quick brown fox jumps over the lazy dog", 0x9747B28Cu), 0x2FA826CDu);
}

// The verification of the author's test suite: hashes of 0, 01, 012, ... with seeds 256, 255, ..., hashed together.
TEST(Murmur3, PassesTheAuthorsVerification) {
  std::string key;
  std::string hashes;
  for (std::uint32_t i = 0; i < 256; ++i) {
    const std::uint32_t value = murmur3_32(std::string_view(key), 256 - i);
    for (int byte = 0; byte < 4; ++byte) hashes += static_cast<char>(value >> (8 * byte));
    key += static_cast<char>(i);
  }
  EXPECT_EQ(murmur3_32(std::string_view(hashes), 0), 0xB0F57EE3u);
}

TEST(Murmur3, OfAKeyIsThatOfItsBytes) {
  Draws draws(2);
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t key = i == 0 ? 0 : draws.word();
    std::string bytes;
    for (int byte = 0; byte < 8; ++byte) bytes += static_cast<char>(key >> (8 * byte));
    const auto seed = static_cast<std::uint32_t>(draws.word());
    ASSERT_EQ(murmur3_32(key, seed), murmur3_32(std::string_view(bytes), seed));
  }
}

// Bit 18 in what the first half adds comes to be bit 31 of the state, where times 5 and plus n leave it alone; the same
// bit in what the second half adds takes it away.
TEST(Murmur3, EveryKeyHasAPartnerUnderEverySeed) {
  const auto inverse = [](std::uint32_t odd) {
    std::uint32_t x = odd;  // Newton: doubles the right bits each time
    for (int i = 0; i < 5; ++i) x *= 2 - odd * x;
    return x;
  };
  const auto moved = [&](std::uint32_t block, std::uint32_t bit) {
    const std::uint32_t scrambled = murmur3_detail::scramble(block) ^ bit;
    return std::rotr(scrambled * inverse(0x1B873593u), 15) * inverse(0xCC9E2D51u);
  };
  Draws draws(4);
  const Murmur3Family family(200, 6);
  for (int i = 0; i < 50; ++i) {
    const std::uint64_t key = draws.word();
    const std::uint64_t partner = std::uint64_t{moved(static_cast<std::uint32_t>(key >> 32), 1u << 31)} << 32 |
                                  moved(static_cast<std::uint32_t>(key), 1u << 18);
    ASSERT_NE(key, partner);
    for (std::uint32_t row = 0; row < 200; ++row) ASSERT_EQ(family.value(row, key), family.value(row, partner));
  }
}

// The exclusive or over the corners of a box of two characters is nothing for simple tabulation, which is hence not
// 4-independent; twisting and mixing end that.
TEST(Tabulation, OnlySimpleTabulationHasDependentBoxes) {
  Draws draws(1);
  const SimpleTabulation simple(8, 1);
  const TwistedTabulation twisted(8, 1);
  const MixedTabulation mixed(8, 1);
  int equal = 0;
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t key = draws.word();
    const std::uint64_t one = (1 + draws.below(255)) << 8;
    const std::uint64_t other = (1 + draws.below(255)) << 56;
    const auto box = [&](const HashFamily& family, std::uint32_t row) {
      return family.value(row, key) ^ family.value(row, key ^ one) ^ family.value(row, key ^ other) ^
             family.value(row, key ^ one ^ other);
    };
    for (std::uint32_t row = 0; row < 8; ++row) {
      ASSERT_EQ(box(simple, row), 0u);
      equal += (box(twisted, row) == 0) + (box(mixed, row) == 0);
    }
  }
  EXPECT_LE(equal, 8);  // where the twist is 0, once in 256, twisting does nothing
}

// Each byte of the key matters, in each family.
TEST(Tabulation, EveryByteIsLookedUp) {
  const SimpleTabulation simple(1, 2);
  const TwistedTabulation twisted(1, 2);
  const MixedTabulation mixed(1, 2);
  for (const HashFamily* family : {static_cast<const HashFamily*>(&simple), static_cast<const HashFamily*>(&twisted),
                                   static_cast<const HashFamily*>(&mixed)})
    for (int byte = 0; byte < 8; ++byte) {
      std::map<std::uint64_t, int> values;
      for (std::uint64_t c = 0; c < 256; ++c) ++values[family->value(0, 0x0123456789ABCDEFull ^ c << (8 * byte))];
      EXPECT_EQ(values.size(), 256u) << byte;
    }
}

TEST(PermutationFamily, EveryPermutationComesAlike) {
  const auto family = PermutationFamily::draw(24000, 1, 4).value();
  std::map<std::uint64_t, int> seen;
  for (std::uint32_t row = 0; row < 24000; ++row) {
    std::uint64_t name = 0;
    for (std::uint64_t key = 0; key < 4; ++key) name = name * 4 + family.value(row, key);
    ++seen[name];
  }
  EXPECT_EQ(seen.size(), 24u);
  for (const auto& [name, count] : seen) EXPECT_NEAR(count, 1000, 4.5 * 31);
}

TEST(PermutationFamily, RefusesTablesBeyondAGibibyte) {
  EXPECT_EQ(PermutationFamily::draw(4096, 1, 65537).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(PermutationFamily::draw(1, 1, 0).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(PermutationFamily::draw(0, 1, 10).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(PermutationFamily::draw(1, 1, 1)->value(0, 0), 0u);
}

}  // namespace
}  // namespace textkin::hash
