// Whether a quotation says where it is from: what stands around it.
//
// A heuristic, and its rules. A quotation has a reference if there is
//   - behind it, in the same sentence or as brackets of their own, (…) or […] with a source (bracketed_source.h): a
//     year, a page, a line, numbers alone, a name and a number, a title, ibid. and its like; before it, in the same
//     sentence or in the one that ends with a colon and the one before that, the same;
//   - before it, in the same sentence, or right behind it the place of a law: § 433, Art. 5, 第十条;
//   - right behind it a note: ¹², [^1], † (a note of docx, odt or RTF), or a number without a space;
//   - before it, in the same sentence, a name with a year, with a verb of saying (Miller writes, schreibt, écrit,
//     пишет), or words such as according to, laut, selon, según, по словам with a name, or a name's among the last
//     words; behind it, within a few words, a verb of saying with a name, or a dash with one (— Miller), but for lines
//     of a list or a dialogue; plural forms that are infinitives too need two joined names, verbs that are nouns too
//     whose they are;
//   - in Chinese, whose verbs of saying are parts of other words, such a verb right before the mark, or at the end of
//     the clause behind it, with who says it before it, but the writer: 张三写道.
// What stands in another paragraph (paragraph_ends.h) is none of these, but for a colon before it, and behind it a dash
// with a name, and brackets with a source that are all of their line.
// Words are those of the languages that people write essays in here; they are in reference_words.cc. A name begins
// with a capital letter and is no pronoun or article; in scripts without capitals any word before or behind the verb is
// one.
// A colon without any of this is none: «My essay: “…”». Speech in a story is one where the speaker has a name, unless
// much of it follows each other (dialogue.h): what a verb of saying alone attributes is told apart for that.
// Cost: some hundred characters a quotation.
#pragma once

#include <cstdint>
#include <string_view>

namespace textkin::text {

enum class Reference : std::uint8_t {
  kNone,
  kSaid,    // a verb of saying and who says it, and nothing else
  kSource,  // a year, a page, a note, a law, according to, a signature
};

// `before` ends where the quotation begins, with its mark; `behind` begins where it ends. What lies further off than
// some lines is not looked at.
Reference reference_near(std::string_view before, std::string_view behind);

// Whether a line of a block quote begins with a dash, as items of lists do: what follows it is no signature then.
bool is_item(std::string_view line);

// Whether a block quote ends with what would be a reference behind it: brackets, or the number of a note that is no
// plain digit.
bool ends_with_reference(std::string_view block);

}  // namespace textkin::text
