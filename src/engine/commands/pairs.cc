#include "engine/commands/pairs.h"

#include <fmt/format.h>

#include <memory>
#include <numbers>
#include <optional>
#include <utility>

#include "engine/commands/linked_clusters.h"
#include "engine/find/candidates.h"
#include "engine/find/pair_estimates.h"
#include "engine/find/pair_expansion.h"
#include "engine/find/recall_audit.h"
#include "engine/find/search_run.h"
#include "engine/run/stage_clock.h"
#include "engine/write/run_end.h"
#include "join/measures/measure.h"
#include "report/rows/candidate_rows.h"
#include "report/rows/table_file.h"
#include "store/document_reader.h"

namespace textkin::engine::commands {
namespace {

Result<find::PairExpansion> expand(find::SearchRun& search) {
  const read::Collection& collection = search.collection;
  TEXTKIN_ASSIGN_OR_RETURN(
      find::PairExpansion expansion,
      find::PairExpansion::make(collection.documents(), search.found.pairs, search.found.duplicates,
                                collection.directory->path(), collection.shares.pairs, collection.threads));
  search.found.spilled_bytes += expansion.spilled_bytes();
  return expansion;
}

// What share of the true pairs the output has.
Status audit_if_asked(const run::Search& asked, const find::PairExpansion& expansion, find::SearchRun& search,
                      run::StageClock& clock) {
  if (asked.audit == 0) return {};
  clock.begin("audit");
  TEXTKIN_ASSIGN_OR_RETURN(search.stats.audit, find::audit_recall(search.collection, asked, [&](DocId a, DocId b) {
                             return expansion.holds(a, b);
                           }));
  return {};
}

// Null where no false discovery rate is asked for: then every pair counts.
Result<std::optional<find::Significance>> significance_if_asked(const find::FdrOptions& asked,
                                                                const find::PairExpansion& expansion,
                                                                find::SearchRun& search, run::StageClock& clock) {
  if (asked.rate <= 0) return std::optional<find::Significance>();
  clock.begin("significance");
  TEXTKIN_ASSIGN_OR_RETURN(find::Significance found, find::Significance::find(search.collection, expansion, asked));
  search.stats.fdr = found.stats();
  return std::optional<find::Significance>(std::move(found));
}

Result<std::optional<find::PairEstimates>> estimates_if_asked(bool asked, const run::Search& search,
                                                              const read::Collection& collection) {
  if (!asked) return std::optional<find::PairEstimates>();
  TEXTKIN_ASSIGN_OR_RETURN(find::PairEstimates estimates, find::PairEstimates::make(collection, search.sketch));
  return std::optional<find::PairEstimates>(std::move(estimates));
}

Status give_pairs(find::SearchRun& search, const find::PairExpansion& expansion, const join::Measure& measure,
                  const std::optional<find::Significance>& significance, std::optional<find::PairEstimates>& estimates,
                  std::optional<LinkedClusters>& clusters, write::PairSink& sink) {
  const read::Collection& collection = search.collection;
  const bool two_sides = collection.against < collection.documents();
  TEXTKIN_RETURN_IF_ERROR(
      sink.begin(collection, {.p_values = significance.has_value(), .estimates = estimates.has_value()}));
  TEXTKIN_RETURN_IF_ERROR(find::each_pair(collection, expansion, [&](const VerifiedPair& pair) -> Status {
    write::FoundPair found{.a = pair.a,
                           .b = pair.b,
                           .shared = pair.shared,
                           .size_a = pair.size_a,
                           .size_b = pair.size_b,
                           .log10_p = {},
                           .estimate = {}};
    if (significance) {
      if (!significance->is_significant(pair)) return {};
      found.log10_p = significance->log_p(pair) / std::numbers::ln10;
    }
    found.similarity =
        measure.of(pair.shared, pair.size_a, pair.size_b, two_sides ? join::Part::kContained : join::Part::kEither);
    if (estimates) {
      TEXTKIN_ASSIGN_OR_RETURN(found.estimate, estimates->of(pair.a, pair.b));
    }
    ++search.stats.pairs;
    if (clusters) TEXTKIN_RETURN_IF_ERROR(clusters->add(pair.a, pair.b, found.similarity));
    return sink.add(found);
  }));
  if (clusters) TEXTKIN_RETURN_IF_ERROR(clusters->write(collection));
  return sink.commit();
}

Result<std::optional<LinkedClusters>> open_clusters(const PairsOptions& outputs, const run::SettledRun& run) {
  if (outputs.clusters.empty()) return std::optional<LinkedClusters>();
  if (!run.inputs.against.empty())
    return Status(Code::kInvalidArgument, "--clusters is for one collection; leave out --against");
  if (run.search.least.measure->kind == join::Measure::Kind::kCount)
    return Status(Code::kInvalidArgument,
                  "--clusters needs a similarity up to 1, whose distance is 1 less it; leave out "
                  "--measure overlap");
  TEXTKIN_ASSIGN_OR_RETURN(LinkedClusters clusters,
                           LinkedClusters::open(outputs.clusters, outputs.linkage, run.limits.given()));
  return std::optional<LinkedClusters>(std::move(clusters));
}

using CandidateFile = report::TableFile<report::CandidateRow>;

// Null where no candidates are asked for; otherwise `run` searches by bands.
Result<std::unique_ptr<CandidateFile>> open_candidates(const PairsOptions& outputs, run::SettledRun& run) {
  if (outputs.candidates.empty()) return std::unique_ptr<CandidateFile>();
  if (run.search.method == run::Method::kExact)
    return Status(Code::kInvalidArgument,
                  "--candidates are what bands find, and the exact method has none; leave out one of both");
  run.search.method = run::Method::kLsh;
  TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, report::find_format(outputs.format));
  return CandidateFile::open(outputs.candidates, *format);
}

Status give_candidates(const find::SearchRun& search, const run::Search& asked, CandidateFile& file) {
  const Plan plan{.hashes = search.stats.hashes, .bands = search.stats.bands, .rows = search.stats.rows};
  const read::Collection& collection = search.collection;
  const bool two_sides = collection.against < collection.documents();
  store::DocumentReader firsts(collection.table);
  store::DocumentReader seconds(collection.table);
  TEXTKIN_RETURN_IF_ERROR(find::each_candidate(collection, plan, asked.sketch, [&](const find::Candidate& pair) {
    report::CandidateRow row{.a = {},
                             .b = {},
                             .bands = pair.bands,
                             .band = pair.band + 1,
                             .bucket = {},
                             .estimate = pair.estimate,
                             .similarity = 0,
                             .shared = pair.shared,
                             .size_a = pair.size_a,
                             .size_b = pair.size_b};
    TEXTKIN_RETURN_IF_ERROR(firsts.read_id(pair.a, row.a));
    TEXTKIN_RETURN_IF_ERROR(seconds.read_id(pair.b, row.b));
    const std::string bucket = fmt::format("{:016x}", pair.bucket);
    row.bucket = bucket;
    row.similarity = asked.least.measure->of(pair.shared, pair.size_a, pair.size_b,
                                             two_sides ? join::Part::kContained : join::Part::kEither);
    return file.add(row);
  }));
  return file.commit();
}

}  // namespace

