// Whether a quotation says where it is from: what stands around it.
//
// A heuristic, and its rules. A quotation has a reference if there is
//   - behind it, in the same sentence or as brackets of their own, (…) or […] with a year, a page, numbers alone, a
//   name
//     and a number, a paragraph sign, or ibid. and its like; before it, in the same sentence or in the one that ends
//     with a colon and the one before that, the same;
//   - right behind it a note: ¹², [^1], † (a note of docx, odt or RTF), or a number without a space;
//   - before it, in the same sentence, a name with a year, with a verb of saying (Miller writes, schreibt, écrit,
//   пишет, 写道), or words
//     such as according to, laut, selon, según, по словам with a name, or a name's among the last
//     words; behind it, within a few words, a verb of saying
//     with a name, or a dash with one (— Miller).
// What stands in another paragraph (paragraph_ends.h) is none of these, but for a colon before it, and behind it a dash
// with a name, and brackets with a source that are all of their line.
// Words are those of the languages that people write essays in here; they are in reference_near.cc. A name begins with
// a capital letter and is no pronoun or article; in scripts without capitals any word before or behind the verb is one.
// A colon without any of this is none: «My essay: “…”». Speech in a story is one where the speaker has a name.
// Cost: some hundred characters a quotation.
#pragma once

#include <string_view>

namespace textkin::text {

// `before` ends where the quotation begins, with its mark; `behind` begins where it ends. What lies further off than
// some lines is not looked at.
bool has_reference(std::string_view before, std::string_view behind);

}  // namespace textkin::text
