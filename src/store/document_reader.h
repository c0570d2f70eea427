// DocumentReader: reads a table of documents that does not change meanwhile, wherever its rows lie.
//
// Cost: where a stretch is not in memory, asking in order is cheap (several rows are read at once; some 100 ns a row)
// and asking at random costs four reads of the file, some ten microseconds. Threads: one each.
#pragma once

#include <memory>
#include <string_view>

#include "store/document_row.h"
#include "store/document_table.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::store {

class DocumentReader {
 public:
  explicit DocumentReader(const DocumentTable& table);
  ~DocumentReader();
  DocumentReader(DocumentReader&&) noexcept;

  // Everything about a document, which must be less than the table's size().
  Status read(DocId doc, DocumentRow& row);
  // Record and size only: `id` and `value` are empty.
  Status read_record(DocId doc, DocumentRow& row);
  // The size alone, which is less to fetch where documents are asked for at random.
  Result<std::uint32_t> read_size(DocId doc);
  Status read_id(DocId doc, std::string_view& id);

  // Whether its row is in memory, so that it costs nothing to ask at random.
  bool is_held(DocId doc);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace textkin::store
