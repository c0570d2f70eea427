// IndexSpec: how an index was made, which stays for ever: what a document is compared by, the least threshold that it
// is asked with, which fields are kept.
//
// It stands in the index as words, as a person would type them. Whoever opens it gets the same features, or kMismatch:
// with another version of a definition or another key, old and new documents could not be compared.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "archive/rows.h"
#include "text/places/located_words.h"
#include "textkin/sketch_options.h"
#include "textkin/status.h"
#include "textkin/text_spec.h"
#include "textkin/words.h"

namespace textkin::engine::index {

// What is kept of a document for its verification: its text, the set of its features alone, or no more than the keys by
// which it is found.
enum class Store : std::uint8_t { kText, kSets, kNone };
inline constexpr Words<Store, 3> kStoreWords{{{"text", Store::kText}, {"sets", Store::kSets}, {"none", Store::kNone}}};

struct IndexSpec {
  TextSpec text;
  double least = 0.5;    // threshold, but for exact answers
  double recall = 0.95;  // where a question names none
  // Every run of so many words that a question shares with a document is found as a passage; 0: passages are not asked.
  std::uint32_t passages = 12;
  Store store = Store::kText;
  std::vector<std::string> fields;
};

// The word under which stands what made the fingerprints of passages, with versions.
inline constexpr std::string_view kPassageAlgorithms = "passages";

// The sketch that keys are cut from.
SketchOptions sketch_of_index();

archive::Words words_of(const IndexSpec& spec);
// kAnyVersion: whoever makes keys anew does not mind which version made the old ones.
enum class MadeBy : std::uint8_t { kThisVersion, kAnyVersion };
// `folder`: of the index, for messages.
Result<IndexSpec> spec_of(const archive::Words& words, const std::string& folder,
                          MadeBy made_by = MadeBy::kThisVersion);

// What a word of its passages is. Lives as long as the program.
text::WordKind passage_words(const TextSpec& text);
// The normaliser of source code that it folds texts by; empty: prose.
std::string code_of(const TextSpec& text);

// kInvalidArgument for a value that cannot be.
Status check(const IndexSpec& spec);

}  // namespace textkin::engine::index
