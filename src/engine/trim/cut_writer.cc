#include "engine/trim/cut_writer.h"

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "engine/passages/passage_memory.h"
#include "input/formats/format.h"
#include "report/formats/catalog.h"

namespace textkin::engine::trim {
namespace {

constexpr std::uint64_t kStretchBytes = 1u << 20;
constexpr std::uint64_t kBesideRecord = 64;  // bytes that are held for it, however short it is
constexpr std::uint64_t kTextParts = 8;      // of the memory, one is for texts that are held

void append_bytes(std::string_view bytes, base::RawBytes& out) { out.insert(out.end(), bytes.begin(), bytes.end()); }

void close_line(base::RawBytes& out) {
  if (!out.empty() && out.back() != '\n') out.push_back('\n');
}

}  // namespace

CutWriter::CutWriter(const read::Collection& collection, const TrimOptions& wanted, CutReader& cuts,
                     std::vector<std::unique_ptr<TextPieces>>& pieces, CutFile* removed, Progress& progress)
    : collection_(collection),
      wanted_(wanted),
      cuts_(cuts),
      removed_(removed),
      progress_(progress),
      json_(report::jsonl_format()),
      ids_(collection.table),
      kept_ids_(collection.table) {
  const std::uint64_t memory = collection.budget->limit() / kTextParts / pieces.size();
  for (const auto& own : pieces) workers_.push_back(std::make_unique<Worker>(collection, *own, memory));
}

Result<std::unique_ptr<CutWriter::Stretch>> CutWriter::next_stretch(DocId& next, DocId end,
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
  TEXTKIN_RETURN_IF_ERROR(cuts_.append_before(next, stretch->runs));
  return stretch;
}

Status CutWriter::append_whole(Worker& own, base::RawBytes& out) {
  if (own.whole.empty()) return {};
  close_line(out);
  TEXTKIN_RETURN_IF_ERROR(own.records.append_lines(own.whole, out));
  own.whole.clear();
  return {};
}

// The document in own.row without what goes of it.
Status CutWriter::append(const DocumentCuts& made, Form form, Worker& own, Stretch& stretch) {
  const DocumentRecord& record = own.row.record;
  own.bytes.clear();
  if (form == Form::kJsonLine) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::string_view text, own.records.text(record));
    own.left.clear();
    input::append_without(text, made.spans, own.left);
    json_.append_row({.id = own.row.id, .text = own.left}, own.bytes);
  } else if (!made.spans.empty()) {
    TEXTKIN_RETURN_IF_ERROR(own.records.append_cut(record, made.spans, own.bytes));
  } else {
    TEXTKIN_ASSIGN_OR_RETURN(const std::string_view bytes, own.records.raw(record));
    own.bytes = bytes;
  }
  if (form != Form::kFile) close_line(stretch.bytes);
  append_bytes(own.bytes, stretch.bytes);
  return {};
}

Status CutWriter::cut_one(DocId doc, std::span<const ChosenRun> runs, Form form, Worker& own, Stretch& stretch) {
  TEXTKIN_RETURN_IF_ERROR(own.documents.read(doc, own.row));
  DocumentCuts made;
  if (!runs.empty()) {
    bool alone = own.row.record.length > collection_.shares.alone;
    for (const ChosenRun& run : runs) {
      TEXTKIN_ASSIGN_OR_RETURN(const DocumentRecord other, own.texts.record(run.first_stays.document));
      alone = alone || other.length > collection_.shares.alone;
    }
    const passages::AloneLock lock(alone_, alone);
    TEXTKIN_ASSIGN_OR_RETURN(made, cut_document(doc, runs, wanted_.pieces, own.pieces, own.texts));
    if (alone) own.texts.clear();
  }
  const bool dropped = made.emptied && wanted_.drops_emptied;
  const bool whole = made.spans.empty();
  if (form == Form::kRecord &&
      (dropped || !whole || (!own.whole.empty() && own.whole.back().source != own.row.record.source)))
    TEXTKIN_RETURN_IF_ERROR(append_whole(own, stretch.bytes));
  if (!dropped) {
    ++stretch.written;
    if (form == Form::kRecord && whole)
      own.whole.push_back(own.row.record);
    else if (form != Form::kNothing)
      TEXTKIN_RETURN_IF_ERROR(append(made, form, own, stretch));
  }
  if (!whole) stretch.cut.push_back({doc, std::move(made)});
  return {};
}

Status CutWriter::cut(Stretch& stretch, Form form, Worker& own) {
  std::size_t next = 0;
  for (DocId doc = stretch.begin; doc < stretch.end; ++doc) {
    const std::size_t first = next;
    while (next < stretch.runs.size() && stretch.runs[next].first.document == doc) ++next;
    TEXTKIN_RETURN_IF_ERROR(cut_one(doc, std::span(stretch.runs).subspan(first, next - first), form, own, stretch));
  }
  return append_whole(own, stretch.bytes);
}

Status CutWriter::tell(const Stretch& stretch) {
  std::string_view id;
  std::string_view kept;
  for (const CutDocument& document : stretch.cut) {
    ++totals_.changed;
    totals_.emptied += document.made.emptied;
    totals_.removed += document.made.cuts.size();
    totals_.removed_words += document.made.words;
    totals_.removed_characters += document.made.characters;
    if (removed_ == nullptr) continue;
    TEXTKIN_RETURN_IF_ERROR(ids_.read_id(document.doc, id));
    for (const Cut& cut : document.made.cuts) {
      TEXTKIN_RETURN_IF_ERROR(kept_ids_.read_id(cut.kept, kept));
      TEXTKIN_RETURN_IF_ERROR(removed_->add({.id = id,
                                             .offset = cut.characters.begin,
                                             .length = cut.characters.end - cut.characters.begin,
                                             .words = cut.words,
                                             .kept = kept,
                                             .kept_offset = cut.kept_offset}));
    }
  }
  return {};
}

Result<std::uint64_t> CutWriter::write(DocId begin, DocId end, Form form, base::OutputFile* file) {
  DocId next = begin;
  std::uint64_t written = 0;
  bool line_is_open = false;
  store::DocumentReader documents(collection_.table);
  base::Pipeline<Stretch> pipeline;
  pipeline.produce = [&] { return next_stretch(next, end, documents); };
  pipeline.work = [&](Stretch& stretch, unsigned worker) { return cut(stretch, form, *workers_[worker]); };
  pipeline.commit = [&](Stretch& stretch) -> Status {
    TEXTKIN_RETURN_IF_ERROR(tell(stretch));
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

}  // namespace textkin::engine::trim
