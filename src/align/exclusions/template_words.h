// TemplateWords: which words of a text come from templates that were handed out, edited ones too.
//
// Rules, so that answers written into a template stay:
//   - A run of 6 words or more that stands in a template is template text, and so is a whole line of a template of two
//     words or more.
//   - A run of 3 to 5 words is, where at most 3 words in the text and in the template lie between it and such a run, in
//     the same order: somebody changed words of a template.
//   - One or two words between such runs are template text where the template has one to three others instead: a
//   changed
//     word. Words where the template has none are not: an answer.
// Words are weighed (textkin/word_weight.h). Threads: add() by one, then find() by many. Cost: some 100 ns a word of
// the text and place of it in the templates.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "align/common_runs.h"
#include "align/word_grams.h"

namespace textkin::align {

class TemplateWords {
 public:
  // Adds a template; starts_line[i]: its word i is the first of its line. As long as the words.
  void add(Words words, const std::vector<bool>& starts_line);
  // Behind the last add().
  void index();

  std::uint64_t size() const { return count_; }  // words

  // Replaces `out` by the runs [first, second) of `words` that are template text, ascending, apart from each other.
  void find(Words words, std::vector<std::pair<std::uint32_t, std::uint32_t>>& out) const;

 private:
  std::vector<std::uint64_t> words_;  // of all templates, with one that equals none between them
  std::uint64_t count_ = 0;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> lines_;  // hash and words of each short one, sorted
  WordGrams grams_;
};

}  // namespace textkin::align
