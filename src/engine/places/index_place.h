// IndexPlace: an index, wherever it is: in a folder of this machine, or behind a server. A command asks it and does not
// know which.
//
// Promise: rows, counts and errors are those of the functions of the same name in engine/index, index_ask,
// index_passages and care, and of create() in engine/index, whose headers say what they mean. What those are told of
// folders, and of indexes that are held open, is not looked at: a place knows where it is. Threads: one at a time.
#pragma once

#include <string>
#include <vector>

#include "engine/care/show.h"
#include "engine/commands/passage_report.h"
#include "engine/index/add.h"
#include "engine/index/index_spec.h"
#include "engine/index/keep_house.h"
#include "engine/index_ask/query.h"
#include "engine/index_passages/index_passages.h"
#include "engine/run/limits.h"
#include "engine/run/options.h"
#include "engine/write/results.h"
#include "textkin/passage.h"
#include "textkin/progress.h"
#include "textkin/run_stats.h"
#include "textkin/status.h"

namespace textkin::engine::places {

class IndexPlace {
 public:
  virtual ~IndexPlace() = default;

  // An empty index, where there is none.
  virtual Status create(const index::IndexSpec& spec, const run::LimitOptions& limits) = 0;
  virtual Status merge(const run::LimitOptions& limits) = 0;
  virtual Status verify(bool deep, const run::LimitOptions& limits) = 0;

  virtual Result<index::AddCounts> add(const run::ReadOptions& asked, const index::AddOptions& wanted,
                                       Progress& progress) = 0;
  virtual Result<index::RemoveCounts> remove(const index::RemoveOptions& wanted, const run::LimitOptions& limits) = 0;

  virtual Result<RunStats> query(const run::RunOptions& asked, const index_ask::QueryOptions& wanted,
                                 write::Results& results, Progress& progress) = 0;
  virtual Result<PassageStats> passages(const run::ReadOptions& asked, const index_passages::KeptOptions& kept,
                                        const passages::PassagesOptions& wanted, write::Results& results,
                                        Progress& progress) = 0;
  virtual Result<PassageStats> report(const run::ReadOptions& asked, const index_passages::KeptOptions& kept,
                                      const commands::ReportOptions& wanted, write::Results& results,
                                      Progress& progress) = 0;

  virtual Status get(const care::ShowOptions& wanted, const std::vector<std::string>& ids,
                     const run::LimitOptions& limits) = 0;
  virtual Status list(const care::ShowOptions& wanted, const run::LimitOptions& limits) = 0;
  virtual Status write_all(const care::ShowOptions& wanted, const run::LimitOptions& limits) = 0;
  virtual Status stats(const care::ShowOptions& wanted, const run::LimitOptions& limits, write::Results& results) = 0;
};

}  // namespace textkin::engine::places
