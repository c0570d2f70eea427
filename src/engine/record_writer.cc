#include "engine/record_writer.h"

#include <fmt/format.h>

#include "engine/audit_rows.h"
#include "report/dedup_rows.h"

namespace textkin::engine {
namespace {

constexpr std::size_t kFlushBytes = 1u << 20;

std::string_view line_end(std::string_view line) {
  if (line.ends_with("\r\n")) return "\r\n";
  if (line.ends_with("\n")) return "\n";
  return "";
}

}  // namespace

RecordWriter::RecordWriter(const Collection& collection, const std::vector<KeepDecision>& decisions, bool annotate)
    : collection_(collection),
      decisions_(decisions),
      annotate_(annotate),
      reader_(collection.spec, collection.list, collection.spool) {
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

Status RecordWriter::write(DocId begin, DocId end, base::OutputFile& file) {
  std::string out;
  bool line_is_open = false;
  for (DocId doc = begin; doc < end; ++doc) {
    if (!annotate_ && decisions_[doc].kept != doc) continue;
    Result<std::string_view> line = reader_.line(collection_.records[doc]);
    if (!line.ok()) return line.status();
    if (line_is_open) out += '\n';
    line_is_open = line_end(*line).empty();
    if (annotate_) {
      TEXTKIN_RETURN_IF_ERROR(append_annotated(doc, *line, out));
    } else {
      out += *line;
    }
    if (out.size() < kFlushBytes) continue;
    TEXTKIN_RETURN_IF_ERROR(file.write(out));
    out.clear();
  }
  return file.write(out);
}

}  // namespace textkin::engine
