// ShownText: collects the text that a reader of a document sees, piece by piece, and counts what is not shown.
//
// Blocks stand on lines of their own, white space between words is one space unless it was asked for. Words that are
// not shown are counted and left out: letters in white leave a space where they stand for one, and nothing where they
// stand within a word (base/word_gaps.h), others nothing. Lines of block quotes are marked as in Markdown.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/word_gaps.h"
#include "extract/extracted.h"

namespace textkin::extract {

enum class Shown : std::uint8_t {
  kYes,
  kNo,       // takes no room: hidden, or too small to be seen
  kAsSpace,  // takes room, more or less: the colour of the page
};

inline constexpr std::string_view kNoteReference = "\u2020";  // dagger
inline constexpr std::string_view kNotesBelow = "\u2E3B";     // three-em dash
inline constexpr std::string_view kQuotedLine = "> ";         // as in Markdown and in mails

class ShownText {
 public:
  // White space in `piece` becomes a space, or stays as it is if `preformatted`.
  void add(std::string_view piece, Shown shown, bool preformatted = false);
  void add_space();
  void add_tab();        // between cells
  void end_line();       // there is one line end here at least;
  void end_paragraph();  // an empty line
  // Where a foot- or endnote is referred to: a mark that is no word, for the number that the page shows.
  void add_note_reference(Shown shown);
  // Whether what follows is a block quote: each line that begins in one begins with kQuotedLine, which is no word, and
  // the empty lines within it with > alone.
  void set_quoted(bool quoted) { quoted_ = quoted; }
  // What follows are the notes: once there is any, a line of kNotesBelow alone stands before it.
  void begin_notes();

  // Ends the text. A flag says how much was not shown.
  Extracted finish(std::vector<std::string> notes = {}) &&;

 private:
  void settle();
  void close_gaps();

  std::string text_;
  bool space_ = false;  // what is due before the next word
  bool gap_ = false;    // letters in white, with no space that is shown
  bool tab_ = false;
  int lines_ = 0;
  bool notes_ = false;
  bool quoted_ = false;
  bool in_quote_ = false;  // the last line is one of a block quote
  std::uint64_t hidden_words_ = 0;
  std::vector<base::WordGap> gaps_;  // each a space in text_
};

}  // namespace textkin::extract
