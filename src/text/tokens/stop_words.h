// Stop words: the words of a language that carry grammar and no topic: articles, pronouns, prepositions, conjunctions,
// auxiliaries. Small letters, as case folding leaves them.
//
// A list is text, in the form of Snowball's lists: words with white space between them; what stands behind a | is
// remark, up to the end of the line. Lists of the catalogue are our own, closed classes of words only; versioned, as
// features depend on them: never change one, add another.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace textkin::text {

struct StopList {
  std::string_view name;
  std::string_view version;  // "english.v1"
  std::string_view words;
};

std::span<const StopList> stop_lists();

// Null where the catalogue has no such list.
const StopList* find_stop_list(std::string_view name);

// A list without its remarks, a line for each of its lines.
std::string without_remarks(std::string_view list);

}  // namespace textkin::text
