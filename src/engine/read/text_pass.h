// read_texts: one pass over the texts of a collection, block by block: worked on in parallel, taken in in order.
//
// For commands that look at texts and not at shingle sets. What they leave is the Collection: ids, places, sizes; its
// journal is empty. Problems are counted, shown and written as options say. Documents' ids must differ, as everywhere.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/read/collection.h"
#include "engine/run/options.h"
#include "engine/run/run_directory.h"
#include "textkin/document.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::read {

// What was made of a block's documents: a size each, which the table keeps, and whatever the command adds.
struct PassBlock {
  virtual ~PassBlock() = default;
  std::vector<std::uint32_t> sizes;
};

struct TextPass {
  // Called in parallel, worker < options.threads. The views live until it returns.
  std::function<std::unique_ptr<PassBlock>(std::span<const Document>, unsigned worker)> work;
  // Called one at a time, in the order of the input; `first` is the block's first document.
  std::function<Status(DocId first, PassBlock& block)> commit;
  // Called like commit, for what could not be used. May be empty.
  std::function<void(const input::Problem& problem)> problem;
};

struct Texts {
  std::unique_ptr<run::RunDirectory> scratch;  // outlives the collection, whose spool lies there
  Collection collection;
};

// Options must be settled. Errors: as FirstPass's.
Result<Texts> read_texts(const run::RunOptions& options, const TextPass& pass, Progress& progress);

}  // namespace textkin::engine::read
