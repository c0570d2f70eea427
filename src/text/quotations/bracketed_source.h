// What stands in brackets beside a quotation, and whether it says where that is from.
//
// A heuristic, and its rules. These are sources:
//   - a year of four digits, of any script; an address; a key of Markdown; numbers alone, also 64a–b and 12r;
//   - a name and a number; a name and what stands for a year (n.d., in press); ibid. and its like; a paragraph sign;
//   - a word such as p., S., vol. with a number anywhere; a word for a place within a work (line, verse, stanza, act,
//     scene, para., fol., slide, sura, Zeile, Strophe, строка, στίχος) with its number right at it, in digits or
//     Roman numerals: (ll. 3–4), (V. 34), (act II, sc. i), (3. Strophe), and not (in line with 3 others);
//   - numbers and words of a script without capitals;
//   - a title in marks of its own, 《故乡》 or 『坊っちゃん』, and a chapter as 第一章;
//   - whoever hands a hadith down (رواه مسلم), and a place in Hebrew numerals (בראשית א, ב).
// Cost: some hundred characters, a lookup a word. Threads: any.
#pragma once

#include <string_view>

namespace textkin::text {

// The bracket that closes `c`; 0: it opens none.
char32_t closing_bracket(char32_t c);

// `inside`: what stands between the brackets.
bool names_source(std::u32string_view inside);

}  // namespace textkin::text
