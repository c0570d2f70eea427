// DocumentTable: where the documents of a run lie, their ids and sizes; in memory as long as it may, else in files.
//
// Documents are appended to an open stretch in memory. write_open() puts the stretch into a block file; close_open()
// then lets it stay in memory beside the file or not. drop() takes everything that lies in a file out of memory.
// Nothing of a document changes but its id, by make_unique().
// Memory: some 33 bytes a document and its id where it is in memory (4 more and the values where any has one); the
// index of the file a stretch where it is not; 8 bytes and the new id of a document that make_unique() renamed.
// Threads: changes by one thread while nobody reads; reading through a DocumentReader a thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/memory_budget.h"
#include "store/block_file.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::store {

class RenamedIds;

// Views live until the next read of the same DocumentReader.
struct DocumentRow {
  DocumentRecord record;
  std::uint32_t size = 0;  // features
  std::string_view id;     // at most 2^23 bytes
  std::string_view value;  // the same; encoded by who appended it, mostly empty
};

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

  // Ids must differ within [first, last), the documents of one collection. If some do not: with `number` the second "x"
  // becomes "x#2", the third "x#3" and so on, names that exist already are left out; else kBadInput names the first
  // repeat and both of its places, as `place` calls them.
  // Cost: for the while 16 bytes a document, with `number` up to 36 a repeat, taken from `budget` (kExhausted with what
  // would do where it has not so much); some 170 ns a document, some ten microseconds a repeat that is not in memory.
  // Ids that were renamed are not in `budget` but in memory_bytes().
  Status make_unique(DocId first, DocId last, bool number, const std::function<Result<std::string>(DocId)>& place,
                     base::MemoryBudget& budget);

 private:
  friend class DocumentReader;
  struct Stretch;
  Stretch* open_stretch() const;  // null: nothing was appended since the last was closed

  std::vector<std::unique_ptr<Stretch>> stretches_;  // the open one is the last
  std::uint64_t closed_bytes_ = 0;                   // memory of the others
  std::unique_ptr<RenamedIds> renamed_;
};

// Reads a table that does not change meanwhile. Where a stretch is not in memory, asking in order is cheap (several
// rows are read at once; some 100 ns a row) and asking at random costs four reads of the file, some ten microseconds.
// Threads: one each.
class DocumentReader {
 public:
  explicit DocumentReader(const DocumentTable& table);
  ~DocumentReader();
  DocumentReader(DocumentReader&&) noexcept;

  // Everything about a document, which must be less than the table's size().
  Status read(DocId doc, DocumentRow& row);
  // Record and size only: `id` and `value` are empty.
  Status read_record(DocId doc, DocumentRow& row);
  Status read_id(DocId doc, std::string_view& id);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace textkin::store
