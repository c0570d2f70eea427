#include "extract/markdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "extract/ascii.h"
#include "extract/charset.h"

namespace textkin::extract {
namespace {

constexpr std::size_t kLongestMarkup = 2000;  // bytes of an address or a tag; what is longer is text

class Blanker {
 public:
  explicit Blanker(std::string_view text) : text_(text) { out_.reserve(text.size()); }

  Extracted run(std::vector<std::string> notes) && {
    std::vector<std::string> flags;
    while (at_ < text_.size()) {
      if (at_ == 0 || text_[at_ - 1] == '\n') begin_line();
      if (at_ < text_.size()) step();
    }
    if (hidden_words_ > 0)
      flags.push_back(fmt::format("hidden text: {} {} in comments, left out", hidden_words_,
                                  hidden_words_ == 1 ? "word" : "words"));
    return {std::move(out_), std::move(notes), std::move(flags), {}};
  }

 private:
  void keep(std::size_t end) {
    out_.append(text_.substr(at_, end - at_));
    at_ = end;
  }

  // A space a character; line ends stay.
  void blank(std::size_t end) {
    for (; at_ < end; ++at_) {
      const char byte = text_[at_];
      const bool continues = (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
      if (byte == '\n' || byte == '\r')
        out_ += byte;
      else if (!continues)
        out_ += ' ';
    }
  }

  std::size_t line_end() const { return std::min(text_.find('\n', at_), text_.size()); }

  // Where `close` stands behind `from`, with no empty line between; npos if nowhere near.
  std::size_t near(std::string_view close, std::size_t from) const {
    const std::string_view window = text_.substr(from, kLongestMarkup);
    const std::size_t found = window.find(close);
    if (found == std::string_view::npos || window.substr(0, found).find("\n\n") != std::string_view::npos)
      return std::string_view::npos;
    return from + found;
  }

  void begin_line() {
    std::size_t first = at_;
    while (first < text_.size() && text_[first] == ' ' && first < at_ + 3) ++first;
    if (first == text_.size()) return;
    const char mark = text_[first];
    if (mark == '`' || mark == '~') return fence(first, mark);
    if (mark != '[') return;
    const std::string_view line = text_.substr(first, line_end() - first);
    const std::size_t colon = line.find("]:");
    // [^1]: is a footnote, whose words are read.
    if (colon == std::string_view::npos || line.starts_with("[^")) return;
    blank(first + line.size());
  }

  // A block of code, whose words are text as they stand.
  void fence(std::size_t first, char mark) {
    const std::size_t behind = std::min(text_.find_first_not_of(mark, first), text_.size());
    const std::size_t length = behind - first;
    if (length < 3) return;
    if (mark == '`' && text_.substr(behind, line_end() - behind).find('`') != std::string_view::npos) return;
    keep(behind);
    blank(line_end());
    while (at_ < text_.size()) {
      keep(std::min(at_ + 1, text_.size()));  // the line end
      const std::string_view line = text_.substr(at_, line_end() - at_);
      std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
      const std::size_t end = std::min(line.find_first_not_of(mark, begin), line.size());
      keep(at_ + line.size());
      if (end - begin >= length && line.find_first_not_of(" \t\r", end) == std::string_view::npos) return;
    }
  }

  void step() {
    switch (text_[at_]) {
      case '\n':
        return keep(at_ + 1);
      case '\\':
        return keep(std::min(at_ + 2, text_.size()));
      case '`':
        return code();
      case ']':
        return address();
      case '<':
        return tag();
      default: {
        const std::size_t next = std::min(text_.find_first_of("\\`]<\n", at_ + 1), text_.size());
        return keep(next < text_.size() && text_[next] == '\n' ? next + 1 : next);
      }
    }
  }

  void code() {
    const std::size_t behind = std::min(text_.find_first_not_of('`', at_), text_.size());
    const std::string ticks(behind - at_, '`');
    const std::size_t close = near(ticks, behind);
    keep(close == std::string_view::npos ? behind : close + ticks.size());
  }

  // Behind ] of a link: (ADDRESS "TITLE").
  void address() {
    keep(at_ + 1);
    if (at_ == text_.size() || text_[at_] != '(') return;
    int open = 0;
    const std::size_t limit = std::min(text_.size(), at_ + kLongestMarkup);
    for (std::size_t end = at_; end < limit; ++end) {
      if (text_[end] == '\\')
        ++end;
      else if (text_[end] == '(')
        ++open;
      else if (text_[end] == ')' && --open == 0)
        return blank(end + 1);
      else if (text_[end] == '\n' && end + 1 < limit && text_[end + 1] == '\n')
        return;
    }
  }

  void tag() {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("<!--")) {
      const std::size_t close = text_.find("-->", at_ + 4);
      const std::size_t end = close == std::string_view::npos ? text_.size() : close;
      for (std::size_t i = at_ + 4; i < end; ++i)
        hidden_words_ += !is_space(text_[i]) && (i == at_ + 4 || is_space(text_[i - 1]));
      return blank(close == std::string_view::npos ? end : end + 3);
    }
    const bool is_tag =
        rest.size() > 2 &&
        (is_letter(rest[1]) || ((rest[1] == '/' || rest[1] == '!' || rest[1] == '?') && is_letter(rest[2])));
    const std::size_t close = is_tag ? near(">", at_) : std::string_view::npos;
    if (close == std::string_view::npos) return keep(at_ + 1);
    const std::string_view inside = text_.substr(at_ + 1, close - at_ - 1);
    // <https://...> and <name@host> are read as they stand.
    const std::string_view word = inside.substr(0, inside.find_first_of(" \t\r\n"));
    const bool link = word.find("://") != std::string_view::npos || word.find('@') != std::string_view::npos;
    if (link)
      keep(close + 1);
    else
      blank(close + 1);
  }

  std::string_view text_;
  std::string out_;
  std::size_t at_ = 0;
  std::uint64_t hidden_words_ = 0;
};

}  // namespace

Result<Extracted> extract_markdown(std::string_view bytes, const Limits&) {
  TEXTKIN_ASSIGN_OR_RETURN(Decoded decoded, decode(bytes));
  std::vector<std::string> notes;
  if (std::string note = charset_note(decoded); !note.empty()) notes.push_back(std::move(note));
  return Blanker(decoded.text).run(std::move(notes));
}

}  // namespace textkin::extract
