// What an index holds: documents with their texts, all ids, figures.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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
  index::OpenArchives held;
};

// The documents that have these ids, as they were added: JSONL of id and text. kNotFound names the first id that none
// has; then nothing is written.
Status get(const ShowOptions& wanted, const std::vector<std::string>& ids, const run::LimitOptions& limits);

// Appends that of one id, the same line. `folder`: for messages.
Status append_document(const archive::Archive& archive, const std::string& folder, const std::string& id,
                       std::string& out);

// All documents, as they were added, in the order of adding: what `index add`
// reads.
Status write_all(const ShowOptions& wanted, const run::LimitOptions& limits);

// The same, piece by piece: appends lines from the document `begin` on, until they are `most` bytes or more or there
// are no more; gives the number to go on from, kNoDoc behind the last one.
Result<DocId> append_documents(const archive::Archive& archive, const std::string& folder, DocId begin,
                               std::size_t most, std::string& out);

// A row a document, in the order of adding.
Status list(const ShowOptions& wanted, const run::LimitOptions& limits);

// How it was made, and what is in it: text, or JSON.
Status stats(const ShowOptions& wanted, const run::LimitOptions& limits, write::Results& results);

}  // namespace textkin::engine::care
