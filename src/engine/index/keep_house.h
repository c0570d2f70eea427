// What is done to an index besides adding and asking: documents are removed and
// purged, segments merged and made again, all of it is checked and copied.
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
  std::string ids_file;  // an id a line; "-" is standard input; empty: none
  WhereOptions where;    // unless empty: also all of which this holds
  bool purge = false;    // then no file has a byte of the texts of removed
                         // documents, these and earlier ones
};

struct RemoveCounts {
  std::uint64_t removed = 0;
  std::uint64_t unknown = 0;  // ids that no document has
  std::uint64_t sequence = 0;
  std::uint64_t documents = 0;
  std::uint64_t purged = 0;  // texts
};

// In one step: all or none. An id that is not there is no error: it is counted.
Result<RemoveCounts> remove(const RemoveOptions& wanted, const run::LimitOptions& limits);

// The same in a writer that is open, which then has it in its batch; nothing is purged.
Result<RemoveCounts> remove_in(archive::ArchiveWriter& writer, const RemoveOptions& wanted);

// All segments become one: fewer places are looked at by each question. The answers stay.
Status merge(const std::string& folder, const run::LimitOptions& limits);

// Each text against the checksum that it was added with, each id, each segment; kBadInput says what is damaged. With
// `deep` also the keys of each document against those that its text has: as long as adding everything again.
Status verify(const std::string& folder, bool deep, const run::LimitOptions& limits);

// Makes segments again that are damaged or missing, of the texts, which are all
// there; with `all` each. How many documents' keys that were.
Result<std::uint64_t> repair(const std::string& folder, bool all, const run::LimitOptions& limits);

// A copy that is an index of its own, as of now. `copy` must not exist.
Status snapshot(const std::string& folder, const std::string& copy, const run::LimitOptions& limits);

}  // namespace textkin::engine::index
