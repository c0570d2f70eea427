// DocumentFacts: what a page says of a document, found in its text.
//
// Memory: the document's words, and its text as long as it is asked for. Threads: one object a thread, on documents of
// the same page at the same time.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "align/counted_words.h"
#include "engine/files/trace_counts.h"
#include "engine/pages/located_shared.h"
#include "engine/pages/page_names.h"
#include "engine/pages/pair_rarity.h"
#include "engine/passages/exclusions.h"
#include "engine/passages/found_passages.h"
#include "input/reading/record_reader.h"
#include "report/pages/html_report.h"
#include "store/document_reader.h"
#include "text/places/located_words.h"

namespace textkin::engine::pages {

// What is known of a document before its text is read: its passages, by words.
struct OnPage {
  std::uint32_t number = 0;  // of PageDocuments
  std::vector<align::WordSpan> spans;
  std::vector<align::WordSpan> equal;  // of the pieces
  std::vector<std::uint32_t> pairs;    // numbers of PagePairs
};

// What one document of a pair shares with nobody but the other.
struct RareInPair {
  std::uint32_t number;  // of PagePairs
  std::uint32_t words;
};

class DocumentFacts {
 public:
  // All must outlive it.
  DocumentFacts(const passages::FoundPassages& found, const PageNames& names, const files::TraceCounts& traces,
                const report::Page& page, const LocatedShared& located);

  // Fills in `document`, a number's of `page`, and the places that `located` knows of it; appends to `rare` an entry
  // for each of its pairs. Sorts what is on the page of it. Returns the text, until the next call.
  Result<std::string_view> find(DocId doc, OnPage& on_page, report::PageDocument& document,
                                std::vector<RareInPair>& rare);

 private:
  void find_rare(DocId doc, const OnPage& on_page, std::vector<RareInPair>& rare);

  const passages::FoundPassages& found_;
  const PageNames& names_;
  const files::TraceCounts& traces_;
  const report::Page& page_;
  const LocatedShared& located_;
  store::DocumentReader reader_;
  store::DocumentRow row_;
  input::RecordReader records_;
  text::WordLocator locator_;
  std::vector<text::LocatedWord> words_;
  passages::ExclusionFinder finder_;
  align::CountedWords counted_;
  RareWords rare_words_;
  std::vector<align::WordSpan> equal_;
};

// What is held of a document on the page; escaped, strings but its id may be so much longer.
std::uint64_t bytes_on_page(const report::PageDocument& document);

}  // namespace textkin::engine::pages
