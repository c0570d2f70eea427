#include "text/words/swapped_words.h"

#include "base/ascii.h"
#include "text/unicode/look_alikes.h"
#include "text/unicode/utf8.h"

namespace textkin::text {

std::string disguised_word(std::string_view word) {
  std::string latin;
  const char* const end = word.data() + word.size();
  for (const char* p = word.data(); p < end;) {
    const CodePoint c = decode(p, end);
    const char look_alike = latin_look_alike(c.value);
    if (look_alike == '\0' || is_greek_symbol(c.value)) return {};
    latin += base::to_lower(look_alike);
    p += c.length;
  }
  return latin;
}

void SwappedWords::clear() {
  before_ = kNone;
  foreign_ = 0;
  open_.clear();
  sure_.clear();
}

void SwappedWords::settle() {
  sure_.insert(sure_.end(), open_.begin(), open_.end());
  open_.clear();
}

void SwappedWords::meet_other(bool is_foreign) {
  before_ = kOther;
  foreign_ += is_foreign;
  open_.clear();
}

void SwappedWords::meet_disguised(const Word& word) {
  if (before_ != kOther) open_.push_back(word);
}

const std::vector<SwappedWords::Word>& SwappedWords::finish(std::size_t words) {
  if (before_ == kLatin) settle();
  if (foreign_ >= words / 10 + 1) sure_.clear();
  return sure_;
}

}  // namespace textkin::text
