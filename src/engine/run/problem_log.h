// ProblemLog: documents that could not be used. Counted by reason, the first ten shown, all of them in --problems FILE.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "engine/run/input_options.h"
#include "input/blocks/problem.h"
#include "report/rows/problem_rows.h"
#include "report/rows/table_file.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::run {

// The file of --problems.
class ProblemFile {
 public:
  // Null where `path` is empty.
  static Result<std::shared_ptr<ProblemFile>> open(const std::string& path);

  Status add(const input::Problem& problem) {
    return rows_->add({problem.file, problem.line, problem.reason, problem.message});
  }
  Status commit() { return rows_->commit(); }

 private:
  using Rows = report::TableFile<report::ProblemRow>;
  explicit ProblemFile(std::unique_ptr<Rows> rows) : rows_(std::move(rows)) {}
  std::unique_ptr<Rows> rows_;
};

// Where the problems of a reading go.
struct ProblemsTo {
  ProblemsTo() = default;  // they are counted and shown
  // As `inputs` say; implicit, so that a reading is given its inputs.
  ProblemsTo(const InputOptions& inputs)  // NOLINT(google-explicit-constructor)
      : path(inputs.problems), shared(inputs.problem_file) {}

  std::string path;  // of the reading's own; empty: none
  std::shared_ptr<ProblemFile> shared;
};

class ProblemLog {
 public:
  static Result<std::unique_ptr<ProblemLog>> open(const ProblemsTo& where, Progress& progress);

  Status add(const input::Problem& problem);

  // Says how many there were of each kind and completes the file, unless it is a shared one.
  Status finish();

  std::uint64_t count() const { return count_; }
  const std::string& first() const { return first_; }  // as a person is told; empty: none

  // From now on problems are remembered until take_new(), which gives those since the last call as bytes; take_up()
  // adds such bytes of a former run. kBadInput, naming `file`, where they are none.
  void remember() { remembers_ = true; }
  std::string take_new() { return std::exchange(new_, {}); }
  Status take_up(std::string_view bytes, const std::string& file);

 private:
  Status note(const input::Problem& problem);
  explicit ProblemLog(Progress& progress) : progress_(progress) {}
  Progress& progress_;
  std::shared_ptr<ProblemFile> file_;
  bool completes_ = false;
  std::map<std::string, std::uint64_t> by_reason_;
  std::uint64_t count_ = 0;
  std::string first_;
  bool remembers_ = false;
  std::string new_;
};

}  // namespace textkin::engine::run
