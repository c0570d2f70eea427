#include "text/code/code_language.h"

#include <algorithm>
#include <array>

namespace textkin::text {
namespace {

constexpr auto kCWords = std::to_array<std::string_view>({
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_Bool",
    "_Complex",
    "_Generic",
    "_Imaginary",
    "_Noreturn",
    "_Static_assert",
    "_Thread_local",
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "typeof_unqual",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
});
constexpr auto kJavaWords = std::to_array<std::string_view>({
    "abstract", "assert",    "boolean",   "break",  "byte",     "case",  "catch",      "char",         "class",
    "const",    "continue",  "default",   "do",     "double",   "else",  "enum",       "extends",      "false",
    "final",    "finally",   "float",     "for",    "goto",     "if",    "implements", "import",       "instanceof",
    "int",      "interface", "long",      "native", "new",      "null",  "package",    "private",      "protected",
    "public",   "return",    "short",     "static", "strictfp", "super", "switch",     "synchronized", "this",
    "throw",    "throws",    "transient", "true",   "try",      "void",  "volatile",   "while",
});
constexpr auto kPythonWords = std::to_array<std::string_view>({
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield",
});
static_assert(std::ranges::is_sorted(kCWords) && std::ranges::is_sorted(kJavaWords));
static_assert(std::ranges::is_sorted(kPythonWords));

// Without >> and what begins so, which may also be the end of two lists of type arguments: > stands alone.
constexpr auto kCOperators = std::to_array<std::string_view>({
    "<=>", "<<=", "->*", "...", "->", "++", "--", "<<", "<=", ">=", "==", "!=", "&&",
    "||",  "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", "::", ".*", "##",
});
constexpr auto kJavaOperators = std::to_array<std::string_view>({
    "<<=", "...", "->", "++", "--", "<<", "<=", ">=", "==", "!=", "&&",
    "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::",
});
constexpr auto kPythonOperators = std::to_array<std::string_view>({
    "**=", "//=", "<<=", ">>=", "...", "**", "//", "<<", ">>", "<=", ">=", "==",
    "!=",  "->",  ":=",  "+=",  "-=",  "*=", "/=", "%=", "@=", "&=", "|=", "^=",
});

constexpr auto kCPrefixes = std::to_array<std::string_view>({"L", "LR", "R", "U", "UR", "u", "u8", "u8R", "uR"});
constexpr auto kPythonPrefixes =
    std::to_array<std::string_view>({"b", "br", "f", "fr", "r", "rb", "rf", "rt", "t", "tr", "u"});
static_assert(std::ranges::is_sorted(kCPrefixes) && std::ranges::is_sorted(kPythonPrefixes));

constexpr CodeLanguage kC{.keywords = kCWords,
                          .operators = kCOperators,
                          .string_prefixes = kCPrefixes,
                          .prefix_any_case = false,
                          .slash_comments = true,
                          .hash_comments = false,
                          .directives = true,
                          .raw_strings = true,
                          .splices = true,
                          .triple_double = false,
                          .triple_single = false,
                          .digit_separator = '\''};
constexpr CodeLanguage kJava{.keywords = kJavaWords,
                             .operators = kJavaOperators,
                             .string_prefixes = {},
                             .prefix_any_case = false,
                             .slash_comments = true,
                             .hash_comments = false,
                             .directives = false,
                             .raw_strings = false,
                             .splices = false,
                             .triple_double = true,
                             .triple_single = false,
                             .digit_separator = '_'};
constexpr CodeLanguage kPython{.keywords = kPythonWords,
                               .operators = kPythonOperators,
                               .string_prefixes = kPythonPrefixes,
                               .prefix_any_case = true,
                               .slash_comments = false,
                               .hash_comments = true,
                               .directives = false,
                               .raw_strings = false,
                               .splices = false,
                               .triple_double = true,
                               .triple_single = true,
                               .digit_separator = '_'};

}  // namespace

const CodeLanguage& c_language() { return kC; }
const CodeLanguage& java_language() { return kJava; }
const CodeLanguage& python_language() { return kPython; }

const CodeLanguage* find_code_language(std::string_view normalizer) {
  if (normalizer == "code:c") return &kC;
  if (normalizer == "code:java") return &kJava;
  if (normalizer == "code:python") return &kPython;
  return nullptr;
}

}  // namespace textkin::text
