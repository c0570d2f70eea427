// Exclusions of a run: which kinds are looked for, which are not counted, and what they are made from.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/options.h"
#include "text/located_words.h"
#include "text/word_range.h"
#include "textkin/exclusion.h"
#include "textkin/status.h"

namespace textkin::engine {

struct ExclusionOptions {
  std::vector<std::string> templates;  // --template: any INPUT
  std::vector<std::string> kinds;      // --exclude: names of kinds that are not counted, or "none"
  // What more than so many other documents share with a document is common.
  std::uint32_t shared_by = 10;
};

struct Exclusions {
  ExclusionSet found = 0;    // kinds that are looked for
  ExclusionSet counted = 0;  // of them those that are not counted
  std::uint32_t shared_by = 0;

  // What a kind is and what it is from, a line for a person. Nameless: no names of files.
  std::string text(ExclusionKind kind, bool nameless) const;
};

// kInvalidArgument for a name that is none, for "template" without --template, and for a template without a word.
Result<Exclusions> resolve_exclusions(const RunOptions& options, const ExclusionOptions& wanted);

// Adds the words of each kind; spans of one kind lie apart.
void add_words(std::span<const ExcludedSpan> spans, std::array<std::uint64_t, kExclusionKinds>& words);

// Finds the kinds that one text shows by itself: all but common passages. Threads: one each.
class ExclusionFinder {
 public:
  explicit ExclusionFinder(const Exclusions& exclusions) : exclusions_(exclusions) {}

  // Replaces `out`, ascending by first word, then kind. `words` are those of WordLocator.
  void find(std::string_view text, std::span<const text::LocatedWord> words, std::vector<ExcludedSpan>& out);

 private:
  const Exclusions& exclusions_;
  std::vector<text::WordRange> ranges_;
};

}  // namespace textkin::engine
