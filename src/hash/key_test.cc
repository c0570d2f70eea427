#include "hash/key.h"

#include <string>

#include "gtest/gtest.h"

namespace textkin::hash {
namespace {

constexpr Secret kCounting{0x0706050403020100ull, 0x0F0E0D0C0B0A0908ull};

std::string counting(std::size_t length) {
  std::string text;
  for (std::size_t i = 0; i < length; ++i) text += static_cast<char>(i);
  return text;
}

// Aumasson and Bernstein 2012, appendix A, and the table of their reference implementation.
TEST(SipHash, HasTheValuesOfThePaper) {
  EXPECT_EQ(siphash24(kCounting, counting(0)), 0x726FDB47DD0E0E31ull);
  EXPECT_EQ(siphash24(kCounting, counting(1)), 0x74F839C593DC67FDull);
  EXPECT_EQ(siphash24(kCounting, counting(15)), 0xA129CA6149BE45E5ull);
}

// As CPython 3.11 hashes bytes under PYTHONHASHSEED=0.
TEST(SipHash, OneAndThreeRoundsHaveTheValuesOfAnotherImplementation) {
  const auto hash = [](std::string_view bytes) { return siphash<1, 3>(Secret{}, bytes.data(), bytes.size()); };
  EXPECT_EQ(hash("a"), 0x407448D2B89B1813ull);
  EXPECT_EQ(hash("12345678"), 0x3489982430560A87ull);
  EXPECT_EQ(hash("near-duplicate detection"), 0x8DABFC12A313510Bull);
  EXPECT_EQ(hash(counting(64)), 0x75E05FD5BBC870C6ull);
}

TEST(Key, EveryByteOfASecretCounts) {
  const std::string secret = counting(40);
  for (std::size_t i = 0; i < secret.size(); ++i) {
    std::string other = secret;
    other[i] = static_cast<char>(other[i] ^ 1);
    EXPECT_NE(secret_of(secret), secret_of(other)) << i;
  }
  EXPECT_NE(secret_of(secret), secret_of(secret + '\0'));
}

TEST(Key, SecretsMakeKeysAndNamesOfTheirOwn) {
  const Secret one = secret_of(counting(32));
  const Secret other = secret_of(counting(33));
  EXPECT_EQ(key_of(one).words, key_of(one).words);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NE(key_of(one).words[i], key_of(other).words[i]);
    EXPECT_NE(key_of(one).words[i], kPublicKey.words[i]);
  }
  EXPECT_NE(name_of(one), name_of(other));
  EXPECT_EQ(name_of(one).size(), 16u);
}

}  // namespace
}  // namespace textkin::hash
