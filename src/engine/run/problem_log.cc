#include "engine/run/problem_log.h"

#include <fmt/format.h>

#include <cstring>

namespace textkin::engine::run {
namespace {
constexpr std::uint64_t kShown = 10;

void append_string(std::string_view text, std::string& out) {
  const std::uint64_t size = text.size();
  out.append(reinterpret_cast<const char*>(&size), sizeof size);
  out.append(text);
}

bool take_string(std::string_view& bytes, std::string& out) {
  std::uint64_t size = 0;
  if (bytes.size() < sizeof size) return false;
  std::memcpy(&size, bytes.data(), sizeof size);
  bytes.remove_prefix(sizeof size);
  if (size > bytes.size()) return false;
  out = bytes.substr(0, size);
  bytes.remove_prefix(size);
  return true;
}

}  // namespace

Result<std::shared_ptr<ProblemFile>> ProblemFile::open(const std::string& path) {
  if (path.empty()) return std::shared_ptr<ProblemFile>();
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Rows> rows, Rows::open(path, report::jsonl_format()));
  return std::shared_ptr<ProblemFile>(new ProblemFile(std::move(rows)));
}

Result<std::unique_ptr<ProblemLog>> ProblemLog::open(const ProblemsTo& where, Progress& progress) {
  std::unique_ptr<ProblemLog> log(new ProblemLog(progress));
  log->file_ = where.shared;
  log->completes_ = where.shared == nullptr;
  if (log->completes_) {
    TEXTKIN_ASSIGN_OR_RETURN(log->file_, ProblemFile::open(where.path));
  }
  return log;
}

Status ProblemLog::take_up(std::string_view bytes, const std::string& file) {
  while (!bytes.empty()) {
    input::Problem problem;
    if (bytes.size() < sizeof problem.line) break;
    std::memcpy(&problem.line, bytes.data(), sizeof problem.line);
    bytes.remove_prefix(sizeof problem.line);
    if (!take_string(bytes, problem.file) || !take_string(bytes, problem.reason) ||
        !take_string(bytes, problem.message))
      break;
    TEXTKIN_RETURN_IF_ERROR(note(problem));
    if (bytes.empty()) return {};
  }
  if (bytes.empty()) return {};
  return Status(Code::kBadInput, file +
                                     ": damaged: its list of problems ends early; remove the run directory and run "
                                     "again");
}

Status ProblemLog::add(const input::Problem& problem) {
  if (remembers_) {
    new_.append(reinterpret_cast<const char*>(&problem.line), sizeof problem.line);
    append_string(problem.file, new_);
    append_string(problem.reason, new_);
    append_string(problem.message, new_);
  }
  return note(problem);
}

Status ProblemLog::note(const input::Problem& problem) {
  ++by_reason_[problem.reason];
  if (count_ == 0) first_ = problem.message;
  if (++count_ <= kShown) progress_.warn(problem.message);
  return file_ == nullptr ? Status() : file_->add(problem);
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
  return file_ == nullptr || !completes_ ? Status() : file_->commit();
}

}  // namespace textkin::engine::run
