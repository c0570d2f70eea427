// One mutation of a fuzzer's input that keeps more of its structure than one of bytes would.
#pragma once

#include <random>
#include <span>
#include <string>
#include <string_view>

namespace textkin::fuzz {

// The bytes from one occurrence of a piece to the next of the same, or a few of any; npos: there are none.
inline void cut_or_double(std::string& bytes, std::string_view piece, std::mt19937& random) {
  const std::size_t from = bytes.find(piece, random() % (bytes.size() + 1));
  if (from == std::string::npos) return;
  const std::size_t next = bytes.find(piece, from + 1);
  const std::size_t size = next == std::string::npos ? 1 + random() % 16 : next - from;
  const std::string stretch = bytes.substr(from, size);
  if (random() % 2 == 0)
    bytes.erase(from, size);
  else
    bytes.insert(random() % (bytes.size() + 1), stretch);
}

// Puts in, takes out, doubles or overwrites; by `words`, where there are any, three times of four.
inline void mutate(std::string& bytes, std::span<const std::string_view> words, std::mt19937& random) {
  const std::size_t place = random() % (bytes.size() + 1);
  if (!words.empty() && random() % 4 != 0) {
    const std::string_view word = words[random() % words.size()];
    switch (random() % 4) {
      case 0:
        return cut_or_double(bytes, word, random);
      case 1:
        bytes.replace(place, word.size(), word);
        return;
      default:
        bytes.insert(place, word);
        return;
    }
  }
  switch (random() % 4) {
    case 0:
      bytes.erase(place, 1 + random() % 8);
      break;
    case 1:
      bytes.insert(place, 1, static_cast<char>(random()));
      break;
    case 2:
      bytes.insert(place, bytes.substr(random() % (bytes.size() + 1), 1 + random() % 64));
      break;
    default:
      if (place < bytes.size())
        bytes[place] = static_cast<char>(random() % 2 == 0 ? bytes[place] ^ 1 << random() % 8 : random());
  }
}

}  // namespace textkin::fuzz
