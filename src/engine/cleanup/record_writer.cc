#include "engine/cleanup/record_writer.h"

#include <fmt/format.h>

#include <mutex>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "input/formats/format.h"
#include "report/commands/annotation.h"
#include "store/document_reader.h"

namespace textkin::engine::cleanup {
namespace {

constexpr std::uint64_t kStretchBytes = 1u << 20;
constexpr std::uint64_t kBesideRecord = 64;      // bytes that are held for it, however short it is
constexpr std::uint64_t kBesideAnnotated = 256;  // and those of a field that it gets,
constexpr std::uint64_t kEscaped = 6;            // in which a byte of an id may become so many

// A stretch of documents on its way into the file.
struct Stretch {
  DocId begin = 0;
  DocId end = 0;
  base::RawBytes bytes;
};

// Buffers that go round. A heap from which a large run has freed its records has so many pieces that each search for a
// new buffer costs more than the stretch.
class SpareBytes {
 public:
  base::RawBytes take() {
    const std::lock_guard lock(mutex_);
    base::RawBytes bytes;
    if (!spare_.empty()) {
      bytes = std::move(spare_.back());
      spare_.pop_back();
    }
    return bytes;
  }
  void give_back(base::RawBytes bytes) {
    if (bytes.capacity() > kMostSpare) return;  // a huge record's
    bytes.clear();
    const std::lock_guard lock(mutex_);
    spare_.push_back(std::move(bytes));
  }

 private:
  static constexpr std::size_t kMostSpare = 2 * kStretchBytes;
  std::mutex mutex_;
  std::vector<base::RawBytes> spare_;
};

std::string_view line_end(std::string_view line) {
  if (line.ends_with("\r\n")) return "\r\n";
  if (line.ends_with("\n")) return "\n";
  return "";
}

void close_line(base::RawBytes& out) {
  if (!out.empty() && out.back() != '\n') out.push_back('\n');
}

}  // namespace

RecordWriter::Worker::Worker(const read::Collection& collection)
    : documents(collection.table), records(collection.settings, collection.list, collection.spool) {}

RecordWriter::RecordWriter(const read::Collection& collection, const std::vector<KeepDecision>& decisions,
                           bool annotate, unsigned threads)
    : collection_(collection), decisions_(decisions), annotate_(annotate) {
  for (unsigned thread = 0; thread < threads; ++thread) workers_.push_back(std::make_unique<Worker>(collection));
  if (!annotate) return;
  leads_cluster_.assign(decisions.size(), 0);
  for (DocId doc = 0; doc < decisions.size(); ++doc)
    if (decisions[doc].kept != doc) leads_cluster_[decisions[doc].kept] = 1;
}

Status RecordWriter::append_annotated(DocId doc, Worker& own, base::RawBytes& out) const {
  TEXTKIN_RETURN_IF_ERROR(own.documents.read_record(doc, own.row));
  TEXTKIN_ASSIGN_OR_RETURN(const std::string_view line, own.records.line(own.row.record));
  const std::string_view end = line_end(line);
  const std::string_view record = line.substr(0, line.size() - end.size());
  const std::size_t place = collection_.source(own.row.record).format->place_of_new_field(record);
  if (place == std::string_view::npos)
    return Status(Code::kInvalidArgument, fmt::format("--annotate adds a field to JSONL records; {} is not one",
                                                      collection_.place(own.row.record)));
  if (record.find("\"textkin\"") != std::string_view::npos)
    return Status(Code::kInvalidArgument, fmt::format("{} has \"textkin\" in it already; annotate the original records",
                                                      collection_.place(own.row.record)));
  const KeepDecision& decision = decisions_[doc];
  const bool kept = decision.kept == doc;
  own.annotated = record.substr(0, place);
  own.annotated += ',';
  TEXTKIN_RETURN_IF_ERROR(own.documents.read(decision.kept, own.kept));
  const std::string_view kept_in =
      collection_.has_against ? decision.kept < collection_.against ? "input" : "against" : std::string_view();
  report::append_annotation(kept, !kept || leads_cluster_[doc] != 0, own.kept.id, decision.similarity(), kept_in,
                            own.annotated);
  own.annotated += record.substr(place);
  own.annotated += end;
  close_line(out);
  out.insert(out.end(), own.annotated.begin(), own.annotated.end());
  return {};
}

// Run by run of documents that stay: most stay, so a run is long and read at once.
Status RecordWriter::append_kept(DocId begin, DocId end, Worker& own, base::RawBytes& out) const {
  own.run.clear();
  const auto read_run = [&]() -> Status {
    if (own.run.empty()) return {};
    close_line(out);
    TEXTKIN_RETURN_IF_ERROR(own.records.append_lines(own.run, out));
    own.run.clear();
    return {};
  };
  for (DocId doc = begin; doc < end; ++doc) {
    const bool stays = decisions_[doc].kept == doc;
    if (stays) TEXTKIN_RETURN_IF_ERROR(own.documents.read_record(doc, own.row));
    if (!stays || (!own.run.empty() && own.run.back().source != own.row.record.source))
      TEXTKIN_RETURN_IF_ERROR(read_run());
    if (stays) own.run.push_back(own.row.record);
  }
  return read_run();
}

Result<std::uint64_t> RecordWriter::room_for(DocId doc, store::DocumentReader& documents,
                                             store::DocumentRow& row) const {
  TEXTKIN_RETURN_IF_ERROR(documents.read_record(doc, row));
  const std::uint64_t bytes = row.record.length + kBesideRecord;
  if (!annotate_) return bytes;
  TEXTKIN_RETURN_IF_ERROR(documents.read(decisions_[doc].kept, row));
  return bytes + kBesideAnnotated + kEscaped * row.id.size();
}

Status RecordWriter::write(DocId begin, DocId end, base::OutputFile& file) {
  DocId next = begin;
  store::DocumentReader documents(collection_.table);
  store::DocumentRow row;
  bool line_is_open = false;
  SpareBytes spare;
  base::Pipeline<Stretch> pipeline;
  pipeline.produce = [&]() -> Result<std::unique_ptr<Stretch>> {
    if (next == end) return std::unique_ptr<Stretch>();
    auto stretch = std::make_unique<Stretch>();
    stretch->begin = next;
    stretch->bytes = spare.take();
    stretch->bytes.reserve(kStretchBytes + kStretchBytes / 8);
    for (std::uint64_t bytes = 0; next < end && bytes < kStretchBytes; ++next) {
      TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t room, room_for(next, documents, row));
      bytes += room;
    }
    stretch->end = next;
    return stretch;
  };
  pipeline.work = [&](Stretch& stretch, unsigned worker) -> Status {
    Worker& own = *workers_[worker];
    if (!annotate_) return append_kept(stretch.begin, stretch.end, own, stretch.bytes);
    for (DocId doc = stretch.begin; doc < stretch.end; ++doc)
      TEXTKIN_RETURN_IF_ERROR(append_annotated(doc, own, stretch.bytes));
    return {};
  };
  pipeline.commit = [&](Stretch& stretch) -> Status {
    base::RawBytes& bytes = stretch.bytes;
    if (!bytes.empty()) {
      if (line_is_open) TEXTKIN_RETURN_IF_ERROR(file.write("\n"));
      line_is_open = bytes.back() != '\n';
      TEXTKIN_RETURN_IF_ERROR(file.write({bytes.data(), bytes.size()}));
    }
    spare.give_back(std::move(bytes));
    return {};
  };
  const auto threads = static_cast<unsigned>(workers_.size());
  return base::run_pipeline(threads, 2 * threads, pipeline);
}

}  // namespace textkin::engine::cleanup
