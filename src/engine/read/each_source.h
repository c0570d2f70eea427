// The documents of INPUT source by source, for what is written as a file each.
#pragma once

#include "engine/read/collection.h"
#include "input/formats/format.h"
#include "store/document_reader.h"
#include "textkin/status.h"

namespace textkin::engine::read {

inline bool is_document(const input::Source& source) { return source.format->unit() == input::Unit::kFile; }

// The documents of each source of INPUT are neighbours: calls visit(source, first, end) for each source in turn.
template <class Visit>
Status for_each_source(const Collection& collection, Visit&& visit) {
  store::DocumentReader documents(collection.table);
  store::DocumentRow row;
  DocId first = 0;
  DocId next = 0;
  for (std::uint32_t source = 0; source < collection.against_source; ++source) {
    for (; next < collection.against; ++next) {
      TEXTKIN_RETURN_IF_ERROR(documents.read_record(next, row));
      if (row.record.source != source) break;
    }
    TEXTKIN_RETURN_IF_ERROR(visit(collection.list.sources[source], first, next));
    first = next;
  }
  return {};
}

}  // namespace textkin::engine::read
