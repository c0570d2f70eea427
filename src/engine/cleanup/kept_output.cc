#include "engine/cleanup/kept_output.h"

#include <fmt/format.h>

#include <filesystem>
#include <span>
#include <utility>
#include <vector>

#include "base/checksum.h"
#include "base/file.h"
#include "base/is_folder.h"
#include "engine/cleanup/record_writer.h"
#include "engine/read/each_source.h"
#include "engine/write/shard_folder.h"
#include "input/sources/source_reader.h"
#include "store/document_reader.h"

namespace textkin::engine::cleanup {
namespace {

namespace fs = std::filesystem;
using read::for_each_source;
using read::is_document;
using write::make_folder;
using write::ShardFolder;

constexpr std::size_t kCopyBytes = 256u << 10;

base::Packing packing_of(const input::Source& source) { return base::packing_of(source.path); }

// A file that is one document in full, as it stands, packed or not; not if it is no more what was decided on.
Status copy_document(const read::Collection& collection, DocId doc, const fs::path& to, std::vector<char>& bytes,
                     ShardFolder& folder) {
  store::DocumentReader documents(collection.table);
  store::DocumentRow row;
  TEXTKIN_RETURN_IF_ERROR(documents.read_record(doc, row));
  const input::Source& from = collection.source(row.record);
  TEXTKIN_ASSIGN_OR_RETURN(base::File source, base::File::open(from.path));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, folder.open(to, base::Packing::kNone));
  base::RunningChecksum copied;
  while (true) {
    TEXTKIN_ASSIGN_OR_RETURN(std::size_t got, source.read(bytes.data(), bytes.size()));
    if (got == 0) break;
    copied.add({bytes.data(), got});
    TEXTKIN_RETURN_IF_ERROR(file->write({bytes.data(), got}));
  }
  std::uint64_t checksum = copied.value();
  if (from.compression != input::Compression::kNone) {  // of what is in the copy
    input::Source copy = from;
    TEXTKIN_ASSIGN_OR_RETURN(copy.path, file->path_so_far());
    TEXTKIN_ASSIGN_OR_RETURN(checksum, input::checksum_source(copy, collection.settings.windows));
  }
  return checksum == row.record.checksum ? folder.commit(std::move(file)) : input::changed_unseen(from, 0);
}

}  // namespace

Result<std::unique_ptr<KeptOutput>> KeptOutput::open(const DedupOptions& outputs, unsigned threads) {
  std::unique_ptr<KeptOutput> kept(new KeptOutput(outputs, threads));
  if (outputs.check) return kept;
  kept->folder_ = outputs.output.ends_with('/') || base::is_folder(outputs.output);
  if (kept->folder_) {
    TEXTKIN_RETURN_IF_ERROR(make_folder(outputs.output));
    return kept;
  }
  if (outputs.output == "-" && !outputs.copy_to.empty()) return kept;  // the copies are the output
  TEXTKIN_ASSIGN_OR_RETURN(kept->file_, base::OutputFile::create(outputs.output));
  kept->file_->use_threads(threads);
  return kept;
}

Status KeptOutput::write(const read::Collection& collection, const std::vector<KeepDecision>& decisions,
                         Progress& progress) {
  if (outputs_.check) return {};
  if (!outputs_.copy_to.empty()) TEXTKIN_RETURN_IF_ERROR(copy_files(collection, decisions, progress));
  if (folder_) return write_folder(collection, decisions, progress);
  return file_ == nullptr ? Status() : write_one_file(collection, decisions, progress);
}

Status KeptOutput::write_one_file(const read::Collection& collection, const std::vector<KeepDecision>& decisions,
                                  Progress& progress) {
  bool records = false;
  bool documents = false;
  for (const input::Source& source : std::span(collection.list.sources).first(collection.against_source))
    (is_document(source) ? documents : records) = true;
  if (records && documents)
    return Status(Code::kInvalidArgument,
                  "INPUT mixes files of records with files that are one document; give -o a folder (FOLDER/)");
  if (documents && outputs_.annotate) return Status(Code::kInvalidArgument, "--annotate needs JSONL records");
  const DocId end = collection.against;
  if (!documents) return RecordWriter(collection, decisions, outputs_.annotate, threads_).write(0, end, *file_);
  store::DocumentReader reader(collection.table);
  store::DocumentRow row;
  std::string ids;
  for (DocId doc = 0; doc < end; ++doc) {
    if (decisions[doc].kept != doc) continue;
    TEXTKIN_RETURN_IF_ERROR(reader.read(doc, row));
    const std::string_view id = row.id;
    if (id.find('\n') != std::string_view::npos)
      progress.warn(fmt::format("warning: the name {} holds a line feed; the list of kept ids is ambiguous there", id));
    ids.append(id).append("\n");
  }
  return file_->write(ids);
}

Status KeptOutput::write_folder(const read::Collection& collection, const std::vector<KeepDecision>& decisions,
                                Progress& progress) {
  RecordWriter writer(collection, decisions, outputs_.annotate, threads_);
  ShardFolder folder;
  std::vector<char> bytes(kCopyBytes);
  const auto write = [&](const input::Source& source, DocId first, DocId end) -> Status {
    const fs::path target = fs::path(outputs_.output) / source.relative;
    if (is_document(source))
      return first != end && decisions[first].kept == first ? copy_document(collection, first, target, bytes, folder)
                                                            : Status();
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, folder.open(target, packing_of(source)));
    file->use_threads(threads_);
    TEXTKIN_RETURN_IF_ERROR(writer.write(first, end, *file));
    return folder.commit(std::move(file));
  };
  TEXTKIN_RETURN_IF_ERROR(for_each_source(collection, write));
  TEXTKIN_RETURN_IF_ERROR(folder.finish());
  folder.warn_of_others(outputs_.output, progress);
  return {};
}

Status KeptOutput::copy_files(const read::Collection& collection, const std::vector<KeepDecision>& decisions,
                              Progress& progress) {
  TEXTKIN_RETURN_IF_ERROR(make_folder(outputs_.copy_to));
  ShardFolder folder;
  std::vector<char> bytes(kCopyBytes);
  const auto write = [&](const input::Source& source, DocId first, DocId end) -> Status {
    if (!is_document(source))
      return Status(
          Code::kInvalidArgument,
          fmt::format("--copy-to copies files that are one document; {} holds records (-o writes them)", source.name));
    if (first == end || decisions[first].kept != first) return {};
    return copy_document(collection, first, fs::path(outputs_.copy_to) / source.relative, bytes, folder);
  };
  TEXTKIN_RETURN_IF_ERROR(for_each_source(collection, write));
  TEXTKIN_RETURN_IF_ERROR(folder.finish());
  folder.warn_of_others(outputs_.copy_to, progress);
  return {};
}

Status KeptOutput::sync() { return file_ == nullptr ? Status() : file_->sync(); }

Status KeptOutput::commit() { return file_ == nullptr ? Status() : file_->commit(); }

}  // namespace textkin::engine::cleanup
