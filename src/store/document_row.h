// DocumentRow: what a table of documents knows of one.
#pragma once

#include <cstdint>
#include <string_view>

#include "textkin/document.h"

namespace textkin::store {

// Views that a DocumentReader gave live until its next read.
struct DocumentRow {
  DocumentRecord record;
  std::uint32_t size = 0;  // features
  std::string_view id;     // at most 2^23 bytes
  std::string_view value;  // the same; encoded by who appended it, mostly empty
};

}  // namespace textkin::store
