// A part of what `index list` tells: rows of some documents, and where to go on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "archive/archive.h"
#include "engine/index/where.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::engine::care {

struct ListPart {
  index::WhereOptions where;   // only documents of which this holds
  std::string prefix;          // and whose ids begin with it
  std::optional<DocId> after;  // and that were added behind the document of this number
  std::uint64_t as_of = 0;     // the sequence; 0: the last one
  std::uint64_t limit = 1000;  // rows
};

// Appends the rows of list() with --format jsonl. Gives the number behind which there is more; kNoDoc: there is none.
// kInvalidArgument for a sequence that is not yet. `folder`: for messages. Cost: a microsecond a document that is
// looked at.
Result<DocId> append_part(const archive::Archive& archive, const std::string& folder, const ListPart& wanted,
                          std::string& out);

}  // namespace textkin::engine::care
