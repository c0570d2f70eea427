// The HTML report of re-used passages: one file that shows a reviewer which documents share text, and the texts.
//
// A page as html_page.h promises. Write append_page_begin, append_page_text for each document in order,
// append_page_end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "textkin/passage.h"

namespace textkin::report {

struct PageDocument {
  std::string id;
  std::uint32_t words = 0;
  std::uint32_t matched = 0;  // words in passages with any other document
  std::uint32_t longest = 0;  // words of its longest passage
  std::uint64_t pairs = 0;    // documents that it shares passages with
  bool has_text = false;      // append_page_text was given it
};

struct PagePair {
  std::uint32_t a = 0;  // numbers of PageDocuments
  std::uint32_t b = 0;
  std::uint32_t a_matched = 0;  // words of a in passages of this pair, each counted once
  std::uint32_t b_matched = 0;
  std::uint32_t longest = 0;  // words of the longest passage, on its shorter side
  std::vector<Passage> passages;
};

struct Page {
  PassageStats stats;
  // Names of people are often names of files: the page then says that names were left out. Ids are pseudonyms already;
  // inputs, against and problems are empty.
  bool pseudonyms = false;
  std::vector<std::string> inputs;
  std::vector<std::string> against;
  std::uint64_t against_documents = 0;
  std::uint64_t compared = 0;           // pairs of documents
  std::vector<PageDocument> documents;  // of the pairs
  std::vector<PagePair> pairs;          // the best first
  std::vector<std::string> problems;    // lines for a person; stats.problems counts all
};

void append_page_begin(std::string& out);
void append_page_text(std::string_view text, std::string& out);
void append_page_no_text(std::string& out);
void append_page_end(const Page& page, std::string& out);

}  // namespace textkin::report
