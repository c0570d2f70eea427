// DressedWords: words whose letters are in another dress, and which of them are a disguise: mathematical and script
// letters and those of full width, three or more or beside plain ones, and a dotless i. Not so, since authors type it:
//   - styled letters in a formula (text/unicode/formulas.h), and words with no plain ones that touch a digit or letter
//     above or below the line, or that also stand in a formula of the text (𝑤𝑎𝑔𝑒 where 𝑤𝑎𝑔𝑒 = 𝛽₀ + 𝛽₁𝑒𝑑𝑢𝑐 is, too);
//   - wide ones in a text of which a tenth of the words or more is of a script without spaces;
//   - a dotless i in a text that has another letter of Turkish, one that bears an accent (as TeX makes í), and names:
//     only if three different words with it begin small, where one that also stands there with an i, begun small, is
//     two, or a tenth of the words do, all are marked.
// The page has the same rules (page/flags.js).
// Threads: one each. Cost: none a word without such letters.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "text/words/located_word.h"

namespace textkin::text {

// Letters of a word.
struct Dress {
  bool plain = false;        // an ASCII letter
  bool dotless = false;      // U+0131
  std::uint32_t wide = 0;    // letters of full width
  std::uint32_t styled = 0;  // mathematical and script letters
};

class DressedWords {
 public:
  void clear();  // another text begins
  // A letter of Turkish, Azerbaijani or Tatar beside which a dotless i is at home.
  void meet_turkic() { turkic_ = true; }
  // The word of that number; in order.
  void meet(const Dress& dress, std::size_t number);
  // Marks the words of `text`, which ends here; `solo` of them are of scripts without spaces.
  void flag(std::string_view text, std::size_t solo, std::vector<LocatedWord>& words) const;

 private:
  struct Met {
    std::size_t number;
    Dress dress;
  };
  void flag_dotless(std::string_view text, std::vector<LocatedWord>& words) const;
  void flag_styled(std::string_view text, std::vector<LocatedWord>& words) const;

  bool turkic_ = false;
  std::vector<std::size_t> wide_;
  std::vector<std::size_t> dotless_;
  std::vector<Met> styled_;
};

}  // namespace textkin::text
