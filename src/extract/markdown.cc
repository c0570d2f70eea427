#include "extract/markdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "extract/ascii.h"
#include "extract/charset.h"
#include "extract/markup/markdown_markup.h"

namespace textkin::extract {
namespace {

constexpr std::size_t kLongestMarkup = 2000;  // bytes of an address or a tag; what is longer is text
constexpr std::string_view kSpaces = " \t\r\n";
constexpr std::uint64_t kToldWords = 20;  // so many in a tag or a title are no name of a picture

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
    if (marked_words_ > 0)
      flags.push_back(fmt::format("hidden text: {} words in tags and titles of links, left out", marked_words_));
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

  // What has as many words as a sentence is told.
  void blank_markup(std::size_t size) {
    std::uint64_t words = 0;
    const std::string_view markup = text_.substr(at_, size);
    for (std::size_t begin = 0; (begin = markup.find_first_not_of(kSpaces, begin)) < markup.size();) {
      const std::string_view word = markup.substr(begin, markup.find_first_of(kSpaces, begin) - begin);
      words += word.find_first_of("=0123456789") == std::string_view::npos;
      begin += word.size();
    }
    if (words >= kToldWords) marked_words_ += words;
    blank(at_ + size);
  }

  std::size_t line_end() const { return std::min(text_.find('\n', at_), text_.size()); }

  // The rest of the paragraph. Nothing that is marked up goes on behind it.
  std::string_view paragraph() {
    if (at_ >= paragraph_end_) {
      open_.clear();
      inactive_ = 0;
      paragraph_end_ = at_;
      do {
        paragraph_end_ = std::min(text_.find('\n', paragraph_end_), text_.size() - 1) + 1;
      } while (
          paragraph_end_ < text_.size() &&
          !ends_markdown_paragraph(text_.substr(paragraph_end_, text_.find('\n', paragraph_end_) - paragraph_end_)));
    }
    return text_.substr(at_, paragraph_end_ - at_);
  }

  // As much of it as a tag or an address may go on for: in a table to the end of the cell.
  std::string_view ahead() {
    const std::string_view rest = paragraph().substr(0, kLongestMarkup);
    return rest.substr(0, rest.find('|'));
  }

  void begin_line() {
    const std::string_view line = text_.substr(at_, line_end() - at_);
    const std::size_t indent = std::min<std::size_t>(line.find_first_not_of(' '), 4);
    const bool goes_on = std::exchange(in_text_, line.find_first_not_of(" \t\r") != std::string_view::npos);
    if (!in_text_ || indent > 3) return;
    const std::size_t first = block_ = at_ + indent;
    const char mark = text_[first];
    if (mark == '`' || mark == '~') return fence(first, mark);
    if (is_markdown_heading(line.substr(indent)) || is_markdown_rule(line)) in_text_ = false;
    // [^1]: is a footnote, whose words are read.
    if (mark != '[' || goes_on || line.substr(indent).starts_with("[^")) return;
    const std::size_t size = markdown_definition(paragraph().substr(indent));
    in_text_ = size == 0;
    if (size > 0) blank_markup(indent + size);
  }

  // A block of code, whose words are text as they stand.
  void fence(std::size_t first, char mark) {
    const std::size_t behind = std::min(text_.find_first_not_of(mark, first), text_.size());
    const std::size_t length = behind - first;
    if (length < 3) return;
    if (mark == '`' && text_.substr(behind, line_end() - behind).find('`') != std::string_view::npos) return;
    keep(behind);
    blank_markup(line_end() - at_);
    in_text_ = false;
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
        keep(std::min(at_ + 2, text_.size()));
        escaped_ = at_;
        return;
      case '`':
        return code();
      case '[':
        return open_bracket();
      case ']':
        return close_bracket();
      case '<':
        return tag();
      default: {
        const std::size_t next = std::min(text_.find_first_of("\\`[]<\n", at_ + 1), text_.size());
        return keep(next < text_.size() && text_[next] == '\n' ? next + 1 : next);
      }
    }
  }

  void code() {
    const std::string_view rest = paragraph().substr(0, kLongestMarkup);
    const std::size_t ticks = std::min(rest.find_first_not_of('`'), rest.size());
    // As many again, no more and no fewer.
    for (std::size_t begin = rest.find('`', ticks); begin < rest.size();) {
      const std::size_t end = std::min(rest.find_first_not_of('`', begin), rest.size());
      if (end - begin == ticks) return keep(at_ + end);
      begin = rest.find('`', end);
    }
    keep(at_ + ticks);
  }

  void open_bracket() {
    paragraph();
    open_.push_back(at_ > 0 && text_[at_ - 1] == '!' && escaped_ != at_);
    keep(at_ + 1);
  }

  // Behind ] of a link or a picture: (ADDRESS "TITLE"). There is no link within a link: of two the inner one counts.
  void close_bracket() {
    paragraph();
    keep(at_ + 1);
    if (open_.empty()) return;
    const bool picture = open_.back();
    open_.pop_back();
    const bool active = picture || open_.size() >= inactive_;
    inactive_ = std::min(inactive_, open_.size());
    const std::size_t size = active && at_ < paragraph_end_ ? markdown_address(ahead()) : 0;
    if (size == 0) return;
    if (!picture) inactive_ = open_.size();
    blank_markup(size);
  }

  void tag() {
    if (text_.substr(at_).starts_with("<!--")) return comment();
    if (const std::size_t size = markdown_tag(ahead()); size > 0) return blank_markup(size);
    keep(at_ + std::max<std::size_t>(1, markdown_autolink(ahead())));
  }

  // At the begin of a line it goes on over paragraphs, and to the end of the text where nothing ends it.
  void comment() {
    const std::size_t behind = at_ + 4;
    const std::string_view rest = text_.substr(behind);
    for (const std::string_view end : {">", "->"})
      if (rest.starts_with(end)) return blank(behind + end.size());
    if (comment_end_ < behind) comment_end_ = std::min(text_.find("-->", behind), text_.size());
    if (at_ == block_)
      in_text_ = false;
    else if (comment_end_ >= at_ + paragraph().size())
      return keep(behind);
    for (std::size_t i = behind; i < comment_end_; ++i)
      hidden_words_ += !is_space(text_[i]) && (i == behind || is_space(text_[i - 1]));
    blank(std::min(comment_end_ + 3, text_.size()));
  }

  std::string_view text_;
  std::string out_;
  std::size_t at_ = 0;
  std::size_t paragraph_end_ = 0;  // of the paragraph that was last looked at
  std::size_t escaped_ = 0;        // where an escape ended last
  std::size_t comment_end_ = 0;    // the --> that was last looked for
  std::size_t block_ = 0;          // where a block may begin in this line
  bool in_text_ = false;           // the line before is text, which a definition does not interrupt
  std::vector<bool> open_;         // brackets [ of the paragraph: whether a picture's
  std::size_t inactive_ = 0;       // the first so many are around a link
  std::uint64_t hidden_words_ = 0;
  std::uint64_t marked_words_ = 0;
};

}  // namespace

Result<Extracted> extract_markdown(std::string_view bytes, const Limits&) {
  TEXTKIN_ASSIGN_OR_RETURN(Decoded decoded, decode(bytes));
  std::vector<std::string> notes;
  if (std::string note = charset_note(decoded); !note.empty()) notes.push_back(std::move(note));
  return Blanker(decoded.text).run(std::move(notes));
}

}  // namespace textkin::extract
