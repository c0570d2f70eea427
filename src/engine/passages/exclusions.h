// Exclusions of a run: which kinds are looked for, which are not counted, and what they are made from.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "align/exclusions/common_passages.h"
#include "align/exclusions/template_words.h"
#include "engine/run/read_options.h"
#include "input/blocks/file_traces.h"
#include "text/places/located_words.h"
#include "text/places/words_between.h"
#include "text/quotations/quotations.h"
#include "textkin/exclusion.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::passages {

struct ExclusionOptions {
  std::vector<std::string> templates;             // --template: any INPUT
  std::vector<std::string> kinds = {"template"};  // --exclude: names of kinds that are not counted, or "none"
  // What more other documents share with a document is common; without a number, what more than half of the documents
  // have, and more than kLeastCommon others.
  std::optional<std::uint32_t> shared_by;
  // On a page with switches, where what counts now can be left out later: a template has a use there in any case.
  bool on_page = false;
};

inline constexpr std::uint32_t kLeastCommon = 10;

struct Exclusions {
  ExclusionSet found = 0;    // kinds that are looked for
  ExclusionSet counted = 0;  // of them those that are left out of every number
  std::optional<std::uint32_t> shared_by;
  align::CommonLimits common;  // as soon as documents are counted
  std::vector<std::string> template_names;
  std::shared_ptr<const align::TemplateWords> templates;  // null: none
  std::vector<input::FileTraces> template_traces;         // if they are wanted of INPUT

  // Settles what is common among so many documents, those from `against` on of a collection of their own.
  void count_documents(DocId documents, DocId against);

  // What a kind is and what it is from, a line for a person. Nameless: no names of files.
  std::string text(ExclusionKind kind, bool nameless) const;
};

// Looks for `all` kinds, or only for those that are left out. Reads the templates as INPUT is read;
// `code` is the language of the texts, in which nothing is a quotation or a reference; null: prose.
// kInvalidArgument for a name that is none and for templates without a word; problems with a template are errors.
Result<Exclusions> resolve_exclusions(const run::Reading& reading, const ExclusionOptions& wanted,
                                      const text::WordKind& kind, bool all, Progress& progress);

// Adds the words of each kind; spans of one kind lie apart.
void add_words(std::span<const ExcludedSpan> spans, std::array<std::uint64_t, kExclusionKinds>& words);

// Finds what is excluded in one text. Threads: one each.
class ExclusionFinder {
 public:
  // `exclusions` must outlive it.
  explicit ExclusionFinder(const Exclusions& exclusions) : exclusions_(exclusions) {}

  // Replaces `out`, ascending by first word, then kind; spans of one kind lie apart. `words` are those of WordLocator,
  // `common` those in passages with many others, which a text does not show by itself.
  void find(std::string_view text, std::span<const text::LocatedWord> words, std::span<const WordRange> common,
            std::vector<ExcludedSpan>& out);

 private:
  const Exclusions& exclusions_;
  std::vector<WordRange> ranges_;
  std::vector<WordRange> lists_;
  std::vector<text::Quotation> quotations_;
  std::vector<std::uint64_t> hashes_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> runs_;
};

}  // namespace textkin::engine::passages
