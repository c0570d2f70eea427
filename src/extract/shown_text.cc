#include "extract/shown_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "extract/ascii.h"

namespace textkin::extract {

void ShownText::settle() {
  if (std::exchange(notes_, false)) {
    if (!text_.empty()) text_ += "\n\n";
    text_.append(kNotesBelow).append("\n\n");
  } else if (!text_.empty()) {
    if (lines_ > 0)
      text_.append(static_cast<std::size_t>(lines_), '\n');
    else if (tab_)
      text_ += '\t';
    else if (space_)
      text_ += ' ';
  }
  space_ = tab_ = false;
  lines_ = 0;
}

void ShownText::add(std::string_view piece, Shown shown, bool preformatted) {
  bool in_word = false;
  for (const char byte : piece) {
    const bool space = is_space(byte);
    if (shown != Shown::kYes) {
      hidden_words_ += !space && !in_word;
      in_word = !space;
      continue;
    }
    if (!space) {
      settle();
      text_ += byte;
    } else if (preformatted) {
      settle();
      text_ += byte;
    } else {
      space_ = true;
    }
  }
  if (shown == Shown::kAsSpace) space_ = true;
}

void ShownText::add_space() { space_ = true; }
void ShownText::add_tab() { tab_ = true; }
void ShownText::end_line() { lines_ = std::max(lines_, 1); }
void ShownText::end_paragraph() { lines_ = 2; }

void ShownText::add_note_reference(Shown shown) {
  if (shown == Shown::kYes) add(kNoteReference, shown);
}

void ShownText::begin_notes() { notes_ = true; }

Extracted ShownText::finish(std::vector<std::string> notes) && {
  if (!text_.empty()) text_ += '\n';
  std::vector<std::string> flags;
  if (hidden_words_ > 0)
    flags.push_back(fmt::format("hidden text: {} {} that a reader does not see, left out", hidden_words_,
                                hidden_words_ == 1 ? "word" : "words"));
  return {std::move(text_), std::move(notes), std::move(flags), {}};
}

}  // namespace textkin::extract
