// CutWriter: documents without what goes of them, in their order, and the rows that say what went.
//
// Stretches of documents are read and cut on all threads and written in order. What nothing goes of is written byte for
// byte as it stands.
#pragma once

#include <cstdint>
#include <memory>
#include <shared_mutex>
#include <string>
#include <vector>

#include "base/output_file.h"
#include "base/raw_bytes.h"
#include "engine/read/collection.h"
#include "engine/trim/cut_reader.h"
#include "engine/trim/document_cuts.h"
#include "engine/trim/placed_texts.h"
#include "engine/trim/trim_options.h"
#include "input/reading/record_reader.h"
#include "report/rows/table_file.h"
#include "report/rows/trim_rows.h"
#include "store/document_reader.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::trim {

struct CutTotals {
  std::uint64_t changed = 0;
  std::uint64_t emptied = 0;
  std::uint64_t removed = 0;
  std::uint64_t removed_words = 0;
  std::uint64_t removed_characters = 0;
};

using CutFile = report::TableFile<report::CutRow>;

class CutWriter {
 public:
  // What of a document is written.
  enum class Form { kNothing, kRecord, kFile, kJsonLine };

  // All must outlive it; `removed` may be null. One of `pieces` a thread.
  CutWriter(const read::Collection& collection, const TrimOptions& wanted, CutReader& cuts,
            std::vector<std::unique_ptr<TextPieces>>& pieces, CutFile* removed, Progress& progress);

  // Writes documents [begin, end), behind those of the last call, to `file`, which is null for kNothing. How many were.
  Result<std::uint64_t> write(DocId begin, DocId end, Form form, base::OutputFile* file);

  const CutTotals& totals() const { return totals_; }

 private:
  struct Worker {
    Worker(const read::Collection& collection, TextPieces& own, std::uint64_t memory)
        : pieces(own),
          texts(collection, own, memory),
          documents(collection.table),
          records(collection.settings, collection.list, collection.spool) {}
    TextPieces& pieces;
    PlacedTexts texts;
    store::DocumentReader documents;
    store::DocumentRow row;
    input::RecordReader records;
    std::vector<DocumentRecord> whole;  // neighbours that nothing goes of, not yet read
    std::string bytes;
    std::string left;
  };
  struct CutDocument {
    DocId doc = kNoDoc;
    DocumentCuts made;
  };
  struct Stretch {
    DocId begin = 0;
    DocId end = 0;
    std::vector<ChosenRun> runs;
    std::vector<CutDocument> cut;
    std::uint64_t written = 0;
    base::RawBytes bytes;
  };

  Result<std::unique_ptr<Stretch>> next_stretch(DocId& next, DocId end, store::DocumentReader& documents);
  Status cut(Stretch& stretch, Form form, Worker& own);
  Status cut_one(DocId doc, std::span<const ChosenRun> runs, Form form, Worker& own, Stretch& stretch);
  Status append(const DocumentCuts& made, Form form, Worker& own, Stretch& stretch);
  Status append_whole(Worker& own, base::RawBytes& out);
  Status tell(const Stretch& stretch);

  const read::Collection& collection_;
  const TrimOptions& wanted_;
  CutReader& cuts_;
  CutFile* removed_;
  Progress& progress_;
  report::Table<report::LeftTextRow> json_;
  std::vector<std::unique_ptr<Worker>> workers_;  // one a thread
  std::shared_mutex alone_;
  store::DocumentReader ids_;
  store::DocumentReader kept_ids_;
  CutTotals totals_;
};

}  // namespace textkin::engine::trim
