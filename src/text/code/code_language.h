// CodeLanguage: what the scanner of normalize_code.cc must know of a programming language.
//
// The tables are constant; pointers live as long as the program. Threads: any.
#pragma once

#include <span>
#include <string_view>

namespace textkin::text {

struct CodeLanguage {
  std::span<const std::string_view> keywords;         // sorted
  std::span<const std::string_view> operators;        // of two characters and more, the longer ones first
  std::span<const std::string_view> string_prefixes;  // sorted; lower case where any case will do
  bool prefix_any_case;                               // of string_prefixes
  bool slash_comments;                                // // to the end of the line, /* to */
  bool hash_comments;                                 // # to the end of the line
  bool directives;       // # and a word of the preprocessor; <...> behind #include is a string
  bool raw_strings;      // R"delimiter( to )delimiter"
  bool splices;          // a line comment goes on where a backslash ends the line
  bool triple_double;    // """ to """
  bool triple_single;    // ''' to '''
  char digit_separator;  // between digits, besides _
};

// C and C++ together: C++23 and C23, with the preprocessor.
const CodeLanguage& c_language();
// Java 21. The contextual words (var, record, yield, sealed, ...) are names, as programs use them as such.
const CodeLanguage& java_language();
// Python 3. The soft keywords (match, case, type, _) are names.
const CodeLanguage& python_language();

// By the name of its normaliser, as "code:java"; null: there is none of that name.
const CodeLanguage* find_code_language(std::string_view normalizer);

}  // namespace textkin::text
