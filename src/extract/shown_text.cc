#include "extract/shown_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "extract/ascii.h"

namespace textkin::extract {

void ShownText::settle() {
  const bool begins_line = text_.empty() || lines_ > 0 || notes_;
  const bool goes_on = std::exchange(in_quote_, begins_line ? quoted_ : in_quote_) && quoted_;
  if (std::exchange(notes_, false)) {
    if (!text_.empty()) text_ += "\n\n";
    text_.append(kNotesBelow).append("\n\n");
  } else if (!text_.empty()) {
    for (; lines_ > 0; --lines_) text_.append(goes_on && lines_ == 1 && text_.back() == '\n' ? ">\n" : "\n");
    if (!begins_line && tab_)
      text_ += '\t';
    else if (!begins_line && (space_ || gap_))
      text_ += ' ';
    if (!begins_line && !tab_ && !space_ && gap_) gaps_.push_back({text_.size() - 1, text_.size()});
  }
  if (begins_line && in_quote_) text_ += kQuotedLine;
  space_ = gap_ = tab_ = false;
  lines_ = 0;
}

void ShownText::add(std::string_view piece, Shown shown, bool preformatted) {
  const std::uint64_t before = hidden_words_;
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
      if (byte == '\n' && in_quote_) text_ += kQuotedLine;
    } else {
      space_ = true;
    }
  }
  if (shown == Shown::kAsSpace) (hidden_words_ > before ? gap_ : space_) = true;
}

void ShownText::add_space() { space_ = true; }
void ShownText::add_tab() { tab_ = true; }
void ShownText::end_line() { lines_ = std::max(lines_, 1); }
void ShownText::end_paragraph() { lines_ = 2; }

void ShownText::add_note_reference(Shown shown) {
  if (shown == Shown::kYes) add(kNoteReference, shown);
}

void ShownText::begin_notes() { notes_ = true; }

// Takes out those that are within words.
void ShownText::close_gaps() {
  const std::vector<bool> parts = base::parting_gaps(text_, gaps_);
  std::string out;
  std::size_t at = 0;
  for (std::size_t i = 0; i < gaps_.size(); ++i) {
    if (parts[i]) continue;
    out.append(text_, at, gaps_[i].begin - at);
    at = gaps_[i].end;
  }
  text_ = out.append(text_, at);
}

Extracted ShownText::finish(std::vector<std::string> notes) && {
  if (!text_.empty()) text_ += '\n';
  if (!gaps_.empty()) close_gaps();
  std::vector<std::string> flags;
  if (hidden_words_ > 0)
    flags.push_back(fmt::format("hidden text: {} {} that a reader does not see, left out", hidden_words_,
                                hidden_words_ == 1 ? "word" : "words"));
  return {std::move(text_), std::move(notes), std::move(flags), {}};
}

}  // namespace textkin::extract
