#include "engine/trim/trimmed_output.h"

#include <fmt/format.h>

#include <filesystem>
#include <span>

#include "engine/read/each_source.h"
#include "engine/write/shard_folder.h"
#include "input/formats/catalog.h"
#include "input/formats/jsonl.h"

namespace textkin::engine::trim {
namespace {

namespace fs = std::filesystem;

Status refuse(std::string why) { return Status(Code::kInvalidArgument, std::move(why)); }

}  // namespace

Result<std::unique_ptr<TrimmedOutput>> TrimmedOutput::open(const TrimOptions& wanted, const run::Reading&) {
  std::unique_ptr<TrimmedOutput> output(new TrimmedOutput(wanted));
  if (wanted.check) return output;
  output->folder_ = wanted.output.ends_with('/') || fs::is_directory(wanted.output);
  if (output->folder_) {
    TEXTKIN_RETURN_IF_ERROR(write::make_folder(wanted.output));
    return output;
  }
  TEXTKIN_ASSIGN_OR_RETURN(output->file_, base::OutputFile::create(wanted.output));
  return output;
}

Status TrimmedOutput::check(const read::Collection& collection) const {
  bool records = false;
  bool documents = false;
  for (const input::Source& source : collection.list.sources) {
    if (!source.format->can_cut())
      return refuse(fmt::format("{}: its records are no texts that parts can be taken out of", source.name));
    (read::is_document(source) ? documents : records) = true;
  }
  if (wanted_.check) return {};
  if (folder_ && documents && !collection.settings.asked.extraction.program.empty())
    return refuse(
        "what is left of a file whose text was extracted is text alone; name one file for all, -o FILE.jsonl");
  if (folder_) return {};
  if (records && documents)
    return refuse("INPUT mixes files of records with files that are one document; give -o a folder (FOLDER/)");
  if (documents && wanted_.output != "-" && input::format_by_suffix(wanted_.output) != &input::jsonl_format())
    return refuse(
        fmt::format("-o {}: INPUT are files that are one document each; what is left of them are files in a "
                    "folder (FOLDER/), or lines of JSON with id and text (FILE.jsonl)",
                    wanted_.output));
  return {};
}

Status TrimmedOutput::write(const read::Collection& collection, CutWriter& writer) {
  using Form = CutWriter::Form;
  const DocId end = collection.documents();
  if (folder_) return write_folder(collection, writer);
  Form form = Form::kNothing;
  if (file_ != nullptr) {
    form = Form::kRecord;
    for (const input::Source& source : collection.list.sources)
      if (read::is_document(source)) form = Form::kJsonLine;
  }
  return writer.write(0, end, form, file_.get()).status();
}

Status TrimmedOutput::write_folder(const read::Collection& collection, CutWriter& writer) {
  using Form = CutWriter::Form;
  write::ShardFolder folder;
  return read::for_each_source(collection, [&](const input::Source& source, DocId first, DocId end) -> Status {
    if (read::is_document(source) && first == end) return {};
    const fs::path target = fs::path(wanted_.output) / source.relative;
    TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<base::OutputFile> file,
                             folder.open(target, base::packing_of(source.path)));
    const Form form = read::is_document(source) ? Form::kFile : Form::kRecord;
    TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t written, writer.write(first, end, form, file.get()));
    return form == Form::kFile && written == 0 ? Status() : file->commit();
  });
}

Status TrimmedOutput::commit() { return file_ == nullptr ? Status() : file_->commit(); }

}  // namespace textkin::engine::trim
