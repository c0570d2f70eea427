// The HTML report of re-used passages: one file that shows a reviewer which documents share text, and the texts.
//
// A page as html_page.h promises. Its data (JSON in the element `data`), besides counts and parameters by their names:
//   documents[i]: {id, words, counted, quoted (words in quotations, with a reference or without), matched, equal,
//   longest, pairs, text: whether it is on the page, hash: "16 hex digits", against: true for one of --against, else
//   not there,
//     excluded: [[kind, first_word, words, offset, length], ...], spans: [[first_word, words], ...], equal_spans:
//     [[first_word, words], ...], flags: {hidden, look_alike}, notes: [...], reading: [...]}
//     person: whose folder it lies in, where that was asked for; else not there. persons: how many there are;
//     pairs_of_one_person: pairs of documents that were therefore not compared
//     traces: {author, author_files, last_saved_by, created, created_files, modified, program, revisions: ["8 hex
//     digits", ...], revision_files: [...], all_revisions: how many it has}: what the file says of its making, those of
//     these that it says; absent where it says nothing. revisions: ids of Word's sessions of writing that other
//     documents have too and no template, the rarest first; *_files: how many files say so, 0: a template does
//     notes: what its writer did that a reader does not see; reading: how the file was read; a line for a person each
//     Of source code, whose words a page cannot find by itself, also places: [characters since the end of the word
//     before, characters of the word, ...]
//   pairs[j]: {a, b, a_matched, b_matched, a_equal, b_equal, longest, counted, passages: [[a_offset, a_length, a_words,
//     b_offset, b_length, b_words, equal, a_first_word, b_first_word, pieces, elsewhere], ...], rare_words}; those
//     in which no passage counts come last, longest: 0
//     of programs also similarity, 0 to 1: of the whole programs, by which they are ranked
//     elsewhere: how many documents besides these two have most of the passage. rare_words: words that are equal, count
//     and are in no passage with a third document, on the side where they are fewer
//     pieces: [[a_first_word, b_first_word, words], ...], ascending by a_first_word: stretches of words of the
//     documents that are the same on both sides, one to one, so that no word is in two of a passage's. Where they cross
//     they were moved; words between them have no equal. equal: the sum of their words. a_equal: a's words that count
//     in pieces of passages that count, each once; shares are by these
//   sensitivity: {name: strict, normal or short, text: what was measured for it, a line for a person}
//   exclusions: [{kind, on, tried, text, words}, ...] by the kinds' numbers; tried: whether it was looked for, which it
//     is not without a template, nor quotations in programs; words: of all documents, 0: nothing to switch
//   all_documents: [[longest, share, how many documents], ...] ascending: the best match of every document of INPUT
//   clean: [{id, words, notes, person}, ...]: documents of INPUT that share nothing with any, counted or not, as far as
//     the page names them; notes and person as of documents. clean_documents: how many there are
//   shared_passages: [{words, documents, whole, places: [[document, first_word, words, offset, length], ...]}, ...]:
//   stretches
//     that stand in many documents, counted or not, the greatest (words times documents) first; words: that three
//     quarters of them have; documents: how many have most of it, of the whole collection; whole: of them those that
//     have so many words of it; places: those on the page, give or take some words where they were edited
//   command: the command line that makes this page again, without where it goes; "" under pseudonyms
//   problem_lines, note_lines: what could not be read, and what reading showed, "FILE: ..." each; the first 1,000 of
//     problems and notes, and none under pseudonyms
// From excluded and spans the page can compute every number again after a switch: a document's words are those in no
// excluded span of a kind that is on; matched are those of them in spans; a passage has, on each side, those of them in
// it, and counts if both sides have any; longest is the greatest of its lesser side. pairs_found and passages_found are
// those of the whole collection that count, excluded_pairs those that do not.
//
// Write append_page_begin, write_page_text or append_page_no_text for each document in order, write_page_marks for each
// file, write_page_end.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/pages/html_page.h"
#include "textkin/exclusion.h"
#include "textkin/passage.h"

