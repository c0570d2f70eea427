// The words of a sentence around a quotation: where they are, and which may be somebody's name.
//
// Cost: one pass each. Threads: any.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace textkin::text {

struct Word {
  std::u32string_view text;
  std::size_t begin;  // in the sentence
};

// Runs of letters.
std::vector<Word> words_of(std::u32string_view text);

// A capital letter and another one, and no pronoun or article.
bool is_name(std::u32string_view word);

// Whether the script has capital letters.
bool has_capitals(std::u32string_view text);

// 1500 to 2099; in digits of other scripts also of their calendars: ۱۳۸۵, ๒๕๔๑.
bool has_year(std::u32string_view text);

}  // namespace textkin::text
