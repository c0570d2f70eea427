#include "engine/care/show.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "archive/archive.h"
#include "base/output_file.h"
#include "engine/index/added_at.h"
#include "engine/index/index_spec.h"
#include "engine/index/stored_sets.h"
#include "engine/index/where.h"
#include "report/commands/index_stats.h"
#include "report/formats/catalog.h"
#include "report/rows/index_rows.h"
#include "report/rows/table_file.h"

namespace textkin::engine::care {
namespace {

using Times = std::optional<archive::TimesOfAdding>;

// Those of an export; none where they are not wanted.
Result<Times> times_of(const archive::Archive& archive, const std::string& folder, bool wanted) {
  if (!wanted) return Times();
  TEXTKIN_ASSIGN_OR_RETURN(const index::IndexSpec spec, index::spec_of(archive.words(), folder));
  if (std::ranges::find(spec.fields, index::kFieldOfExports) != spec.fields.end())
    return Status(Code::kInvalidArgument,
                  fmt::format("{} keeps a field {}, which is what an export calls the times; export without --times",
                              folder, index::kFieldOfExports));
  TEXTKIN_ASSIGN_OR_RETURN(archive::TimesOfAdding times, archive.times());
  return Times(std::move(times));
}

const Times kNoTimes;

// A document as it was added, with its fields, as a line of JSONL; with when that was, where there are `times`, which
// are to live as long.
class DocumentLine {
 public:
  static Result<DocumentLine> make(const archive::Archive& archive, const std::string& folder, const Times& times) {
    TEXTKIN_ASSIGN_OR_RETURN(index::IndexSpec spec, index::spec_of(archive.words(), folder));
    TEXTKIN_RETURN_IF_ERROR(
        index::check_keeps_texts(spec, folder, "`get` and `export` write", "`textkin index list` tells what is there"));
    TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, report::find_format("jsonl"));
    return DocumentLine(std::move(spec.fields), times, *format);
  }

  void append(DocId number, const archive::Entry& entry, std::string_view text, std::string& out) const {
    std::vector<report::Cell> cells{entry.id, text};
    for (const std::string& field : entry.fields) cells.emplace_back(field);
    std::string added;
    if (*times_) {
      if (const std::optional<index::Seconds> time = (*times_)->of(number)) added = index::as_text(*time);
      cells.emplace_back(added);
    }
    writer_->append_row(cells, out);
  }

 private:
  DocumentLine(std::vector<std::string> fields, const Times& times, const report::Format& format)
      : times_(&times), fields_(std::make_unique<std::vector<std::string>>(std::move(fields))) {
    names_ = std::make_unique<std::vector<std::string_view>>(std::vector<std::string_view>{"id", "text"});
    for (const std::string& field : *fields_) names_->push_back(field);
    if (times) names_->push_back(index::kFieldOfExports);
    writer_ = format.make(*names_);
  }

  const Times* times_;
  std::unique_ptr<std::vector<std::string>> fields_;
  std::unique_ptr<std::vector<std::string_view>> names_;  // of which the writer holds a view
  std::unique_ptr<const report::RowWriter> writer_;
};

// Such lines in a file.
class DocumentLines {
 public:
  static Result<DocumentLines> open(const std::string& path, const archive::Archive& archive, const std::string& folder,
                                    const Times& times) {
    TEXTKIN_ASSIGN_OR_RETURN(DocumentLine line, DocumentLine::make(archive, folder, times));
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, base::OutputFile::create(path));
    return DocumentLines(std::move(line), std::move(file));
  }

  Status add(DocId number, const archive::Entry& entry, std::string_view text) {
    bytes_.clear();
    line_.append(number, entry, text, bytes_);
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
  std::error_code error;  // what cannot be looked at is not counted
  for (std::filesystem::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (at->is_regular_file(error)) bytes += at->file_size(error);
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
  TEXTKIN_ASSIGN_OR_RETURN(DocumentLines lines, DocumentLines::open(wanted.output, *archive, wanted.folder, kNoTimes));
  std::string text;
  archive::Entry entry;
  for (const DocId number : numbers) {
    TEXTKIN_RETURN_IF_ERROR(archive->read(number, entry));
    TEXTKIN_RETURN_IF_ERROR(archive->read_text(number, text));
    TEXTKIN_RETURN_IF_ERROR(lines.add(number, entry, text));
  }
  return lines.commit();
}

Status append_document(const archive::Archive& archive, const std::string& folder, const std::string& id,
                       std::string& out) {
  TEXTKIN_ASSIGN_OR_RETURN(const DocId number, archive.find(id));
  if (number == kNoDoc) return Status(Code::kNotFound, fmt::format("no document of {} has the id {}", folder, id));
  TEXTKIN_ASSIGN_OR_RETURN(const DocumentLine line, DocumentLine::make(archive, folder, kNoTimes));
  archive::Entry entry;
  std::string text;
  TEXTKIN_RETURN_IF_ERROR(archive.read(number, entry));
  TEXTKIN_RETURN_IF_ERROR(archive.read_text(number, text));
  line.append(number, entry, text, out);
  return {};
}

Status write_all(const ShowOptions& wanted, const run::LimitOptions& limits) {
  TEXTKIN_ASSIGN_OR_RETURN(const index::OpenArchive archive, open_to_show(wanted, limits));
  TEXTKIN_ASSIGN_OR_RETURN(const Times times, times_of(*archive, wanted.folder, wanted.times));
  TEXTKIN_ASSIGN_OR_RETURN(DocumentLines lines, DocumentLines::open(wanted.output, *archive, wanted.folder, times));
  archive::Entry entry;
  TEXTKIN_RETURN_IF_ERROR(archive->each_text(0, [&](DocId number, std::string_view text) -> Result<bool> {
    TEXTKIN_RETURN_IF_ERROR(archive->read(number, entry));
    if (entry.alive()) TEXTKIN_RETURN_IF_ERROR(lines.add(number, entry, text));
    return true;
  }));
  return lines.commit();
}

Result<Exporting> Exporting::open(index::OpenArchive archive, std::string folder, bool wanted) {
  TEXTKIN_ASSIGN_OR_RETURN(Times times, times_of(*archive, folder, wanted));
  return Exporting(std::move(archive), std::move(folder), std::move(times));
}

Status Exporting::append(std::size_t most, std::string& out) {
  TEXTKIN_ASSIGN_OR_RETURN(const DocumentLine line, DocumentLine::make(*archive_, folder_, times_));
  archive::Entry entry;
  DocId next = kNoDoc;
  TEXTKIN_RETURN_IF_ERROR(archive_->each_text(next_, [&](DocId number, std::string_view text) -> Result<bool> {
    if (out.size() >= most) {
      next = number;
      return false;
    }
    TEXTKIN_RETURN_IF_ERROR(archive_->read(number, entry));
    if (entry.alive()) line.append(number, entry, text, out);
    return true;
  }));
  next_ = next;
  return {};
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
