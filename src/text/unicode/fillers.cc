#include "text/unicode/fillers.h"

#include "base/word_gaps.h"
#include "text/unicode/utf8.h"

namespace textkin::text {
namespace {

constexpr bool is_hangul(std::uint32_t c) {
  return (c >= 0x1100 && c < 0x1200) || (c >= 0x3130 && c < 0x3190) || (c >= 0xA960 && c < 0xA980) ||
         (c >= 0xAC00 && c < 0xD800) || (c >= 0xFFA0 && c < 0xFFE0);
}

}  // namespace

std::vector<std::size_t> parting_fillers(std::string_view text) {
  std::vector<base::WordGap> gaps;
  std::uint32_t before = 0;
  bool within = false;  // a row of them
  const char* const end = text.data() + text.size();
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint c = decode(text.data() + i, end);
    if (is_filler(c.value)) {
      if (!within && !is_hangul(before)) gaps.push_back({i, i});
      within = true;
      if (!is_hangul(before)) gaps.back().end = i + c.length;
    } else {
      if (within && !is_hangul(before) && is_hangul(c.value)) gaps.pop_back();
      within = false;
      before = c.value;
    }
    i += c.length;
  }
  const std::vector<bool> parts = base::parting_gaps(text, gaps);
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < gaps.size(); ++i)
    if (parts[i]) out.push_back(gaps[i].begin);
  return out;
}

}  // namespace textkin::text
