// What is done to an index besides adding and asking: documents are removed, segments merged, all of it is checked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/run/limits.h"
#include "textkin/status.h"

namespace textkin::engine::index {

struct RemoveOptions {
  std::string folder;
  std::vector<std::string> ids;
  std::string ids_file;  // an id a line; "-" is standard input; empty: none
};

struct RemoveCounts {
  std::uint64_t removed = 0;
  std::uint64_t unknown = 0;  // ids that no document has
  std::uint64_t sequence = 0;
  std::uint64_t documents = 0;
};

// In one step: all or none. An id that is not there is no error: it is counted.
Result<RemoveCounts> remove(const RemoveOptions& wanted, const run::LimitOptions& limits);

// All segments become one: fewer places are looked at by each question. The answers stay.
Status merge(const std::string& folder, const run::LimitOptions& limits);

// Each text against the checksum that it was added with, each id, each segment; kBadInput says what is damaged.
Status verify(const std::string& folder, const run::LimitOptions& limits);

}  // namespace textkin::engine::index
