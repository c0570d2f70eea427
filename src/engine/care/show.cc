#include "engine/care/show.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "archive/archive.h"
#include "base/output_file.h"
#include "engine/index/index_spec.h"
#include "engine/index/stored_sets.h"
#include "engine/index/where.h"
#include "report/commands/index_stats.h"
#include "report/formats/catalog.h"
#include "report/rows/index_rows.h"
#include "report/rows/table_file.h"

namespace textkin::engine::care {
namespace {

// A document as it was added, with its fields, as a line of JSONL.
class DocumentLine {
 public:
  static Result<DocumentLine> make(const archive::Archive& archive, const std::string& folder) {
    TEXTKIN_ASSIGN_OR_RETURN(index::IndexSpec spec, index::spec_of(archive.words(), folder));
    TEXTKIN_RETURN_IF_ERROR(
        index::check_keeps_texts(spec, folder, "`get` and `export` write", "`textkin index list` tells what is there"));
    TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, report::find_format("jsonl"));
    return DocumentLine(std::move(spec.fields), *format);
  }

  void append(const archive::Entry& entry, std::string_view text, std::string& out) const {
    std::vector<report::Cell> cells{entry.id, text};
    for (const std::string& field : entry.fields) cells.emplace_back(field);
    writer_->append_row(cells, out);
  }

 private:
  DocumentLine(std::vector<std::string> fields, const report::Format& format)
      : fields_(std::make_unique<std::vector<std::string>>(std::move(fields))) {
    names_ = std::make_unique<std::vector<std::string_view>>(std::vector<std::string_view>{"id", "text"});
    for (const std::string& field : *fields_) names_->push_back(field);
    writer_ = format.make(*names_);
  }

  std::unique_ptr<std::vector<std::string>> fields_;
  std::unique_ptr<std::vector<std::string_view>> names_;  // of which the writer holds a view
  std::unique_ptr<const report::RowWriter> writer_;
};

// Such lines in a file.
class DocumentLines {
 public:
  static Result<DocumentLines> open(const std::string& path, const archive::Archive& archive,
                                    const std::string& folder) {
    TEXTKIN_ASSIGN_OR_RETURN(DocumentLine line, DocumentLine::make(archive, folder));
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, base::OutputFile::create(path));
    return DocumentLines(std::move(line), std::move(file));
  }

  Status add(const archive::Entry& entry, std::string_view text) {
    bytes_.clear();
    line_.append(entry, text, bytes_);
    return file_->write(bytes_);
  }
  Status commit() { return file_->commit(); }

 private:
  DocumentLines(DocumentLine line, std::unique_ptr<base::OutputFile> file)
      : line_(std::move(line)), file_(std::move(file)) {}

  DocumentLine line_;
  std::unique_ptr<base::OutputFile> file_;
  std::string bytes_;
};

Result<index::OpenArchive> open_to_show(const ShowOptions& wanted, const run::LimitOptions& limits) {
  return index::open_archive(wanted.folder, run::settle(limits).memory / 2, wanted.held);
}

std::uint64_t bytes_below(const std::string& folder) {
  std::uint64_t bytes = 0;
  std::error_code ignored;
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder, ignored))
    if (file.is_regular_file(ignored)) bytes += file.file_size(ignored);
  return bytes;
}

}  // namespace

Status get(const ShowOptions& wanted, const std::vector<std::string>& ids, const run::LimitOptions& limits) {
  TEXTKIN_ASSIGN_OR_RETURN(const index::OpenArchive archive, open_to_show(wanted, limits));
  std::vector<DocId> numbers;
  for (const std::string& id : ids) {
    TEXTKIN_ASSIGN_OR_RETURN(const DocId number, archive->find(id));
    if (number == kNoDoc)
      return Status(Code::kNotFound, fmt::format("no document of {} has the id {}", wanted.folder, id));
    numbers.push_back(number);
  }
  TEXTKIN_ASSIGN_OR_RETURN(DocumentLines lines, DocumentLines::open(wanted.output, *archive, wanted.folder));
  std::string text;
  archive::Entry entry;
  for (const DocId number : numbers) {
    TEXTKIN_RETURN_IF_ERROR(archive->read(number, entry));
    TEXTKIN_RETURN_IF_ERROR(archive->read_text(number, text));
    TEXTKIN_RETURN_IF_ERROR(lines.add(entry, text));
  }
  return lines.commit();
}

