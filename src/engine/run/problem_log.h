// ProblemLog: documents that could not be used. Counted by reason, the first ten shown, all of them in --problems FILE.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "input/blocks/problem.h"
#include "report/rows/problem_rows.h"
#include "report/rows/table_file.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::run {

class ProblemLog {
 public:
  // `path` empty: no file.
  static Result<std::unique_ptr<ProblemLog>> open(const std::string& path, Progress& progress);

  Status add(const input::Problem& problem);

  // Says how many there were of each kind and completes the file.
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
  std::unique_ptr<report::TableFile<report::ProblemRow>> file_;
  std::map<std::string, std::uint64_t> by_reason_;
  std::uint64_t count_ = 0;
  std::string first_;
  bool remembers_ = false;
  std::string new_;
};

}  // namespace textkin::engine::run
