// The refusal of a band record that names a document from `documents` on: records may come from files.
#pragma once

#include <cstdint>
#include <string>

#include "textkin/status.h"

namespace textkin::join {

inline Status no_such_document(std::uint64_t doc, std::uint64_t documents) {
  return Status(Code::kBadInput, "a band record names document " + std::to_string(doc) + " of " +
                                     std::to_string(documents) + "; the run directory is damaged, start anew");
}

}  // namespace textkin::join
