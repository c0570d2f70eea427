#include "hash/murmur3.h"

#include <cstring>

namespace textkin::hash {

static_assert(std::endian::native == std::endian::little, "blocks are read as little-endian words");

std::uint32_t murmur3_32(std::string_view bytes, std::uint32_t seed) {
  using namespace murmur3_detail;
  std::uint32_t state = seed;
  std::uint32_t block = 0;
  std::size_t i = 0;
  for (; i + 4 <= bytes.size(); i += 4) {
    std::memcpy(&block, bytes.data() + i, 4);
    state = absorb(state, block);
  }
  if (i < bytes.size()) {
    block = 0;
    std::memcpy(&block, bytes.data() + i, bytes.size() - i);
    state ^= scramble(block);
  }
  return finish(state, static_cast<std::uint32_t>(bytes.size()));
}

}  // namespace textkin::hash