Status append_document(const archive::Archive& archive, const std::string& folder, const std::string& id,
                       std::string& out) {
  TEXTKIN_ASSIGN_OR_RETURN(const DocId number, archive.find(id));
  if (number == kNoDoc) return Status(Code::kNotFound, fmt::format("no document of {} has the id {}", folder, id));
  TEXTKIN_ASSIGN_OR_RETURN(const DocumentLine line, DocumentLine::make(archive, folder));
  archive::Entry entry;
  std::string text;
  TEXTKIN_RETURN_IF_ERROR(archive.read(number, entry));
  TEXTKIN_RETURN_IF_ERROR(archive.read_text(number, text));
  line.append(entry, text, out);
  return {};
}

Status write_all(const ShowOptions& wanted, const run::LimitOptions& limits) {
  TEXTKIN_ASSIGN_OR_RETURN(const index::OpenArchive archive, open_to_show(wanted, limits));
  TEXTKIN_ASSIGN_OR_RETURN(DocumentLines lines, DocumentLines::open(wanted.output, *archive, wanted.folder));
  archive::Entry entry;
  TEXTKIN_RETURN_IF_ERROR(archive->each_text(0, [&](DocId number, std::string_view text) -> Result<bool> {
    TEXTKIN_RETURN_IF_ERROR(archive->read(number, entry));
    if (entry.alive()) TEXTKIN_RETURN_IF_ERROR(lines.add(entry, text));
    return true;
  }));
  return lines.commit();
}

Result<DocId> append_documents(const archive::Archive& archive, const std::string& folder, DocId begin,
                               std::size_t most, std::string& out) {
  TEXTKIN_ASSIGN_OR_RETURN(const DocumentLine line, DocumentLine::make(archive, folder));
  archive::Entry entry;
  DocId next = kNoDoc;
  TEXTKIN_RETURN_IF_ERROR(archive.each_text(begin, [&](DocId number, std::string_view text) -> Result<bool> {
    if (out.size() >= most) {
      next = number;
      return false;
    }
    TEXTKIN_RETURN_IF_ERROR(archive.read(number, entry));
    if (entry.alive()) line.append(entry, text, out);
    return true;
  }));
  return next;
}

Status list(const ShowOptions& wanted, const run::LimitOptions& limits) {
  TEXTKIN_ASSIGN_OR_RETURN(const index::OpenArchive archive, open_to_show(wanted, limits));
  TEXTKIN_ASSIGN_OR_RETURN(const index::IndexSpec spec, index::spec_of(archive->words(), wanted.folder));
  TEXTKIN_ASSIGN_OR_RETURN(const index::Where where, index::Where::make(wanted.where, spec));
  TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, report::find_format(wanted.format));
  TEXTKIN_ASSIGN_OR_RETURN(const auto file, report::TableFile<report::IndexRow>::open(wanted.output, *format));
  TEXTKIN_RETURN_IF_ERROR(archive->each(0, [&](DocId, const archive::Entry& entry) -> Result<bool> {
    if (!entry.alive() || !where.holds(entry)) return true;
    TEXTKIN_RETURN_IF_ERROR(
        file->add({.id = entry.id, .sequence = entry.added, .size = entry.size, .bytes = entry.text_bytes}));
    return true;
  }));
  return file->commit();
}

Status stats(const ShowOptions& wanted, const run::LimitOptions& limits, write::Results& results) {
  TEXTKIN_ASSIGN_OR_RETURN(const index::OpenArchive archive, open_to_show(wanted, limits));
  const archive::State& state = archive->state();
  report::IndexStats stats{.folder = wanted.folder,
                           .sequence = state.sequence,
                           .documents = state.alive,
                           .removed = state.next - state.alive,
                           .text_bytes = state.text_bytes,
                           .file_bytes = bytes_below(wanted.folder),
                           .segments = archive->segments().size(),
                           .options = {},
                           .checkpoints = {}};
  for (const auto& [option, value] : archive->words())
    if (option != "stop list") stats.options.emplace_back(option, value);
  TEXTKIN_RETURN_IF_ERROR(archive->each_checkpoint(
      [&](std::string_view name, std::string_view value) { stats.checkpoints.emplace_back(name, value); }));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<write::TextSink> sink, results.open_text(wanted.output));
  return sink->give(wanted.format == "json" ? report::index_stats_json(stats) : report::index_stats_text(stats));
}

}  // namespace textkin::engine::care
