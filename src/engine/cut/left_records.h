// LeftRecords: documents without what goes of them, in their order.
//
// Stretches of documents are read and cut on all threads and written in order. What nothing becomes of is written byte
// for byte as it stands.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/output_file.h"
#include "base/raw_bytes.h"
#include "engine/cut/cuts.h"
#include "engine/read/collection.h"
#include "input/reading/record_reader.h"
#include "report/rows/left_text_row.h"
#include "report/rows/table.h"
#include "store/document_reader.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::cut {

class LeftRecords {
 public:
  // What of a document is written. A file that is one document, as it is; or a line of JSON with its id and text.
  enum class Form { kNothing, kRecord, kFile, kJsonLine };

  // All must outlive it.
  LeftRecords(const read::Collection& collection, Cuts& cuts, Progress& progress);

  // Writes documents [begin, end), behind those of the last call, to `file`, which is null for kNothing. How many were.
  // kInvalidArgument where a field is to be added to what has none.
  Result<std::uint64_t> write(DocId begin, DocId end, Form form, base::OutputFile* file);

 private:
  struct Worker {
    explicit Worker(const read::Collection& collection)
        : documents(collection.table), records(collection.settings, collection.list, collection.spool) {}
    store::DocumentReader documents;
    store::DocumentRow row;
    input::RecordReader records;
    std::vector<DocumentRecord> whole;  // neighbours that nothing becomes of, not yet read
    std::string bytes;
    std::string left;
  };
  struct Stretch {
    DocId begin = 0;
    DocId end = 0;
    std::unique_ptr<Cuts::OfStretch> cuts;
    std::uint64_t written = 0;
    base::RawBytes bytes;
  };

  Result<std::unique_ptr<Stretch>> next_stretch(DocId& next, DocId end, store::DocumentReader& documents);
  Status write_stretch(Stretch& stretch, Form form, unsigned worker);
  Status write_document(DocId doc, const Fate& fate, Form form, Worker& own, Stretch& stretch);
  Status append(const Fate& fate, Form form, Worker& own, Stretch& stretch);
  Status append_with_field(const Fate& fate, Form form, Worker& own);
  Status append_whole(Worker& own, base::RawBytes& out);

  const read::Collection& collection_;
  Cuts& cuts_;
  Progress& progress_;
  report::Table<report::LeftTextRow> json_;
  std::vector<std::unique_ptr<Worker>> workers_;  // one a thread
};

}  // namespace textkin::engine::cut