Result<RunStats> pairs(const run::RunOptions& asked, const PairsOptions& outputs, write::Results& results,
                       Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(run::SettledRun run, run::settle(asked));
  TEXTKIN_RETURN_IF_ERROR(find::check_fdr(outputs.fdr));
  if (outputs.estimates && run.search.least.measure->name != "jaccard")
    return Status(Code::kInvalidArgument,
                  "--estimates are of the Jaccard similarity; leave out --measure " + asked.search.measure);
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<write::PairSink> sink,
                           results.open_pairs(outputs.output, outputs.format, run.limits));
  TEXTKIN_ASSIGN_OR_RETURN(std::optional<LinkedClusters> clusters, open_clusters(outputs, run));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<CandidateFile> candidates, open_candidates(outputs, run));
  TEXTKIN_ASSIGN_OR_RETURN(write::RunEnd end, write::RunEnd::open(run.stats, results, progress));

  run::StageClock clock;
  TEXTKIN_ASSIGN_OR_RETURN(find::SearchRun search, find::find_similar(run, find::SearchGoal(), progress, clock));
  TEXTKIN_ASSIGN_OR_RETURN(const find::PairExpansion expansion, expand(search));
  TEXTKIN_RETURN_IF_ERROR(audit_if_asked(run.search, expansion, search, clock));
  TEXTKIN_ASSIGN_OR_RETURN(const std::optional<find::Significance> significance,
                           significance_if_asked(outputs.fdr, expansion, search, clock));

  clock.begin("write");
  TEXTKIN_ASSIGN_OR_RETURN(std::optional<find::PairEstimates> estimates,
                           estimates_if_asked(outputs.estimates, run.search, search.collection));
  TEXTKIN_RETURN_IF_ERROR(
      give_pairs(search, expansion, *run.search.least.measure, significance, estimates, clusters, *sink));
  if (candidates != nullptr) TEXTKIN_RETURN_IF_ERROR(give_candidates(search, run.search, *candidates));
  results.take_similarities(std::move(search.similarities));
  return end.finish("pairs", search.collection, search.all_stats(), clock);
}

}  // namespace textkin::engine::commands
