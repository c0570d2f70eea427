// SignatureSpec: how the rows of a file of signatures were made; nothing else can be compared with them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace textkin::store {

// What the rows of a file were made by.
struct SignatureSpec {
  std::vector<std::pair<std::string, std::string>> options;  // as a person would type them, in a fixed order
  std::string stop_list;                                     // the text of --stop-words FILE, if any
  std::uint32_t words = 0;                                   // a row, 1 .. kMostRowWords
  bool operator==(const SignatureSpec&) const = default;
};
inline constexpr std::uint32_t kMostRowWords = 1u << 16;

}  // namespace textkin::store
