#include "store/signature_file_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "store/block_file_writer.h"
#include "store/signature_meta.h"

namespace textkin::store {

SignatureFileWriter::~SignatureFileWriter() = default;

Result<std::unique_ptr<SignatureFileWriter>> SignatureFileWriter::create(const std::string& path, SignatureSpec spec,
                                                                         std::uint64_t memory) {
  std::unique_ptr<SignatureFileWriter> writer(new SignatureFileWriter());
  TEXTKIN_ASSIGN_OR_RETURN(writer->file_, BlockFileWriter::create_output(path, kSignatureRun));
  writer->path_ = path;
  writer->spec_ = std::move(spec);
  writer->memory_ = memory;
  writer->ids_ = std::make_unique<StringColumn>();
  return writer;
}

Status SignatureFileWriter::add(const SignatureBlock& rows) {
  if (rows.rows() >= kNoDoc - rows_)
    return Status(Code::kExhausted, path_ + ": more than 4,294,967,294 rows; write several files");
  rows_ += static_cast<DocId>(rows.rows());
  const std::size_t most = rows_of_a_stretch(spec_.words);
  for (std::size_t done = 0; done < rows.rows();) {
    const std::size_t count = std::min(most - open_.rows(), rows.rows() - done);
    const Cell* const cells = rows.cells.data() + done * spec_.words;
    open_.cells.insert(open_.cells.end(), cells, cells + count * spec_.words);
    open_.sizes.insert(open_.sizes.end(), rows.sizes.data() + done, rows.sizes.data() + done + count);
    done += count;
    if (open_.rows() == most) TEXTKIN_RETURN_IF_ERROR(write_rows());
  }
  return {};
}

Status SignatureFileWriter::write_rows() {
  if (open_.rows() == 0) return {};
  const auto bytes_of_all = [](const auto& column) {
    return std::string_view(reinterpret_cast<const char*>(column.data()), column.size() * sizeof column[0]);
  };
  TEXTKIN_RETURN_IF_ERROR(file_->append(BlockKind::kKeptRows, stretch_, bytes_of_all(open_.cells)));
  TEXTKIN_RETURN_IF_ERROR(file_->append(BlockKind::kSizes, stretch_, bytes_of_all(open_.sizes)));
  ++stretch_;
  open_.cells.clear();
  open_.sizes.clear();
  return {};
}

Status SignatureFileWriter::write_ids() {
  if (ids_->size() == 0) return {};
  TEXTKIN_RETURN_IF_ERROR(ids_->write(BlockKind::kIds, *file_, stretch_++));
  ids_ = std::make_unique<StringColumn>();
  return {};
}

Status SignatureFileWriter::add_id(std::string_view id) {
  if (!std::exchange(at_ids_, true)) {
    TEXTKIN_RETURN_IF_ERROR(write_rows());
    stretch_ = 0;
  }
  ids_->append(id);
  ++named_;
  if (ids_->memory_bytes() > memory_ / 4) {
    const std::uint64_t most = rows_of_a_stretch(spec_.words);
    const std::uint64_t needed = 5 * (ids_->memory_bytes() / ids_->size() + 1) * most;
    return Status(Code::kExhausted,
                  fmt::format("--memory {} MiB is too little for ids as long as those of {}; {} MiB would do",
                              memory_ >> 20, path_, (needed >> 20) + 1));
  }
  return ids_->size() == rows_of_a_stretch(spec_.words) ? write_ids() : Status();
}

Status SignatureFileWriter::commit() {
  if (named_ != rows_) return Status(Code::kInvalidArgument, path_ + ": rows and ids are not as many");
  TEXTKIN_RETURN_IF_ERROR(write_ids());
  if (!spec_.stop_list.empty()) TEXTKIN_RETURN_IF_ERROR(file_->append(BlockKind::kStopList, 0, spec_.stop_list));
  TEXTKIN_RETURN_IF_ERROR(file_->append(BlockKind::kMeta, 0, signature_meta(spec_, rows_)));
  return file_->commit();
}

}  // namespace textkin::store
