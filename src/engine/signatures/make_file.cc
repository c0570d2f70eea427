#include "engine/signatures/make_file.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "base/packing/packing.h"
#include "engine/signatures/file_lock.h"
#include "engine/signatures/kept_pass.h"
#include "engine/signatures/row_ids.h"
#include "store/signature_file_writer.h"

namespace textkin::engine::signatures {
namespace {

using store::SignatureFile;
using store::SignatureFileWriter;

Result<std::unique_ptr<SignatureFileWriter>> open_output(const std::string& path, store::SignatureSpec spec,
                                                         std::uint64_t memory) {
  if (base::packing_of(path) != base::Packing::kNone)
    return Status(
        Code::kInvalidArgument,
        fmt::format("-o {}: a file of signatures is read by its places and is not packed; take another name", path));
  return SignatureFileWriter::create(path, std::move(spec), memory);
}

Status copy_rows(const SignatureFile& file, SignatureFileWriter& into) {
  SignatureBlock rows;
  for (std::uint32_t stretch = 0; stretch < file.stretches(); ++stretch) {
    TEXTKIN_RETURN_IF_ERROR(file.read(stretch, rows));
    TEXTKIN_RETURN_IF_ERROR(into.add(rows));
  }
  return {};
}

Status write_ids(RowIds& ids, SignatureFileWriter& into) {
  return ids.each([&](DocId, std::string_view id) { return into.add_id(id); });
}

Status told(const SignatureFileWriter& file, const std::string& path, Progress& progress) {
  progress.note(fmt::format("{} has {} signatures", path, file.rows()));
  return {};
}

}  // namespace

Status create(const run::ReadOptions& asked, const SketchOptions& sketch, std::uint32_t bits, const std::string& output,
              Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(sketch::KeptForm form, sketch::KeptForm::make(sketch, bits));
  const KeptBy made{asked.text, std::move(form)};
  const run::Limits limits = run::settle(asked.limits);
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<SignatureFileWriter> file,
                           open_output(output, record_of(made), limits.memory));
  TEXTKIN_ASSIGN_OR_RETURN(const read::ReadCollection read,
                           kept_pass(asked, made, 0, [&](SignatureBlock&& rows) { return file->add(rows); }, progress));
  RowIds ids;
  ids.add(read.collection);
  TEXTKIN_RETURN_IF_ERROR(write_ids(ids, *file));
  TEXTKIN_RETURN_IF_ERROR(file->commit());
  return told(*file, output, progress);
}

Status add(const run::ReadOptions& asked, const std::string& path, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const FileLock lock, FileLock::take(path));
  TEXTKIN_ASSIGN_OR_RETURN(const std::shared_ptr<const SignatureFile> old, SignatureFile::open(path));
  TEXTKIN_ASSIGN_OR_RETURN(const KeptBy made, read_record(*old, asked.text));
  const run::Limits limits = run::settle(asked.limits);
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<SignatureFileWriter> file,
                           open_output(path, old->spec(), limits.memory));
  TEXTKIN_RETURN_IF_ERROR(copy_rows(*old, *file));
  TEXTKIN_ASSIGN_OR_RETURN(const read::ReadCollection read,
                           kept_pass(asked, made, 0, [&](SignatureBlock&& rows) { return file->add(rows); }, progress));
  RowIds ids;
  ids.add(*old);
  ids.add(read.collection);
  TEXTKIN_RETURN_IF_ERROR(ids.check_unique(limits.given()));
  TEXTKIN_RETURN_IF_ERROR(write_ids(ids, *file));
  TEXTKIN_RETURN_IF_ERROR(file->commit());
  return told(*file, path, progress);
}

Status merge(const std::vector<std::string>& paths, const run::LimitOptions& asked, const std::string& output,
             Progress& progress) {
  const run::Limits limits = run::settle(asked);
  std::vector<std::shared_ptr<const SignatureFile>> files;
  RowIds ids;
  for (const std::string& path : paths) {
    TEXTKIN_ASSIGN_OR_RETURN(std::shared_ptr<const SignatureFile> file, SignatureFile::open(path));
    if (!files.empty()) TEXTKIN_RETURN_IF_ERROR(comparable(*files.front(), *file));
    ids.add(*file);
    files.push_back(std::move(file));
  }
  TEXTKIN_RETURN_IF_ERROR(ids.check_unique(limits.given()));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<SignatureFileWriter> into,
                           open_output(output, files.front()->spec(), limits.memory));
  for (const std::shared_ptr<const SignatureFile>& file : files) TEXTKIN_RETURN_IF_ERROR(copy_rows(*file, *into));
  TEXTKIN_RETURN_IF_ERROR(write_ids(ids, *into));
  TEXTKIN_RETURN_IF_ERROR(into->commit());
  return told(*into, output, progress);
}

}  // namespace textkin::engine::signatures
