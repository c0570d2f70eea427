// What the process that unpacks an archive writes to standard output, and who reads it takes apart: frames, each a
// letter, four bytes that say how many follow (the lowest first), and these.
//
// In the order of the archive: kName; then kBytes any number of times; then kEnd, or kRefused with why not. kHidden: a
// file that is left out as hidden ones in folders are. kDocument alone: it is no archive but a packed document. kDone
// is the last one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace textkin::input {

enum class MemberFrame : char {
  kName = 'N',
  kBytes = 'B',
  kEnd = 'E',
  kRefused = 'R',
  kHidden = 'H',
  kDocument = 'D',
  kDone = 'Z',
};

inline constexpr std::size_t kFrameHead = 5;
inline constexpr std::size_t kLongestFrame = 64u << 10;  // behind the head

inline void append_frame(MemberFrame kind, std::string_view bytes, std::string& out) {
  out += static_cast<char>(kind);
  for (unsigned i = 0; i < 4; ++i) out += static_cast<char>(bytes.size() >> 8 * i);
  out += bytes;
}

}  // namespace textkin::input
