#include "hash/rabin.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "hash/mix.h"

namespace textkin::hash {
namespace {

// The definition, bit by bit: long division of the bits of the string, with `front` before them.
std::uint64_t by_division(const std::string& bytes, Gf2Polynomial p, bool front) {
  std::vector<bool> bits;
  if (front) bits.push_back(true);
  for (const char byte : bytes)
    for (int bit = 7; bit >= 0; --bit) bits.push_back(byte >> bit & 1);
  const auto degree = static_cast<std::size_t>(gf2_degree(p));
  for (std::size_t i = 0; i + degree < bits.size(); ++i)
    if (bits[i])
      for (std::size_t j = 0; j <= degree; ++j) bits[i + j] = bits[i + j] != static_cast<bool>(p >> (degree - j) & 1);
  std::uint64_t rest = 0;
  for (std::size_t i = bits.size() > degree ? bits.size() - degree : 0; i < bits.size(); ++i)
    rest = rest << 1 | bits[i];
  return rest;
}

std::string random_bytes(std::size_t length, std::uint64_t seed) {
  std::string text(length, '\0');
  for (std::size_t i = 0; i < length; ++i) text[i] = static_cast<char>(stream_word(seed, i));
  return text;
}

// The number of irreducible polynomials of each degree: Moebius inversion of 2^d (Gauss's necklace formula).
TEST(Gf2Polynomial, AsManyAreIrreducibleAsTheNecklaceFormulaSays) {
  const std::uint32_t known[] = {0, 2, 1, 2, 3, 6, 9, 18, 30, 56, 99, 186, 335, 630, 1161, 2182, 4080};
  for (std::uint32_t degree = 0; degree <= 16; ++degree) {
    std::uint32_t count = 0;
    for (Gf2Polynomial p = 1ull << degree; p < 2ull << degree; ++p) count += gf2_irreducible(p);
    EXPECT_EQ(count, known[degree]) << degree;
  }
}

TEST(Gf2Polynomial, IrreducibleMeansThatNothingDivides) {
  for (Gf2Polynomial p = 2; p < 4096; ++p) {
    bool divided = false;
    for (Gf2Polynomial q = 2; gf2_degree(q) <= gf2_degree(p) / 2; ++q) divided = divided || gf2_remainder(p, q) == 0;
    ASSERT_EQ(gf2_irreducible(p), !divided) << p;
  }
}

TEST(Gf2Polynomial, KnowsPublishedOnes) {
  EXPECT_TRUE(gf2_irreducible(0x11B));                       // AES
  EXPECT_TRUE(gf2_irreducible(1ull << 63 | 1ull << 1 | 1));  // t^63 + t + 1, the one that the refusal names
  EXPECT_FALSE(gf2_irreducible(0x11021));                    // CRC-16-CCITT has the factor t + 1
  EXPECT_FALSE(gf2_irreducible(0));
  EXPECT_FALSE(gf2_irreducible(1));
  EXPECT_EQ(gf2_multiply(0x57, 0x83, 0x11B), 0xC1u);  // FIPS 197, section 4.2
  EXPECT_EQ(gf2_multiply(5, 7, 1), 0u);
}

TEST(Gf2Polynomial, RandomOnesAreIrreducibleOfTheirDegreeAndCoverAll) {
  for (std::uint32_t degree = 1; degree <= 63; ++degree) {
    const Gf2Polynomial p = gf2_random_irreducible(degree, 5);
    EXPECT_EQ(gf2_degree(p), static_cast<int>(degree));
    EXPECT_TRUE(gf2_irreducible(p));
    EXPECT_EQ(gf2_random_irreducible(degree, 5), p);
  }
  std::vector<int> drawn(512);
  for (std::uint64_t seed = 0; seed < 3000; ++seed) ++drawn[gf2_random_irreducible(8, seed)];
  // 30 of degree 8, 100 times each on average: five standard deviations of a count are 50.
  EXPECT_EQ(std::ranges::count_if(drawn, [](int n) { return n > 0; }), 30);
  for (const int n : drawn) EXPECT_TRUE(n == 0 || (n > 50 && n < 150)) << n;
}

RC_GTEST_PROP(Rabin, EqualsLongDivision, ()) {
  const auto degree = *rc::gen::inRange(1u, 64u);
  const auto fingerprint = RabinFingerprint::make(degree, *rc::gen::arbitrary<std::uint64_t>()).value();
  const auto bytes = *rc::gen::arbitrary<std::string>();
  RC_ASSERT(fingerprint.residue(bytes) == by_division(bytes, fingerprint.polynomial(), false));
  RC_ASSERT(fingerprint(bytes) == by_division(bytes, fingerprint.polynomial(), true));
}

RC_GTEST_PROP(Rabin, ResiduesAreLinear, ()) {
  const auto fingerprint = RabinFingerprint::make(*rc::gen::inRange(1u, 64u), 3).value();
  const auto length = *rc::gen::inRange<std::size_t>(0, 100);
  const std::string a = random_bytes(length, *rc::gen::arbitrary<std::uint64_t>());
  const std::string b = random_bytes(length, *rc::gen::arbitrary<std::uint64_t>());
  std::string both = a;
  for (std::size_t i = 0; i < length; ++i) both[i] = static_cast<char>(a[i] ^ b[i]);
  RC_ASSERT(fingerprint.residue(both) == (fingerprint.residue(a) ^ fingerprint.residue(b)));
  RC_ASSERT((fingerprint(a) ^ fingerprint(b)) == fingerprint.residue(both));
}

RC_GTEST_PROP(Rabin, RollingEqualsDirect, ()) {
  const auto fingerprint = RabinFingerprint::make(*rc::gen::inRange(1u, 64u), 8).value();
  const std::string bytes = random_bytes(*rc::gen::inRange<std::size_t>(0, 200), 1);
  const auto window = *rc::gen::inRange<std::size_t>(1, 220);
  const auto found = rabin_windows(fingerprint, bytes, window);
  RC_ASSERT(found.size() == (bytes.size() < window ? 0 : bytes.size() - window + 1));
  for (std::size_t i = 0; i < found.size(); ++i) RC_ASSERT(found[i] == fingerprint(bytes.substr(i, window)));
}

TEST(Rabin, ZerosInFrontCount) {
  const auto fingerprint = RabinFingerprint::make(63, 1).value();
  std::vector<std::uint64_t> seen;
  for (std::size_t length = 0; length < 300; ++length) seen.push_back(fingerprint(std::string(length, '\0')));
  std::ranges::sort(seen);
  EXPECT_EQ(std::ranges::adjacent_find(seen), seen.end());
  EXPECT_EQ(fingerprint.residue(std::string(9, '\0')), 0u);
  EXPECT_TRUE(rabin_windows(fingerprint, "abc", 0).empty());
}

// The law, exactly: for pairs of strings fixed beforehand, the share of all polynomials of degree 12 under which they
// collide. A pair made to be bad, whose difference is a product of such polynomials, comes close to the bound.
TEST(Rabin, CollidesForAtMostTheStatedShareOfPolynomials) {
  std::vector<RabinFingerprint> all;
  for (Gf2Polynomial p = 1u << 12; p < 2u << 12; ++p)
    if (gf2_irreducible(p)) all.push_back(RabinFingerprint::of(p).value());
  ASSERT_EQ(all.size(), 335u);
  const auto share = [&](const std::string& a, const std::string& b) {
    const auto equal = std::ranges::count_if(all, [&](const RabinFingerprint& f) { return f(a) == f(b); });
    return static_cast<double>(equal) / static_cast<double>(all.size());
  };
  const double bits = 8 * 48;
  double mean = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const double collided = share(random_bytes(48, 2 * seed), random_bytes(48, 2 * seed + 1));
    EXPECT_LE(collided, bits / 2048);
    mean += collided / 200;
  }
  EXPECT_NEAR(mean, 1.0 / 4096, 3e-4);
  // The product of the first 32 polynomials, as a string of 48 bytes, against zeros.
  std::vector<bool> product{true};
  for (int i = 0; i < 32; ++i) {
    std::vector<bool> next(product.size() + 12);
    for (std::size_t j = 0; j < product.size(); ++j)
      for (std::size_t bit = 0; bit <= 12; ++bit)
        if (product[j] && all[i].polynomial() >> bit & 1) next[j + bit] = !next[j + bit];
    product = next;
  }
  std::string bad(49, '\0');
  for (std::size_t j = 0; j < product.size(); ++j)
    if (product[j]) bad[48 - j / 8] = static_cast<char>(bad[48 - j / 8] | 1 << (j % 8));
  EXPECT_DOUBLE_EQ(share(bad, std::string(49, '\0')), 32.0 / 335);
  EXPECT_LE(32.0 / 335, 8 * 49 / 2048.0);
}

TEST(Rabin, RefusesWhatIsNoPolynomialForIt) {
  for (const std::uint32_t degree : {0u, 64u, 0xFFFFFFFFu})
    EXPECT_EQ(RabinFingerprint::make(degree, 1).status().code(), Code::kInvalidArgument);
  for (const Gf2Polynomial p : {0ull, 1ull, 2ull, 6ull, 0x11021ull, ~0ull << 63})
    EXPECT_EQ(RabinFingerprint::of(p).status().code(), Code::kInvalidArgument) << p;
  EXPECT_EQ(RabinFingerprint::of(9223372036854775811ull)->degree(), 63u);
}

}  // namespace
}  // namespace textkin::hash
