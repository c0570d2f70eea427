#include "text/places/text_units.h"

#include <new>
#include <string>

#include "text/unicode/char_class.h"
#include "text/unicode/utf8.h"
#include "unicode/brkiter.h"
#include "unicode/locid.h"
#include "unicode/utext.h"

namespace textkin::text {
namespace {

// ICU counts in 32 bits. A longer text is cut behind a line end, which ends a sentence anyway, where there is one.
constexpr std::size_t kLongestPiece = std::size_t{1} << 28;

void check_sentences(UErrorCode error) {
  if (U_FAILURE(error)) throw std::bad_alloc();
}

// Behind the line that begins at `at`.
std::size_t behind_line(std::string_view text, std::size_t at) {
  const std::size_t end = text.find('\n', at);
  return end == std::string_view::npos ? text.size() : end + 1;
}

bool is_blank(std::string_view line) {
  static const std::uint8_t* const flags = char_flags();
  const char* const end = line.data() + line.size();
  for (const char* p = line.data(); p < end;) {
    const CodePoint c = decode(p, end);
    if ((flags[c.value] & kSpaceChar) == 0) return false;
    p += c.length;
  }
  return true;
}

void cut_lines(std::string_view text, std::vector<std::uint32_t>& ends) {
  for (std::size_t at = 0; at < text.size();) {
    at = behind_line(text, at);
    ends.push_back(static_cast<std::uint32_t>(at));
  }
}

// A paragraph begins at a line that is not blank behind one that is.
void cut_paragraphs(std::string_view text, std::vector<std::uint32_t>& ends) {
  bool any = false;    // the paragraph has a line that is not blank,
  bool blank = false;  // and one behind it that is
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t behind = behind_line(text, at);
    if (is_blank(text.substr(at, behind - at))) {
      blank = any;
    } else {
      if (blank) ends.push_back(static_cast<std::uint32_t>(at));
      any = true;
      blank = false;
    }
    at = behind;
  }
  if (!text.empty()) ends.push_back(static_cast<std::uint32_t>(text.size()));
}

}  // namespace

struct UnitCutter::Sentences {
  Sentences() {
    UErrorCode error = U_ZERO_ERROR;
    breaks.reset(icu::BreakIterator::createSentenceInstance(icu::Locale::getRoot(), error));
    check_sentences(error);
  }
  ~Sentences() { utext_close(text); }

  void cut(std::string_view all, std::vector<std::uint32_t>& ends) {
    for (std::size_t begin = 0; begin < all.size();) {
      std::string_view piece = all.substr(begin);
      if (piece.size() > kLongestPiece) {
        const std::size_t line = piece.rfind('\n', kLongestPiece - 1);
        piece = piece.substr(0, line == std::string_view::npos ? code_point_start(piece, kLongestPiece) : line + 1);
      }
      UErrorCode error = U_ZERO_ERROR;
      text = utext_openUTF8(text, piece.data(), static_cast<std::int64_t>(piece.size()), &error);
      check_sentences(error);
      breaks->setText(text, error);
      check_sentences(error);
      breaks->first();
      for (std::int32_t end = breaks->next(); end != icu::BreakIterator::DONE; end = breaks->next())
        ends.push_back(static_cast<std::uint32_t>(begin + static_cast<std::size_t>(end)));
      begin += piece.size();
    }
  }

  std::unique_ptr<icu::BreakIterator> breaks;
  UText* text = nullptr;
};

UnitCutter::UnitCutter(TextUnit unit)
    : unit_(unit), sentences_(unit == TextUnit::kSentence ? std::make_unique<Sentences>() : nullptr) {}
UnitCutter::~UnitCutter() = default;
UnitCutter::UnitCutter(UnitCutter&&) noexcept = default;

void UnitCutter::cut(std::string_view text, std::vector<std::uint32_t>& ends) {
  ends.clear();
  if (unit_ == TextUnit::kLine)
    cut_lines(text, ends);
  else if (unit_ == TextUnit::kParagraph)
    cut_paragraphs(text, ends);
  else
    sentences_->cut(text, ends);
}

}  // namespace textkin::text
