// Repair of text that is not valid UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace textkin::base {

// U+FFFD, what stands for bytes that cannot be read.
inline constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";

// Appends `bytes` to `out`, each maximal invalid subsequence as one U+FFFD (Unicode 15, section 3.9, "substitution of
// maximal subparts"; what browsers and Python's errors="replace" do). Valid text is appended as it is.
void append_valid_utf8(std::string_view bytes, std::string& out);

}  // namespace textkin::base
