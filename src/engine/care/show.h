// What an index holds: documents with their texts, all ids, figures.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "archive/times.h"
#include "engine/index/open_archive.h"
#include "engine/index/where.h"
#include "engine/run/limits.h"
#include "engine/write/results.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::engine::care {

struct ShowOptions {
  std::string folder;
  std::string output = "-";
  std::string format = "tsv";
  index::WhereOptions where;  // of list: only documents of which this holds
  // Of write_all(): each line ends with when its document was added (index::kFieldOfExports), empty where the index
  // does not know. kInvalidArgument where a field has that name.
  bool times = false;
  index::OpenArchives held;
};

// The documents that have these ids, as they were added: JSONL of id and text. kNotFound names the first id that none
// has; then nothing is written.
Status get(const ShowOptions& wanted, const std::vector<std::string>& ids, const run::LimitOptions& limits);

// Appends that of one id, the same line. `folder`: for messages.
Status append_document(const archive::Archive& archive, const std::string& folder, const std::string& id,
                       std::string& out);

// All documents, as they were added, in the order of adding: what `index add` reads.
Status write_all(const ShowOptions& wanted, const run::LimitOptions& limits);

// The same, piece by piece, of one state of the index.
class Exporting {
 public:
  // `folder`: for messages. `times`: as in ShowOptions.
  static Result<Exporting> open(index::OpenArchive archive, std::string folder, bool times);

  // Appends lines until they are `most` bytes or more, or there are no more.
  Status append(std::size_t most, std::string& out);
  bool is_at_end() const { return next_ == kNoDoc; }

 private:
  Exporting(index::OpenArchive archive, std::string folder, std::optional<archive::TimesOfAdding> times)
      : archive_(std::move(archive)), folder_(std::move(folder)), times_(std::move(times)) {}

  index::OpenArchive archive_;
  std::string folder_;
  std::optional<archive::TimesOfAdding> times_;
  DocId next_ = 0;
};

// A row a document, in the order of adding.
Status list(const ShowOptions& wanted, const run::LimitOptions& limits);

// How it was made, and what is in it: text, or JSON.
Status stats(const ShowOptions& wanted, const run::LimitOptions& limits, write::Results& results);

}  // namespace textkin::engine::care
