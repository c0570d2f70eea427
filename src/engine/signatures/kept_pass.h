// kept_pass: documents -> kept rows, a block at a time, in input order.
#pragma once

#include <cstdint>
#include <functional>

#include "engine/read/first_pass.h"
#include "engine/signatures/kept_by.h"
#include "textkin/progress.h"

namespace textkin::engine::signatures {

// Takes rows as they come; they are its own.
using TakeRows = std::function<Status(SignatureBlock&& rows)>;

// Reads all documents; by the text options of `made`, whatever those of `asked` are. Weights are taken as they are by
// sketches that read them. `bytes_a_document`: what the taker holds of each. The collection has ids that are unique.
Result<read::ReadCollection> kept_pass(const run::ReadOptions& asked, const KeptBy& made,
                                       std::uint64_t bytes_a_document, const TakeRows& take, Progress& progress);

// All in memory: for questions.
struct KeptRows {
  read::ReadCollection read;
  SignatureBlock rows;
};
Result<KeptRows> keep_all(const run::ReadOptions& asked, const KeptBy& made, Progress& progress);

}  // namespace textkin::engine::signatures
