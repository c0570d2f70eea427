#include "engine/cut/left_records.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "base/parallel.h"
#include "input/formats/format.h"
#include "report/formats/catalog.h"

namespace textkin::engine::cut {
namespace {

constexpr std::uint64_t kStretchBytes = 1u << 20;
constexpr std::uint64_t kBesideRecord = 64;  // bytes that are held for it, however short it is

void append_bytes(std::string_view bytes, base::RawBytes& out) { out.insert(out.end(), bytes.begin(), bytes.end()); }

void close_line(base::RawBytes& out) {
  if (!out.empty() && out.back() != '\n') out.push_back('\n');
}

}  // namespace

LeftRecords::LeftRecords(const read::Collection& collection, Cuts& cuts, Progress& progress)
    : collection_(collection), cuts_(cuts), progress_(progress), json_(report::jsonl_format()) {
  for (unsigned thread = 0; thread < collection.threads; ++thread)
    workers_.push_back(std::make_unique<Worker>(collection));
}

Result<std::unique_ptr<LeftRecords::Stretch>> LeftRecords::next_stretch(DocId& next, DocId end,
                                                                        store::DocumentReader& documents) {
  if (next == end) return std::unique_ptr<Stretch>();
  auto stretch = std::make_unique<Stretch>();
  stretch->begin = next;
  store::DocumentRow row;
  for (std::uint64_t bytes = 0; next < end && bytes < kStretchBytes; ++next) {
    TEXTKIN_RETURN_IF_ERROR(documents.read_record(next, row));
    bytes += row.record.length + kBesideRecord;
  }
  stretch->end = next;
  TEXTKIN_ASSIGN_OR_RETURN(stretch->cuts, cuts_.next(stretch->begin, next));
  return stretch;
}

Status LeftRecords::append_whole(Worker& own, base::RawBytes& out) {
  if (own.whole.empty()) return {};
  close_line(out);
  TEXTKIN_RETURN_IF_ERROR(own.records.append_lines(own.whole, out));
  own.whole.clear();
  return {};
}

Status LeftRecords::append_with_field(const Fate& fate, Form form, Worker& own) {
  const DocumentRecord& record = own.row.record;
  const auto refuse = [&](const char* why) {
    return Status(Code::kInvalidArgument, fmt::format("{} {}", collection_.place(record), why));
  };
  TEXTKIN_ASSIGN_OR_RETURN(const std::string_view line,
                           form == Form::kRecord ? own.records.line(record) : own.records.raw(record));
  const std::size_t place = collection_.source(record).format->place_of_new_field(line);
  if (form != Form::kRecord || place == std::string_view::npos)
    return refuse("is no record of JSONL, to which a field could be added");
  if (line.find(std::string_view(fate.field).substr(0, fate.field.find(':'))) != std::string_view::npos)
    return refuse("has such a field in it already; take the original records");
  own.bytes = line.substr(0, place);
  own.bytes.append(",").append(fate.field).append(line.substr(place));
  return {};
}

// The document in own.row with what becomes of it.
Status LeftRecords::append(const Fate& fate, Form form, Worker& own, Stretch& stretch) {
  const DocumentRecord& record = own.row.record;
  own.bytes.clear();
  if (!fate.field.empty()) {
    TEXTKIN_RETURN_IF_ERROR(append_with_field(fate, form, own));
  } else if (form == Form::kJsonLine) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::string_view text, own.records.text(record));
    own.left.clear();
    input::append_without(text, fate.spans, own.left);
    json_.append_row({.id = own.row.id, .text = own.left}, own.bytes);
  } else if (!fate.spans.empty()) {
    TEXTKIN_RETURN_IF_ERROR(own.records.append_cut(record, fate.spans, own.bytes));
  } else {
    TEXTKIN_ASSIGN_OR_RETURN(const std::string_view bytes, own.records.raw(record));
    own.bytes = bytes;
  }
  if (form != Form::kFile) close_line(stretch.bytes);
  append_bytes(own.bytes, stretch.bytes);
  return {};
}

Status LeftRecords::write_document(DocId doc, const Fate& fate, Form form, Worker& own, Stretch& stretch) {
  TEXTKIN_RETURN_IF_ERROR(own.documents.read(doc, own.row));
  if (form == Form::kRecord &&
      (!fate.as_it_was() || (!own.whole.empty() && own.whole.back().source != own.row.record.source)))
    TEXTKIN_RETURN_IF_ERROR(append_whole(own, stretch.bytes));
  if (fate.dropped) return {};
  ++stretch.written;
  if (form == Form::kNothing) return {};
  if (form != Form::kRecord || !fate.as_it_was()) return append(fate, form, own, stretch);
  own.whole.push_back(own.row.record);
  return {};
}

Status LeftRecords::write_stretch(Stretch& stretch, Form form, unsigned worker) {
  Worker& own = *workers_[worker];
  Fate fate;
  for (DocId doc = stretch.begin; doc < stretch.end; ++doc) {
    fate.spans.clear();
    fate.field.clear();
    fate.dropped = false;
    TEXTKIN_RETURN_IF_ERROR(cuts_.decide(doc, worker, *stretch.cuts, fate));
    TEXTKIN_RETURN_IF_ERROR(write_document(doc, fate, form, own, stretch));
  }
  return append_whole(own, stretch.bytes);
}

Result<std::uint64_t> LeftRecords::write(DocId begin, DocId end, Form form, base::OutputFile* file) {
  DocId next = begin;
  std::uint64_t written = 0;
  bool line_is_open = false;
  store::DocumentReader documents(collection_.table);
  base::Pipeline<Stretch> pipeline;
  pipeline.produce = [&] { return next_stretch(next, end, documents); };
  pipeline.work = [&](Stretch& stretch, unsigned worker) { return write_stretch(stretch, form, worker); };
  pipeline.commit = [&](Stretch& stretch) -> Status {
    TEXTKIN_RETURN_IF_ERROR(cuts_.tell(*stretch.cuts));
    written += stretch.written;
    progress_.update("write", stretch.end, collection_.documents());
    if (stretch.bytes.empty() || file == nullptr) return {};
    if (line_is_open) TEXTKIN_RETURN_IF_ERROR(file->write("\n"));
    line_is_open = form != Form::kFile && stretch.bytes.back() != '\n';
    return file->write({stretch.bytes.data(), stretch.bytes.size()});
  };
  const auto threads = static_cast<unsigned>(workers_.size());
  TEXTKIN_RETURN_IF_ERROR(base::run_pipeline(threads, 2 * threads, pipeline));
  return written;
}

}  // namespace textkin::engine::cut
