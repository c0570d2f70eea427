#include "engine/record_writer.h"

#include <fmt/format.h>

#include "base/parallel.h"
#include "engine/audit_rows.h"
#include "report/dedup_rows.h"

namespace textkin::engine {
namespace {

constexpr std::uint64_t kStretchBytes = 1u << 20;

// A stretch of documents on its way into the file.
struct Stretch : base::PipelineItem {
  DocId begin = 0;
  DocId end = 0;
  std::string bytes;
};

std::string_view line_end(std::string_view line) {
  if (line.ends_with("\r\n")) return "\r\n";
  if (line.ends_with("\n")) return "\n";
  return "";
}

}  // namespace

RecordWriter::RecordWriter(const Collection& collection, const std::vector<KeepDecision>& decisions, bool annotate,
                           unsigned threads)
    : collection_(collection), decisions_(decisions), annotate_(annotate) {
  for (unsigned thread = 0; thread < threads; ++thread)
    readers_.push_back(std::make_unique<input::RecordReader>(collection.spec, collection.list, collection.spool));
  if (!annotate) return;
  leads_cluster_.assign(decisions.size(), 0);
  for (DocId doc = 0; doc < decisions.size(); ++doc)
    if (decisions[doc].kept != doc) leads_cluster_[decisions[doc].kept] = 1;
}

Status RecordWriter::append_annotated(DocId doc, std::string_view line, std::string& out) const {
  const std::string_view end = line_end(line);
  const std::string_view record = line.substr(0, line.size() - end.size());
  const std::size_t brace = record.rfind('}');
  if (collection_.source(doc).form != input::Form::kJsonl || brace == std::string_view::npos)
    return Status(Code::kInvalidArgument,
                  fmt::format("--annotate adds a field to JSONL records; {} is not one", collection_.place(doc)));
  if (record.find("\"textkin\"") != std::string_view::npos)
    return Status(Code::kInvalidArgument, fmt::format("{} has \"textkin\" in it already; annotate the original records",
                                                      collection_.place(doc)));
  const KeepDecision& decision = decisions_[doc];
  const bool kept = decision.kept == doc;
  out += record.substr(0, brace);
  out += ',';
  report::append_annotation(kept, !kept || leads_cluster_[doc] != 0, collection_.ids[decision.kept],
                            similarity_to_kept(decision), out);
  out += record.substr(brace);
  out += end;
  return {};
}

Status RecordWriter::append_record(DocId doc, input::RecordReader& reader, std::string& out) const {
  if (!annotate_ && decisions_[doc].kept != doc) return {};
  Result<std::string_view> line = reader.line(collection_.records[doc]);
  if (!line.ok()) return line.status();
  if (!out.empty() && out.back() != '\n') out += '\n';
  if (annotate_) return append_annotated(doc, *line, out);
  out += *line;
  return {};
}

Status RecordWriter::write(DocId begin, DocId end, base::OutputFile& file) {
  DocId next = begin;
  bool line_is_open = false;
  base::Pipeline pipeline;
  pipeline.produce = [&]() -> Result<std::unique_ptr<base::PipelineItem>> {
    if (next == end) return std::unique_ptr<base::PipelineItem>();
    auto stretch = std::make_unique<Stretch>();
    stretch->begin = next;
    for (std::uint64_t bytes = 0; next < end && bytes < kStretchBytes; ++next)
      bytes += collection_.records[next].length;
    stretch->end = next;
    return std::unique_ptr<base::PipelineItem>(std::move(stretch));
  };
  pipeline.work = [&](base::PipelineItem& item, unsigned worker) -> Status {
    auto& stretch = static_cast<Stretch&>(item);
    for (DocId doc = stretch.begin; doc < stretch.end; ++doc)
      TEXTKIN_RETURN_IF_ERROR(append_record(doc, *readers_[worker], stretch.bytes));
    return {};
  };
  pipeline.commit = [&](base::PipelineItem& item) -> Status {
    const std::string& bytes = static_cast<Stretch&>(item).bytes;
    if (bytes.empty()) return {};
    if (line_is_open) TEXTKIN_RETURN_IF_ERROR(file.write("\n"));
    line_is_open = bytes.back() != '\n';
    return file.write(bytes);
  };
  const auto threads = static_cast<unsigned>(readers_.size());
  return base::run_pipeline(threads, 2 * threads, pipeline);
}

}  // namespace textkin::engine
