#include "hash/key.h"

#include <random>

namespace textkin::hash {
namespace {

constexpr Secret kFirstHalf{0x243F6A8885A308D3ull, 0x13198A2E03707344ull};
constexpr Secret kSecondHalf{0xA4093822299F31D0ull, 0x082EFA98EC4E6C89ull};

}  // namespace

Secret secret_of(std::string_view bytes) { return {siphash24(kFirstHalf, bytes), siphash24(kSecondHalf, bytes)}; }

Secret fresh_secret() {
  std::random_device source;
  const auto word = [&] { return std::uint64_t{source()} << 32 | source(); };
  const std::uint64_t first = word();
  return {first, word()};
}

Key key_of(const Secret& secret) {
  return {{siphash24(secret, "word 0"), siphash24(secret, "word 1"), siphash24(secret, "word 2"),
           siphash24(secret, "word 3")},
          {siphash24(secret, "secret 0"), siphash24(secret, "secret 1")}};
}

std::string name_of(const Secret& secret) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const std::uint64_t name = siphash24(secret, "name");
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[name >> shift & 15];
  return text;
}

}  // namespace textkin::hash
