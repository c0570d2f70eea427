// Damage to a file, from a seed: what disks, transfers and evil-doers do to bytes. For tests only.
#pragma once

#include <algorithm>
#include <cstring>
#include <random>
#include <string>

namespace textkin::store {

// Another string than `bytes`, or the same one by chance. The same seed gives the same damage.
inline std::string mutated(const std::string& bytes, std::uint32_t seed) {
  std::mt19937_64 random(seed);
  std::string out = bytes;
  const auto somewhere = [&] { return out.empty() ? 0 : random() % out.size(); };
  for (int changes = random() % 4 == 0 ? 4 : 1; changes > 0; --changes) {
    if (out.empty()) return out;
    const std::size_t at = somewhere();
    const std::size_t length = std::min<std::size_t>(out.size() - at, 1 + random() % 64);
    switch (random() % 9) {
      case 0:  // cut short
        out.resize(at);
        break;
      case 1:  // one bit
      case 2:
        out[at] = static_cast<char>(out[at] ^ (1 << random() % 8));
        break;
      case 3:  // a block of zeros, as a file system leaves it after a power cut
        std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(at), length, '\0');
        break;
      case 4:  // noise
        for (std::size_t i = 0; i < length; ++i) out[at + i] = static_cast<char>(random());
        break;
      case 5:  // bytes from elsewhere in the file
        std::memmove(out.data() + at, out.data() + somewhere() % (out.size() - length + 1), length);
        break;
      case 6:  // bytes that are gone
        out.erase(at, length);
        break;
      case 7:  // bytes that are there twice
        out.insert(at, out.substr(somewhere(), length));
        break;
      default: {  // an edge of the whole numbers
        const std::uint64_t edges[] = {0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, INT64_MAX, UINT64_MAX, UINT64_MAX - 7};
        const std::uint64_t edge = edges[random() % std::size(edges)];
        const std::size_t place = at / 8 * 8;
        std::memcpy(out.data() + place, &edge, std::min<std::size_t>(sizeof edge, out.size() - place));
      }
    }
  }
  return out;
}

}  // namespace textkin::store
