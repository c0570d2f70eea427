// Collection: what is known of all documents after the first pass: where they lie, their ids and sizes, never their
// text. While a collection is small its feature sets stay too, and nothing is read twice.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/memory_budget.h"
#include "engine/run/memory_shares.h"
#include "engine/run/read_options.h"
#include "engine/run/run_directory.h"
#include "input/blocks/block.h"
#include "input/blocks/parsed_block.h"
#include "input/blocks/read_settings.h"
#include "input/sources/sources.h"
#include "store/document_table.h"
#include "textkin/document.h"
#include "textkin/feature_set.h"
#include "textkin/progress.h"
#include "textkin/status.h"
#include "textkin/text_spec.h"

namespace textkin::input {
class Spool;
}

namespace textkin::engine::read {

struct Collection {
  // How it is read.
  std::shared_ptr<const run::RunDirectory> directory;  // where its scratch files lie
  std::unique_ptr<base::MemoryBudget> budget;
  run::MemoryShares shares;
  unsigned threads = 1;
  TextSpec text;
  input::ReadSettings settings;
  std::uint64_t later_a_byte = 0;    // what later steps need for a byte of a document: open_collection()
  input::SourceList list;            // INPUT's sources, then those of --against
  std::uint32_t against_source = 0;  // number of the first source of --against
  bool has_against = false;          // --against was given
  std::string input_names;           // of the arguments, for messages
  std::string against_names;
  bool numbers_repeated_ids = false;
  std::uint64_t total_bytes = 0;  // of all sources, packed where they are
  std::shared_ptr<const input::Spool> spool;

  store::DocumentTable table;
  DocId recorded = 0;               // documents whose band records are in segments
  std::uint64_t spilled_bytes = 0;  // of documents, outside of segments
  DocId against = 0;                // number of INPUT's documents: the first of --against
  bool read_of_input = false;       // a document of it, kept in the table or not
  bool read_of_against = false;
  std::vector<std::unique_ptr<FeatureBlock>> retained;  // all feature sets in order, or none
  bool features_retained = false;                       // then each set ascends

  std::vector<input::FinishedSource> finished;  // read_texts(): sources that were read to their ends, under checksums
  std::vector<input::Note> notes;               // on documents, in input order
  std::vector<input::FileTraces> traces;
  std::uint64_t traces_bytes = 0;
  std::uint64_t traces_left_out = 0;  // files, whose traces have no room
  input::Skipped named_twice;         // files of INPUT, by their later names
  input::Skipped as_bytes;            // files that are more than text, compared as the bytes they are
  std::uint64_t repaired = 0;         // documents in which U+FFFD takes the place of what is no Unicode
  std::uint64_t problems = 0;
  std::uint64_t empty = 0;
  std::uint64_t features = 0;     // sum of sizes
  std::uint64_t input_bytes = 0;  // of the files read, packed where they are

  DocId documents() const { return table.size(); }
  const input::Source& source(const DocumentRecord& record) const { return list.sources[record.source]; }

  // "FILE:LINE", or "FILE" where the file is the document.
  std::string place(const DocumentRecord& record) const;

  // What is to be known of a document's text besides, a line for a person each.
  std::vector<input::Note> notes_of(const DocumentRecord& record) const;
  // Keeps a note, which must be on no earlier source than the last one; tells the first ones at once.
  void add_note(input::Note note, Progress& progress);
  // Keeps what a file says of itself, in input order, as long as all are no more than kMostTraces bytes.
  static constexpr std::uint64_t kMostTraces = 16u << 20;
  void add_traces(input::FileTraces of_file);
  const input::FileTraces* traces_of(const DocumentRecord& record) const;  // null: none
  // Tells how many there were, if not all were told.
  void end_notes(Progress& progress) const;

  // kBadInput where documents were there, of INPUT or of --against, and none of them could be used: an answer about
  // nothing would look like one that found nothing.
  Status check_something_was_read(const std::string& first_problem) const;

  // How many times what was read the whole input is, as far as that is known.
  double times_read() const;

  std::uint64_t spooled_bytes() const;  // of what could not be read again, and of documents

  // Views of all retained sets, in order of the documents.
  std::vector<FeatureView> feature_views() const;
};

// Lists the sources, opens archives and shares the memory out; else nothing is read. Scratch files go to `run_dir`, or
// where that is empty to a fresh folder, which goes with the collection. `later_a_byte`: what later steps as a rule
// need for a byte of a document; one that is too large to be read is refused with what would do for them too.
Result<Collection> open_collection(const run::Reading& reading, const std::string& run_dir,
                                   std::uint64_t later_a_byte = 0);

// See store::make_ids_unique(); INPUT's ids and those of --against each for themselves.
Status make_ids_unique(Collection& collection);

}  // namespace textkin::engine::read
