// SwappedWords: words of Greek, Cyrillic or Armenian letters that stand for Latin ones, told by the words around them.
//
// A word all of whose letters look like Latin ones is a word of its own script, or a disguise: the Cyrillic "а" is
// "and" in Russian, and nobody sees that it is no "a" in English. It is a disguise where the words before and behind it
// are Latin, or one of them where the text begins or ends; numbers are passed over, and so are other such words. In a
// text of which a tenth of the words or more are surely of those alphabets none is, for there Latin words are names.
// Small letters of Greek, but for omicron, are symbols. Threads: one each. Cost: none a Latin word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace textkin::text {

// The Latin letters that all letters of a word look like, in lower case; empty where one looks like none.
std::string disguised_word(std::string_view word);

// A text's words in order, but for numbers.
class SwappedWords {
 public:
  // Number of the word, and its hash if it stands for a Latin one.
  using Word = std::pair<std::size_t, std::uint64_t>;

  void clear();  // another text begins
  void meet_latin() {
    before_ = kLatin;
    if (!open_.empty()) settle();
  }
  void meet_other(bool is_foreign);  // of Greek, Cyrillic or Armenian
  void meet_disguised(const Word& word);

  // Of the text of `words` words that ends here.
  const std::vector<Word>& finish(std::size_t words);

 private:
  enum Script : std::uint8_t { kNone, kLatin, kOther };
  void settle();

  Script before_ = kNone;
  std::uint64_t foreign_ = 0;
  std::vector<Word> open_;  // Latin before them, or nothing; what is behind is to come
  std::vector<Word> sure_;
};

}  // namespace textkin::text
