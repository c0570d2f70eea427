// RenamedIds: other ids for some documents of a table.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "store/string_column.h"
#include "textkin/document.h"

namespace textkin::store {

// Memory: 8 bytes a renamed document and its id. Threads: changes by one, reading by many.
class RenamedIds {
 public:
  // Fast where documents come in ascending order, else as slow as copying all.
  void set(DocId doc, std::string_view id);
  // Lives until the next set().
  std::optional<std::string_view> find(DocId doc) const;
  std::uint64_t memory_bytes() const { return docs_.capacity() * sizeof(DocId) + ids_.memory_bytes(); }

 private:
  std::vector<DocId> docs_;  // ascending
  StringColumn ids_;
};

}  // namespace textkin::store
