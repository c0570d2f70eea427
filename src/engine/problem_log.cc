#include "engine/problem_log.h"

#include <fmt/format.h>

#include "report/dedup_rows.h"

namespace textkin::engine {
namespace {
constexpr std::uint64_t kShown = 10;
}

Result<std::unique_ptr<ProblemLog>> ProblemLog::open(const std::string& path, Progress& progress) {
  std::unique_ptr<ProblemLog> log(new ProblemLog(progress));
  if (!path.empty()) {
    Result<std::unique_ptr<base::OutputFile>> file = base::OutputFile::create(path, base::packing_of(path));
    if (!file.ok()) return file.status();
    log->file_ = std::move(file).value();
  }
  return log;
}

Status ProblemLog::add(const input::Problem& problem) {
  ++by_reason_[problem.reason];
  if (++count_ <= kShown) progress_.warn(problem.message);
  if (file_ == nullptr) return {};
  std::string row;
  report::append_problem_row(problem.file, problem.line, problem.reason, problem.message, row);
  return file_->write(row);
}

Status ProblemLog::finish() {
  if (count_ > kShown)
    progress_.warn(fmt::format("... and {} more{}", count_ - kShown,
                               file_ == nullptr ? "; --problems FILE.jsonl lists them all" : ""));
  if (count_ > 0) {
    std::string reasons;
    for (const auto& [reason, count] : by_reason_)
      reasons += fmt::format("{}{} {}", reasons.empty() ? "" : ", ", count, reason);
    progress_.warn(fmt::format("{} document{} could not be used: {}", count_, count_ == 1 ? "" : "s", reasons));
  }
  return file_ == nullptr ? Status() : file_->commit();
}

}  // namespace textkin::engine
