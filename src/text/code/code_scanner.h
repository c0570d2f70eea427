// CodeScanner: source code -> its tokens, each with its place in the text.
//
// Names become `id`, numbers `num`, strings and characters `str`; keywords, operators and directives stand; comments
// and layout vanish. It never goes back, and each form ends at the latest with the text (strings of one line: with the
// line), so any bytes cost linear time and no depth of nesting costs memory.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "text/code/code_language.h"

namespace textkin::text {

// Calls take(token, begin, end) for each token, in order; it stands in bytes [begin, end) of the text.
template <class Take>
class CodeScanner {
 public:
  CodeScanner(const CodeLanguage& language, std::string_view text, Take take)
      : language_(language), text_(text), take_(take) {}

  void scan() {
    if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
    while (at_ < text_.size()) {
      const char c = text_[at_];
      begin_ = at_;
      if (static_cast<unsigned char>(c) <= ' ' || c == '\x7F') {
        ++at_;
      } else if (is_comment()) {
        skip_comment();
      } else if (c == '\\') {
        skip_backslash();
      } else if (is_letter(c)) {
        scan_word();
      } else if (base::is_digit(c) || (c == '.' && base::is_digit(peek(1)))) {
        scan_number();
      } else if (is_quote(c)) {
        scan_string();
      } else if (c == '#' && language_.directives) {
        scan_hash();
      } else {
        scan_operator();
      }
    }
  }

 private:
  static constexpr std::string_view kName = "id";
  static constexpr std::string_view kNumber = "num";
  static constexpr std::string_view kString = "str";
  static constexpr std::size_t kLongestDelimiter = 16;  // of a raw string, by the C++ standard
  static constexpr std::size_t kLongestPrefix = 3;
  static constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  static constexpr auto kDirectives = std::to_array<std::string_view>(
      {"define", "elif", "elifdef", "elifndef", "else", "embed", "endif", "error", "if", "ifdef", "ifndef", "include",
       "include_next", "line", "pragma", "undef", "warning"});

  static bool is_letter(char c) {
    return base::is_letter(c) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
  }
  static bool is_word(char c) { return is_letter(c) || base::is_digit(c); }
  static bool is_quote(char c) { return c == '"' || c == '\''; }

  // The character so far ahead, NUL behind the end.
  char peek(std::size_t ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool sees(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  void take(std::string_view token) { take_(token, begin_, at_); }

  bool is_comment() const {
    if (language_.hash_comments) return text_[at_] == '#';
    return language_.slash_comments && text_[at_] == '/' && (peek(1) == '/' || peek(1) == '*');
  }

  void skip_comment() {
    if (language_.slash_comments && peek(1) == '*') {
      const std::size_t end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
      return;
    }
    while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '\r') {
      if (text_[at_] == '\\' && language_.splices)
        skip_escape();
      else
        ++at_;
    }
  }

  // The backslash and what it escapes; CR LF is one.
  void skip_escape() {
    const bool pair = peek(1) == '\r' && peek(2) == '\n';
    at_ = std::min(text_.size(), at_ + (pair ? 3 : 2));
  }

  // Outside of strings: a character by its number, which belongs to a name, or the end of a line that goes on.
  void skip_backslash() {
    const bool in_name = peek(1) == 'u' || peek(1) == 'U';
    ++at_;
    if (in_name) scan_word();
  }

  void scan_word() {
    const std::size_t begin = at_;
    while (is_word(peek(0)) || (peek(0) == '\\' && (peek(1) == 'u' || peek(1) == 'U'))) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (is_quote(peek(0)) && is_prefix(word)) {
      if (language_.raw_strings && word.back() == 'R' && peek(0) == '"')
        scan_raw_string();
      else
        scan_string();
      return;
    }
    take(std::ranges::binary_search(language_.keywords, word) ? word : kName);
  }

  bool is_prefix(std::string_view word) const {
    if (word.size() > kLongestPrefix) return false;
    std::string prefix(word);
    if (language_.prefix_any_case) std::ranges::transform(prefix, prefix.begin(), base::to_lower);
    return std::ranges::binary_search(language_.string_prefixes, std::string_view(prefix));
  }

  void scan_number() {
    const bool hexadecimal = peek(0) == '0' && base::to_lower(peek(1)) == 'x';
    const char exponent = hexadecimal ? 'p' : 'e';
    for (;; ++at_) {
      const char c = peek(0);
      if (is_word(c) || c == '.') {
        if (base::to_lower(c) == exponent && (peek(1) == '+' || peek(1) == '-')) ++at_;
      } else if (c != language_.digit_separator || !is_word(peek(1))) {
        break;
      }
    }
    take(kNumber);
  }

  void scan_string() {
    skip_string();
    take(kString);
  }

  void skip_string() {
    const char quote = text_[at_];
    const bool triple =
        (quote == '"' ? language_.triple_double : language_.triple_single) && peek(1) == quote && peek(2) == quote;
    at_ += triple ? 3 : 1;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\\') {
        skip_escape();
      } else if (c == quote && !triple) {
        ++at_;
        return;
      } else if (c == quote && peek(1) == quote && peek(2) == quote) {
        at_ += 3;
        return;
      } else if ((c == '\n' || c == '\r') && !triple) {
        return;
      } else {
        ++at_;
      }
    }
  }

  // At the quote. What is not well formed at its start is taken for a string of one line.
  void scan_raw_string() {
    const std::size_t open = text_.substr(at_ + 1, kLongestDelimiter + 1).find('(');
    const std::string_view delimiter = text_.substr(at_ + 1, open);
    if (open == std::string_view::npos || delimiter.find_first_of(" \\)\"\t\v\f\n\r") != std::string_view::npos) {
      scan_string();
      return;
    }
    const std::string close = ")" + std::string(delimiter) + "\"";
    const std::size_t end = text_.find(close, at_ + open + 2);
    at_ = end == std::string_view::npos ? text_.size() : end + close.size();
    take(kString);
  }

  void scan_hash() {
    std::size_t begin = at_ + 1;
    while (begin < text_.size() && (text_[begin] == ' ' || text_[begin] == '\t')) ++begin;
    std::size_t end = begin;
    while (end < text_.size() && is_word(text_[end])) ++end;
    const std::string_view word = text_.substr(begin, end - begin);
    if (!std::ranges::binary_search(kDirectives, word)) {
      scan_operator();
      return;
    }
    at_ = end;
    take("#" + std::string(word));
    if (!word.starts_with("include") && word != "embed") return;
    while (peek(0) == ' ' || peek(0) == '\t') ++at_;
    if (peek(0) != '<') return;
    begin_ = at_;
    at_ = std::min(text_.size(), text_.find_first_of(">\n", at_));
    at_ += peek(0) == '>';
    take(kString);
  }

  void scan_operator() {
    const auto known = std::ranges::find_if(language_.operators, [&](std::string_view name) { return sees(name); });
    const std::size_t length = known == language_.operators.end() ? 1 : known->size();
    at_ += length;
    take(text_.substr(begin_, length));
  }

  const CodeLanguage& language_;
  std::string_view text_;
  Take take_;
  std::size_t begin_ = 0;  // of the token at hand
  std::size_t at_ = 0;
};

}  // namespace textkin::text
