#include "engine/index/write_session.h"

#include <algorithm>
#include <utility>

namespace textkin::engine::index {

using archive::ArchiveWriter;

Result<std::unique_ptr<WriteSession>> WriteSession::open(const std::string& folder, const run::LimitOptions& limits) {
  const std::uint64_t memory = run::settle(limits).memory / 3;
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<ArchiveWriter> writer, ArchiveWriter::open(folder, memory));
  return std::unique_ptr<WriteSession>(new WriteSession(std::move(writer), memory));
}

Status WriteSession::check() const {
  if (!failed_) return {};
  return Status(Code::kInvalidArgument,
                "an earlier call of this writer failed, and nothing that it did is kept; begin again with a new one");
}

Status WriteSession::failed(Status status) {
  failed_ = failed_ || !status.ok();
  return status;
}

Status WriteSession::wrote(Status status) {
  if (!status.ok()) write_status_ = status;
  return failed(std::move(status));
}

Status WriteSession::roll_back() {
  TEXTKIN_RETURN_IF_ERROR(write_status_);
  writer_->roll_back();
  failed_ = false;
  return {};
}

Result<OpenArchive> WriteSession::view() {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<const archive::Archive> view, writer_->view());
  return OpenArchive(std::move(view));
}

Result<AddCounts> WriteSession::add(const run::ReadOptions& asked, const AddOptions& wanted, Progress& progress) {
  TEXTKIN_RETURN_IF_ERROR(check());
  TEXTKIN_ASSIGN_OR_RETURN(run::Reading reading, run::settle(asked));
  reading.limits.lend(memory_);
  Result<AddCounts> counts = add_to(*writer_, std::move(reading), wanted, WhenFull::kRefuse, progress);
  TEXTKIN_RETURN_IF_ERROR(failed(counts.status()));
  return counts;
}

Result<RemoveCounts> WriteSession::remove(const RemoveOptions& wanted) {
  TEXTKIN_RETURN_IF_ERROR(check());
  Result<RemoveCounts> counts = remove_in(*writer_, wanted);
  TEXTKIN_RETURN_IF_ERROR(failed(counts.status()));
  return counts;
}

Result<std::uint64_t> WriteSession::commit() {
  TEXTKIN_RETURN_IF_ERROR(check());
  const Result<std::uint64_t> sequence = writer_->commit();
  TEXTKIN_RETURN_IF_ERROR(wrote(sequence.status()));
  return sequence;
}

Status WriteSession::merge() {
  TEXTKIN_RETURN_IF_ERROR(check());
  return wrote(writer_->merge());
}

Status WriteSession::copy_to(const std::string& folder) {
  TEXTKIN_RETURN_IF_ERROR(check());
  return writer_->copy_to(folder);
}

Status WriteSession::finish() { return wrote(writer_->finish()); }

}  // namespace textkin::engine::index
