#include "engine/cut/left_output.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "base/is_folder.h"
#include "engine/read/each_source.h"
#include "engine/write/named_otherwise.h"
#include "engine/write/shard_folder.h"
#include "input/formats/catalog.h"
#include "input/formats/jsonl.h"

namespace textkin::engine::cut {
namespace {

namespace fs = std::filesystem;

Status refuse(std::string why) { return Status(Code::kInvalidArgument, std::move(why)); }

}  // namespace

Result<std::unique_ptr<LeftOutput>> LeftOutput::open(std::string wanted, unsigned threads) {
  std::unique_ptr<LeftOutput> output(new LeftOutput(std::move(wanted), threads));
  if (output->output_.empty()) return output;
  output->folder_ = output->output_.ends_with('/') || base::is_folder(output->output_);
  if (output->folder_) {
    TEXTKIN_RETURN_IF_ERROR(write::make_folder(output->output_));
    return output;
  }
  TEXTKIN_ASSIGN_OR_RETURN(output->file_, base::OutputFile::create(output->output_));
  output->file_->use_threads(threads);
  return output;
}

Status LeftOutput::check(const read::Collection& collection) const {
  bool has_records = false;
  bool has_documents = false;
  for (const input::Source& source : collection.list.sources) {
    if (!source.format->can_cut())
      return refuse(fmt::format("{}: its records are no texts that parts can be taken out of", source.name));
    (read::is_document(source) ? has_documents : has_records) = true;
  }
  if (output_.empty()) return {};
  if (folder_ && has_documents && !collection.settings.asked.extraction.program.empty())
    return refuse(
        "what is left of a file whose text was extracted is text alone; name one file for all, -o FILE.jsonl");
  if (folder_) return {};
  if (has_records && has_documents)
    return refuse("INPUT mixes files of records with files that are one document; give -o a folder (FOLDER/)");
  for (const input::Source& source : collection.list.sources)
    if (!read::is_document(source) && source.memory == nullptr && write::named_otherwise(output_, source.format))
      return refuse(fmt::format("-o {}: the records stay what they are in {}; name a file with that suffix", output_,
                                source.name));
  if (has_documents && output_ != "-" && input::format_by_suffix(output_) != &input::jsonl_format())
    return refuse(
        fmt::format("-o {}: INPUT are files that are one document each; what is left of them are files in a "
                    "folder (FOLDER/), or lines of JSON with id and text (FILE.jsonl)",
                    output_));
  return {};
}

Status LeftOutput::write(const read::Collection& collection, LeftRecords& records, Progress& progress) {
  using Form = LeftRecords::Form;
  const DocId end = collection.documents();
  if (folder_) return write_folder(collection, records, progress);
  Form form = Form::kNothing;
  if (file_ != nullptr) {
    form = Form::kRecord;
    for (const input::Source& source : collection.list.sources)
      if (read::is_document(source)) form = Form::kJsonLine;
  }
  return records.write(0, end, form, file_.get()).status();
}

Status LeftOutput::write_folder(const read::Collection& collection, LeftRecords& records, Progress& progress) {
  using Form = LeftRecords::Form;
  write::ShardFolder folder;
  const auto write = [&](const input::Source& source, DocId first, DocId end) -> Status {
    if (read::is_document(source) && first == end) return {};
    const fs::path target = fs::path(output_) / source.relative;
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file,
                             folder.open(target, base::packing_of(source.path)));
    file->use_threads(threads_);
    const Form form = read::is_document(source) ? Form::kFile : Form::kRecord;
    TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t written, records.write(first, end, form, file.get()));
    return form == Form::kFile && written == 0 ? Status() : folder.commit(std::move(file));
  };
  TEXTKIN_RETURN_IF_ERROR(read::for_each_source(collection, write));
  TEXTKIN_RETURN_IF_ERROR(folder.finish());
  folder.warn_of_others(output_, progress);
  return {};
}

Status LeftOutput::sync() { return file_ == nullptr ? Status() : file_->sync(); }

Status LeftOutput::commit() { return file_ == nullptr ? Status() : file_->commit(); }

}  // namespace textkin::engine::cut
