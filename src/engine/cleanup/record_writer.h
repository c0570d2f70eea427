// RecordWriter: kept records, or annotated ones, from their sources into a file.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/output_file.h"
#include "base/raw_bytes.h"
#include "engine/read/collection.h"
#include "input/reading/record_reader.h"
#include "store/document_reader.h"
#include "textkin/keep.h"
#include "textkin/status.h"

namespace textkin::engine::cleanup {

class RecordWriter {
 public:
  // `annotate`: all records are written, JSONL with an added member "textkin"; else the kept ones, byte for byte.
  RecordWriter(const read::Collection& collection, const std::vector<KeepDecision>& decisions, bool annotate,
               unsigned threads);

  // Writes the documents [begin, end) that stay, each with the line end that it has in its source; a last line without
  // one gets one only if another record follows in the same file. Stretches of documents are read in parallel and
  // written in order.
  Status write(DocId begin, DocId end, base::OutputFile& file);

 private:
  // What one thread reads with.
  struct Worker {
    Worker(const read::Collection& collection);
    store::DocumentReader documents;
    store::DocumentRow row;
    store::DocumentRow kept;
    input::RecordReader records;
    std::vector<DocumentRecord> run;  // neighbours that stay, not yet read
    std::string annotated;
  };
  Status append_kept(DocId begin, DocId end, Worker& own, base::RawBytes& out) const;
  Status append_annotated(DocId doc, Worker& own, base::RawBytes& out) const;
  // Bytes that the document's record takes on its way, at most. `row` is used for it.
  Result<std::uint64_t> room_for(DocId doc, store::DocumentReader& documents, store::DocumentRow& row) const;

  const read::Collection& collection_;
  const std::vector<KeepDecision>& decisions_;
  const bool annotate_;
  std::vector<std::unique_ptr<Worker>> workers_;  // one a thread
  std::vector<std::uint8_t> leads_cluster_;       // annotate: 1 where a kept document has removed ones
};

}  // namespace textkin::engine::cleanup
