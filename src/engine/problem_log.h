// ProblemLog: documents that could not be used. Counted by reason, the first ten shown, all of them in --problems FILE.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "base/output_file.h"
#include "input/problem.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine {

class ProblemLog {
 public:
  // `path` empty: no file.
  static Result<std::unique_ptr<ProblemLog>> open(const std::string& path, Progress& progress);

  Status add(const input::Problem& problem);

  // Says how many there were of each kind and completes the file.
  Status finish();

  std::uint64_t count() const { return count_; }

 private:
  explicit ProblemLog(Progress& progress) : progress_(progress) {}
  Progress& progress_;
  std::unique_ptr<base::OutputFile> file_;
  std::map<std::string, std::uint64_t> by_reason_;
  std::uint64_t count_ = 0;
};

}  // namespace textkin::engine
