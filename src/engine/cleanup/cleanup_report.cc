#include "engine/cleanup/cleanup_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "base/checksum.h"
#include "base/utf8.h"
#include "engine/cleanup/cleanup_choice.h"
#include "engine/run/named_inputs.h"
#include "input/reading/record_reader.h"
#include "report/pages/cleanup_page.h"
#include "sketch/catalog.h"
#include "stats/plan/planner.h"
#include "store/document_reader.h"
#include "text/catalog.h"

namespace textkin::engine::cleanup {
namespace {

constexpr std::uint64_t kMostTextBytes = 64u << 20;
constexpr std::size_t kMostIdBytes = 1000;

// An id can be as long as a book; nobody reads that.
std::string shortened(std::string_view id) {
  if (id.size() <= kMostIdBytes) return std::string(id);
  std::size_t end = kMostIdBytes;
  while (end > 0 && base::continues_character(id[end])) --end;
  return fmt::format("{}... ({} bytes)", id.substr(0, end), id.size());
}

class PageMaker {
 public:
  PageMaker(const find::SearchRun& search, const std::vector<KeepDecision>& decisions, const OldIndex* old,
            base::OutputFile& file)
      : collection_(search.collection),
        decisions_(decisions),
        old_(old),
        choice_(choose_for_report(decisions)),
        file_(file) {
    page_.stats = search.stats;
  }

  Status write(const run::SettledRun& run, const DedupOptions& outputs) {
    describe(run, outputs);
    TEXTKIN_RETURN_IF_ERROR(draw_curve(run));
    number_documents();
    TEXTKIN_RETURN_IF_ERROR(count_bytes());
    choose_texts();
    std::string out;
    report::append_cleanup_begin(out);
    TEXTKIN_RETURN_IF_ERROR(file_.write(out));
    TEXTKIN_RETURN_IF_ERROR(write_texts());
    out.clear();
    report::append_cleanup_end(page_, out);
    return file_.write(out);
  }

 private:
  void describe(const run::SettledRun& run, const DedupOptions& outputs) {
    page_.fate = outputs.check      ? report::CleanupFate::kChecked
                 : outputs.annotate ? report::CleanupFate::kAnnotated
                                    : report::CleanupFate::kRemoved;
    page_.inputs = run::named_inputs(run.inputs.spec.arguments);
    for (const std::string& old : run::named_inputs(run.inputs.against)) page_.inputs.push_back("--against " + old);
    if (old_ != nullptr) page_.inputs.push_back("--against " + old_->state());
    page_.text = text::describe(run.text);
    page_.keep = outputs.keep;
    page_.sketch = run.search.sketch.name;
    if (!outputs.check) {
      page_.removed_list = outputs.removed;
      page_.clusters_list = outputs.clusters;
    }
    page_.removed = choice_.removed;
    page_.identical = choice_.identical;
    page_.similarities = choice_.similarities;
    page_.clusters = choice_.clusters;
  }

  Status draw_curve(const run::SettledRun& run) {
    const RunStats& stats = page_.stats;
    if (stats.method != "lsh") return {};
    TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<Sketcher> sketcher, sketch::make_bandable(run.search.sketch));
    const Plan plan{.hashes = stats.hashes, .bands = stats.bands, .rows = stats.rows, .threshold = stats.threshold};
    for (const stats::CurvePoint& point : stats::s_curve(sketcher->law(), plan))
      page_.curve.push_back({point.similarity, point.probability});
    return {};
  }

  std::uint32_t number_of(DocId doc) const {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(docs_, doc) - docs_.begin());
  }

  void number_documents() {
    for (const DocId doc : choice_.shown) {
      docs_.push_back(doc);
      docs_.push_back(decisions_[doc].kept);
    }
    for (const CleanupChoice::Cluster& cluster : choice_.largest) docs_.push_back(cluster.kept);
    std::ranges::sort(docs_);
    docs_.erase(std::ranges::unique(docs_).begin(), docs_.end());
    page_.documents.resize(docs_.size());
    for (const CleanupChoice::Cluster& cluster : choice_.largest)
      page_.largest.push_back({number_of(cluster.kept), cluster.removed, decisions_[cluster.least].similarity(), 0});
    for (const DocId doc : choice_.shown) {
      const KeepDecision& decision = decisions_[doc];
      page_.shown.push_back({.document = number_of(doc),
                             .kept = number_of(decision.kept),
                             .similarity = decision.similarity(),
                             .shared = decision.shared,
                             .size = decision.size,
                             .size_kept = decision.size_kept,
                             .identical = decision.identical});
    }
  }

