// UnitCutter: a text as lines, paragraphs or sentences, which one behind the other are all of it.
//
//   line       to its LF, the LF with it
//   paragraph  lines up to one that holds white space alone, and all such lines behind them
//   sentence   by UAX 29 as ICU has it (root locale), with the white space behind it; a line end ends one too
// What stands before the first one (white space of a paragraph) is part of it. No unit ends inside a code point or a
// word. Threads: one each. Cost: lines and paragraphs below 1 ns a byte; sentences some 30 ns.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "textkin/words.h"

namespace textkin::text {

enum class TextUnit { kLine, kParagraph, kSentence };
inline constexpr textkin::Words<TextUnit, 3> kTextUnitWords{
    {{"line", TextUnit::kLine}, {"paragraph", TextUnit::kParagraph}, {"sentence", TextUnit::kSentence}}};

class UnitCutter {
 public:
  explicit UnitCutter(TextUnit unit);
  ~UnitCutter();
  UnitCutter(UnitCutter&&) noexcept;

  // Replaces `ends` by the end of each unit of `text`, valid UTF-8 of less than 4 GiB: bytes, ascending, the last one
  // that of the text. An empty text has none.
  void cut(std::string_view text, std::vector<std::uint32_t>& ends);

 private:
  struct Sentences;
  TextUnit unit_;
  std::unique_ptr<Sentences> sentences_;  // null for other units
};

}  // namespace textkin::text
