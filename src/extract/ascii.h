// What HTML and Markdown call a space and a letter: those of ASCII.
#pragma once

#include <string>
#include <string_view>

#include "base/ascii.h"

namespace textkin::extract {

using base::is_letter;
using base::is_space;

inline std::string lower(std::string_view text) {
  std::string out(text);
  for (char& byte : out) byte = base::to_lower(byte);
  return out;
}

}  // namespace textkin::extract
