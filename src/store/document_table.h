// DocumentTable: where the documents of a run lie, their ids and sizes; in memory as long as it may, else in files.
//
// Documents are appended to an open stretch in memory. write_open() puts the stretch into a block file; close_open()
// then lets it stay in memory beside the file or not. drop() takes everything that lies in a file out of memory.
// Nothing of a document changes but its id.
// Memory: some 41 bytes a document and its id where it is in memory (4 more and the values where any has one); the
// index of the file a stretch where it is not; 8 bytes and the new id of a document that was renamed.
// Threads: changes by one thread while nobody reads; reading through a DocumentReader a thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "store/block_file.h"
#include "store/block_file_writer.h"
#include "store/document_row.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::store {

struct DocumentStretch;
class RenamedIds;

class DocumentTable {
 public:
  DocumentTable();
  ~DocumentTable();
  DocumentTable(DocumentTable&&) noexcept;
  DocumentTable& operator=(DocumentTable&&) noexcept;

  DocId size() const;
  // First document of the open stretch, size() where it is empty.
  DocId open_begin() const;
  std::uint64_t memory_bytes() const;
  std::uint64_t open_bytes() const;  // of the open stretch

  void append(const DocumentRow& row);

  // Appends the open stretch to `file` as blocks kRecords, kSizes, kIds and, where any document has one, kValues; no
  // copy is made. A stretch may be empty.
  Status write_open(BlockFileWriter& file) const;
  // The open stretch is what `file` holds; it stays in memory if `keep`. The next append() opens another. Checks
  // shapes.
  Status close_open(std::shared_ptr<const BlockFile> file, bool keep);
  // Adds the stretch of a file that a former run wrote; the open stretch must be empty. Checks checksums and shapes, in
  // bounded memory if not `keep`. kBadInput where they are wrong; the table is as before.
  Status load(std::shared_ptr<const BlockFile> file, bool keep);
  // Takes from memory what lies in files.
  void drop();

  // Gives a document another id. Fast where documents come in ascending order, else as slow as copying all that were
  // renamed.
  void rename(DocId doc, std::string_view id);

 private:
  friend class DocumentReader;
  DocumentStretch* open_stretch() const;  // null: nothing was appended since the last was closed

  std::vector<std::unique_ptr<DocumentStretch>> stretches_;  // the open one is the last
  std::uint64_t closed_bytes_ = 0;                           // memory of the others
  std::unique_ptr<RenamedIds> renamed_;
};

}  // namespace textkin::store