  // Of the records of all documents, of those on the page, and of the largest clusters.
  Status count_bytes() {
    std::vector<std::pair<DocId, std::uint64_t*>> clusters;
    for (std::size_t i = 0; i < page_.largest.size(); ++i)
      clusters.emplace_back(choice_.largest[i].kept, &page_.largest[i].removed_bytes);
    std::ranges::sort(clusters);
    store::DocumentReader reader(collection_.table);
    store::DocumentRow row;
    std::size_t next = 0;
    for (DocId doc = 0; doc < decisions_.size(); ++doc) {
      TEXTKIN_RETURN_IF_ERROR(reader.read_record(doc, row));
      if (doc < collection_.against) page_.bytes += row.record.length;
      if (next < docs_.size() && docs_[next] == doc) {
        std::uint64_t& bytes = page_.documents[next++].bytes;
        bytes = row.record.length;
        if (in_index(doc)) {
          TEXTKIN_RETURN_IF_ERROR(old_->text(doc, old_text_));
          bytes = old_text_.size();
        }
      }
      const DocId kept = decisions_[doc].kept;
      if (kept == doc) continue;
      page_.removed_bytes += row.record.length;
      const auto cluster = std::ranges::lower_bound(clusters, kept, {}, &std::pair<DocId, std::uint64_t*>::first);
      if (cluster != clusters.end() && cluster->first == kept) *cluster->second += row.record.length;
    }
    return {};
  }

  void choose_texts() {
    std::uint64_t bytes = 0;
    for (const report::CleanupRemoval& removal : page_.shown) {
      report::CleanupDocument& document = page_.documents[removal.document];
      report::CleanupDocument& kept = page_.documents[removal.kept];
      if (in_index(docs_[removal.kept]) && kept.bytes == 0) continue;  // it keeps no texts
      const std::uint64_t more = document.bytes + (kept.has_text ? 0 : kept.bytes);
      if (bytes + more > kMostTextBytes) continue;
      bytes += more;
      document.has_text = kept.has_text = true;
    }
  }

  // Also fills in the ids.
  Status write_texts() {
    store::DocumentReader reader(collection_.table);
    store::DocumentRow row;
    input::RecordReader records(collection_.settings, collection_.list, collection_.spool);
    for (std::size_t number = 0; number < docs_.size(); ++number) {
      report::CleanupDocument& document = page_.documents[number];
      TEXTKIN_RETURN_IF_ERROR(reader.read(docs_[number], row));
      document.id = shortened(row.id);
      if (!document.has_text) continue;
      std::string_view text;
      if (in_index(docs_[number])) {
        TEXTKIN_RETURN_IF_ERROR(old_->text(docs_[number], old_text_));
        text = old_text_;
      } else {
        TEXTKIN_ASSIGN_OR_RETURN(text, records.text(row.record));
      }
      document.hash = base::checksum(text);
      TEXTKIN_RETURN_IF_ERROR(
          report::write_cleanup_text(number, text, [&](std::string_view piece) { return file_.write(piece); }));
    }
    return {};
  }

  bool in_index(DocId doc) const { return old_ != nullptr && doc >= collection_.against; }

  const read::Collection& collection_;
  const std::vector<KeepDecision>& decisions_;
  const OldIndex* old_;  // null: none
  std::string old_text_;
  const CleanupChoice choice_;
  base::OutputFile& file_;
  report::CleanupPage page_;
  std::vector<DocId> docs_;  // on the page, ascending: page_.documents
};

}  // namespace

Result<std::unique_ptr<CleanupReport>> CleanupReport::open(const DedupOptions& outputs) {
  std::unique_ptr<CleanupReport> report(new CleanupReport(outputs));
  if (outputs.report.empty()) return report;
  TEXTKIN_ASSIGN_OR_RETURN(report->file_, base::OutputFile::create(outputs.report));
  return report;
}

Status CleanupReport::write(const find::SearchRun& search, const std::vector<KeepDecision>& decisions,
                            const run::SettledRun& run, const OldIndex* old) {
  return file_ == nullptr ? Status() : PageMaker(search, decisions, old, *file_).write(run, outputs_);
}

Status CleanupReport::commit() { return file_ == nullptr ? Status() : file_->commit(); }

}  // namespace textkin::engine::cleanup