namespace textkin::report {

// Numbers of documents and pairs are those with the exclusions as they are at first: page.exclusions[].on.
struct PageTraces {
  std::string author;  // empty: not said
  std::string last_saved_by;
  std::string created;
  std::string modified;
  std::string program;
  std::uint32_t author_files = 0;
  std::uint32_t created_files = 0;
  std::vector<std::uint32_t> revisions;
  std::vector<std::uint32_t> revision_files;
  std::size_t all_revisions = 0;
};

struct PageDocument {
  std::string id;
  std::uint32_t words = 0;             // all, those that are excluded too
  std::uint32_t counted = 0;           // those that are not excluded
  std::uint32_t quoted = 0;            // of all in quotations, with a reference or without
  std::uint32_t matched = 0;           // of them in passages with any other document
  std::uint32_t equal = 0;             // of them in pieces of those passages
  std::uint32_t longest = 0;           // of the passage with the most of them, on the side where it has fewer
  std::uint64_t pairs = 0;             // documents that it shares passages with that count
  bool against = false;                // of --against
  bool has_text = false;               // append_page_text was given it
  std::uint64_t hash = 0;              // XXH3 of the text as it was compared
  std::vector<ExcludedSpan> excluded;  // ascending by first word, then kind
  std::vector<std::pair<std::uint32_t, std::uint32_t>> spans;        // (first word, words): union of all its passages
  std::vector<std::pair<std::uint32_t, std::uint32_t>> equal_spans;  // of all their pieces
  std::uint32_t hidden = 0;                                          // words with characters that do not show
  std::uint32_t look_alike = 0;                                      // words with letters of another alphabet
  std::vector<std::string> notes;  // what its writer did that does not show, lines for a person
  std::optional<PageTraces> traces;
  std::string person;                // empty: nobody's
  std::vector<std::string> reading;  // how the file was read
  // Of source code, of each word: characters since the end of the one before, and its own. Else empty.
  std::vector<std::uint32_t> places;
};

struct PagePair {
  std::uint32_t a = 0;  // numbers of PageDocuments
  std::uint32_t b = 0;
  std::uint32_t a_matched = 0;  // words of a in passages of this pair, each counted once
  std::uint32_t b_matched = 0;
  std::uint32_t a_equal = 0;  // of them the same on the other side
  std::uint32_t b_equal = 0;
  double similarity = -1;     // of programs as wholes; below 0: none
  std::uint32_t longest = 0;  // as of a document; 0: no passage counts
  std::uint32_t counted = 0;  // passages that count
  // Words that are equal, count, and are in passages with no third document; on the side where they are fewer.
  std::uint32_t rare_words = ~std::uint32_t{0};
  std::span<const Passage> passages;          // of who made the page
  std::vector<std::uint32_t> elsewhere = {};  // of each passage: documents besides these two that have most of it
  std::span<const Piece> pieces;              // of all passages, as Passage::first_piece says; of who made the page
};

struct PageExclusion {
  bool on = false;     // not counted
  bool tried = false;  // it was looked for
  std::string text;    // what it is, and from what
};

// A stretch that stands in many documents.
struct PageShared {
  struct Place {
    std::uint32_t document = 0;  // number of PageDocuments
    std::uint32_t first_word = 0;
    std::uint32_t words = 0;
    std::uint32_t offset = 0;  // characters
    std::uint32_t length = 0;
  };
  std::uint32_t words = 0;
  std::uint32_t documents = 0;
  std::uint32_t whole = 0;
  std::vector<Place> places;
};

// A document that shares nothing with any other.
struct CleanDocument {
  std::string id;
  std::uint32_t words = 0;
  std::string person;              // empty: nobody's
  std::vector<std::string> notes;  // what its writer did that does not show, lines for a person
};

// The best passage of some documents of the collection.
struct BestMatch {
  std::uint32_t longest = 0;  // words that count of the longest passage; 0: none
  double share = 0;           // of the document's words, in pieces of that pair's passages
  std::uint64_t documents = 0;
};

// What a page gave out as marks: the JSON of a copy with marks, or a table as a spreadsheet wrote it.
struct GivenMarks {
  std::string name;  // of the file
  std::string text;
};

struct Page {
  PassageStats stats;
  // Names of people are often names of files: the page then says that names were left out. Ids are pseudonyms
  // already; inputs, against, problems and notes are empty.
  bool pseudonyms = false;
  std::string command;  // that makes this page again; empty under pseudonyms
  std::vector<std::string> inputs;
  std::vector<std::string> against;
  std::uint64_t against_documents = 0;
  std::uint64_t compared = 0;           // pairs of documents
  std::vector<PageDocument> documents;  // of the pairs
  std::vector<PagePair> pairs;          // the best first
  std::vector<PageShared> shared;       // the greatest first
  std::vector<std::string> problems;    // lines for a person; stats.problems counts all
  std::vector<std::string> notes;       // what reading showed, of any document; all_notes counts all
  std::uint64_t all_notes = 0;
  std::array<PageExclusion, kExclusionKinds> exclusions;
  std::vector<CleanDocument> clean;     // the first of clean_documents
  std::uint64_t clean_documents = 0;    // of INPUT
  std::vector<BestMatch> best_matches;  // of all documents, ascending by longest, then share; none twice
};

void append_page_begin(std::string& out);
void append_page_no_text(std::string& out);
// In pieces: what is written is not held as a whole.
Status write_page_text(std::string_view text, const PageSink& write);
// Marks that the page takes at its start; after the texts.
Status write_page_marks(const GivenMarks& marks, const PageSink& write);
Status write_page_end(const Page& page, const PageSink& write);

}  // namespace textkin::report
