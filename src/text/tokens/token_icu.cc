#include "text/tokens/token_icu.h"

#include <new>
#include <string>

#include "hash/bytes.h"
#include "text/normalize/normalize_filter.h"
#include "text/unicode/byte_buffer.h"
#include "text/unicode/utf8.h"
#include "unicode/brkiter.h"
#include "unicode/locid.h"
#include "unicode/ubrk.h"
#include "unicode/utext.h"

namespace textkin::text {
namespace {

// ICU counts in 32 bits. A longer text is cut, behind a line end where there is one: words never cross it (UAX 29,
// rules WB3a and WB3b), so that such a cut changes nothing.
constexpr std::size_t kLongest = std::size_t{1} << 28;

void check_breaks(UErrorCode error) {
  if (U_FAILURE(error)) throw std::bad_alloc();
}

class IcuTokens : public Tokenizer {
 public:
  explicit IcuTokens(const hash::Key& key) : key_(key) {
    UErrorCode error = U_ZERO_ERROR;
    words_.reset(icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), error));
    check_breaks(error);
  }
  ~IcuTokens() override { utext_close(text_); }

  void append_hashes(std::string_view text, bool lower, std::vector<std::uint64_t>& hashes) override {
    for_each_word(text, lower,
                  [&](std::string_view word) { hashes.push_back(hash::hash_bytes(key_, word.data(), word.size())); });
  }

  void append_tokens(std::string_view text, bool lower, TokenRow& tokens) override {
    for_each_word(text, lower, [&](std::string_view word) { tokens.append(word); });
  }

 private:
  template <class Sink>
  void for_each_word(std::string_view text, bool lower, Sink sink) {
    if (lower) {
      lower_->apply(text, lowered_);
      text = lowered_.view();
    }
    while (!text.empty()) {
      std::size_t length = text.size();
      if (length > kLongest) {
        const std::size_t line = text.rfind('\n', kLongest - 1);
        length = line == std::string_view::npos ? code_point_start(text, kLongest) : line + 1;
      }
      in_piece(text.substr(0, length), sink);
      text.remove_prefix(length);
    }
  }

  template <class Sink>
  void in_piece(std::string_view text, Sink& sink) {
    UErrorCode error = U_ZERO_ERROR;
    text_ = utext_openUTF8(text_, text.data(), static_cast<std::int64_t>(text.size()), &error);
    check_breaks(error);
    words_->setText(text_, error);
    check_breaks(error);
    std::int32_t start = words_->first();
    for (std::int32_t end = words_->next(); end != icu::BreakIterator::DONE; start = end, end = words_->next())
      if (words_->getRuleStatus() >= UBRK_WORD_NONE_LIMIT)
        sink(text.substr(static_cast<std::size_t>(start), static_cast<std::size_t>(end - start)));
  }

  hash::Key key_;
  std::unique_ptr<icu::BreakIterator> words_;
  UText* text_ = nullptr;
  std::unique_ptr<Normalizer> lower_ = make_ascii_lower();
  ByteBuffer lowered_;
};

}  // namespace

std::unique_ptr<Tokenizer> make_icu_tokens(const hash::Key& key) { return std::make_unique<IcuTokens>(key); }

}  // namespace textkin::text
