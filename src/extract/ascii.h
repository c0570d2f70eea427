// What HTML and Markdown call a space and a letter: bytes of ASCII, whatever the locale.
#pragma once

namespace textkin::extract {

constexpr bool is_space(char byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }
constexpr bool is_letter(char byte) { return (byte | 32) >= 'a' && (byte | 32) <= 'z'; }

}  // namespace textkin::extract
