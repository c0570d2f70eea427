// What is taken out of an index: documents are removed, and purged.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "archive/archive_writer.h"
#include "engine/index/where.h"
#include "engine/run/limits.h"
#include "textkin/status.h"

namespace textkin::engine::index {

struct RemoveOptions {
  std::string folder;
  std::vector<std::string> ids;
  std::string ids_file;    // an id a line; "-" is standard input; empty: none
  WhereOptions where;      // unless empty: all of which this holds
  std::string older_than;  // an age or a time (typed_times.h): all that were added before, of `where` those only
  bool purge = false;      // then no file has a byte of the texts of removed
                           // documents, these and earlier ones
};

struct RemoveCounts {
  std::uint64_t removed = 0;
  std::uint64_t unknown = 0;  // ids that no document has
  std::uint64_t sequence = 0;
  std::uint64_t documents = 0;
  std::uint64_t purged = 0;  // texts
};

// Those that are named, and those of the file. kInvalidArgument where conditions are given too: one reader takes both
// together for "these, and those of the conditions", another for "of these only those", and what is removed is gone.
Result<std::vector<std::string>> ids_of(const RemoveOptions& wanted);

// In one step: all or none. An id that is not there is no error: it is counted. Errors as those of ids_of().
Result<RemoveCounts> remove(const RemoveOptions& wanted, const run::LimitOptions& limits);

// The same in a writer that is open, which then has it in its batch; nothing is purged.
Result<RemoveCounts> remove_in(archive::ArchiveWriter& writer, const RemoveOptions& wanted);

}  // namespace textkin::engine::index
