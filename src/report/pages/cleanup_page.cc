#include "report/pages/cleanup_page.h"

#include <fmt/format.h>

#include <iterator>

#include "report/pages/page_parts.h"
#include "report/text/format.h"

namespace textkin::report {
namespace {

// Members of one JSON object, in order.
class Members {
 public:
  explicit Members(std::string& out) : out_(out) { out_ += '{'; }

  std::string& member(std::string_view name) {
    fmt::format_to(std::back_inserter(out_), "{}\"{}\":", first_ ? "" : ",", name);
    first_ = false;
    return out_;
  }
  void string(std::string_view name, std::string_view value) { append_script_string(value, member(name)); }
  void number(std::string_view name, std::uint64_t value) { append_number(value, member(name)); }
  void number(std::string_view name, double value) { append_number(value, member(name)); }
  void flag(std::string_view name, bool value) { member(name) += value ? "true" : "false"; }
  void end() { out_ += '}'; }

 private:
  std::string& out_;
  bool first_ = true;
};

std::string_view name_of(CleanupFate fate) {
  switch (fate) {
    case CleanupFate::kChecked:
      return "checked";
    case CleanupFate::kAnnotated:
      return "annotated";
    case CleanupFate::kRemoved:
      break;
  }
  return "removed";
}

void append_audit(const RunAudit& audit, std::string& out) {
  Members members(out);
  members.number("documents", audit.documents);
  members.number("neighbours", audit.neighbours);
  members.number("found", audit.found);
  members.number("confidence", audit.confidence);
  if (audit.recall) {
    members.number("recall", audit.recall->value);
    members.number("lower", audit.recall->lower);
    members.number("upper", audit.recall->upper);
  }
  members.end();
}

void append_run(const CleanupPage& page, Members& members) {
  const RunStats& stats = page.stats;
  members.string("version", TEXTKIN_VERSION);
  members.string("fate", name_of(page.fate));
  members.string("text", page.text);
  members.string("keep", page.keep);
  members.string("method", stats.method);
  members.string("reason", stats.reason);
  members.number("threshold", stats.threshold);
  members.string("seed", std::to_string(stats.seed));  // a number of JavaScript has only 53 bits
  members.number("documents_read", stats.documents);
  members.number("empty", stats.empty);
  members.number("problems", stats.problems);
  if (stats.method == "lsh") {
    members.string("sketch", page.sketch);
    members.number("hashes", std::uint64_t{stats.hashes});
    members.number("bands", std::uint64_t{stats.bands});
    members.number("rows", std::uint64_t{stats.rows});
    members.number("recall_target", stats.recall_target);
    members.number("recall_at_threshold", stats.recall_at_threshold);
    if (stats.found_any()) members.number("recall_predicted", stats.recall_predicted);
  }
  if (stats.against && stats.against->recall) members.number("against_recall", *stats.against->recall);
  if (stats.audit) append_audit(*stats.audit, members.member("audit"));
  std::string& out = members.member("inputs");
  append_script_list(page.inputs, out, [&](const std::string& input) { append_script_string(input, out); });
  members.string("removed_list", page.removed_list);
  members.string("clusters_list", page.clusters_list);
}

void append_document(const CleanupDocument& document, std::string& out) {
  Members members(out);
  members.string("id", document.id);
  members.number("bytes", document.bytes);
  members.flag("text", document.has_text);
  if (document.has_text) members.string("hash", fmt::format("{:016x}", document.hash));
  members.end();
}

void append_cluster(const CleanupCluster& cluster, std::string& out) {
  Members members(out);
  members.number("kept", std::uint64_t{cluster.kept});
  members.number("removed", cluster.removed);
  members.number("least", cluster.least);
  members.number("removed_bytes", cluster.removed_bytes);
  members.end();
}

void append_removal(const CleanupRemoval& removal, std::string& out) {
  Members members(out);
  members.number("document", std::uint64_t{removal.document});
  members.number("kept", std::uint64_t{removal.kept});
  members.number("similarity", removal.similarity);
  members.number("shared", std::uint64_t{removal.shared});
  members.number("size", std::uint64_t{removal.size});
  members.number("size_kept", std::uint64_t{removal.size_kept});
  members.flag("identical", removal.identical);
  members.end();
}

}  // namespace

void append_cleanup_begin(std::string& out) {
  append_html_begin("Clean-up", kCleanupJsSha256, kCleanupHtml, out, kCleanupCss);
}

Status write_cleanup_text(std::size_t number, std::string_view text, const PageSink& write) {
  TEXTKIN_RETURN_IF_ERROR(write(fmt::format("<script type=\"application/json\" id=\"text-{}\">", number)));
  TEXTKIN_RETURN_IF_ERROR(write_script_string(text, write));
  return write("</script>\n");
}

void append_cleanup_end(const CleanupPage& page, std::string& out) {
  out += "<script type=\"application/json\" id=\"data\">";
  Members members(out);
  append_run(page, members);
  members.number("bytes", page.bytes);
  members.number("removed_bytes", page.removed_bytes);
  members.number("removed", page.removed);
  members.number("identical", page.identical);
  members.number("clusters", page.clusters);
  append_script_list(page.similarities, members.member("similarities"),
                     [&](std::uint64_t count) { append_number(count, out); });
  append_script_list(page.curve, members.member("curve"), [&](const PlanReport::Point& point) {
    out += '[';
    append_number(point.similarity, out);
    out += ',';
    append_number(point.probability, out);
    out += ']';
  });
  out += '\n';
  append_script_list(page.documents, members.member("documents"),
                     [&](const CleanupDocument& document) { append_document(document, out); });
  append_script_list(page.largest, members.member("largest"),
                     [&](const CleanupCluster& cluster) { append_cluster(cluster, out); });
  append_script_list(page.shown, members.member("shown"),
                     [&](const CleanupRemoval& removal) { append_removal(removal, out); });
  members.end();
  out += "</script>\n";
  append_html_end(kCleanupJs, out);
}

}  // namespace textkin::report
