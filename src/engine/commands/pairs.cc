#include "engine/commands/pairs.h"

#include <memory>
#include <numbers>
#include <optional>
#include <utility>

#include "engine/find/pair_estimates.h"
#include "engine/find/pair_expansion.h"
#include "engine/find/recall_audit.h"
#include "engine/find/search_run.h"
#include "engine/run/stage_clock.h"
#include "engine/write/run_end.h"
#include "join/measures/measure.h"

namespace textkin::engine::commands {
namespace {

Result<find::PairExpansion> expand(find::SearchRun& search) {
  const read::Collection& collection = search.collection;
  TEXTKIN_ASSIGN_OR_RETURN(
      find::PairExpansion expansion,
      find::PairExpansion::make(collection.documents(), search.found.pairs, search.found.duplicates,
                                collection.directory->path(), collection.shares.pairs));
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
                  write::PairSink& sink) {
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
    return sink.add(found);
  }));
  return sink.commit();
}

}  // namespace

Result<RunStats> pairs(const run::RunOptions& asked, const PairsOptions& outputs, write::Results& results,
                       Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const run::SettledRun run, run::settle(asked));
  TEXTKIN_RETURN_IF_ERROR(find::check_fdr(outputs.fdr));
  if (outputs.estimates && asked.search.measure != "jaccard")
    return Status(Code::kInvalidArgument,
                  "--estimates are of the Jaccard similarity; leave out --measure " + asked.search.measure);
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<write::PairSink> sink,
                           results.open_pairs(outputs.output, outputs.format, run.limits.memory));
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
  TEXTKIN_RETURN_IF_ERROR(give_pairs(search, expansion, *run.search.least.measure, significance, estimates, *sink));
  results.take_similarities(std::move(search.similarities));
  return end.finish("pairs", search.collection, search.all_stats(), clock);
}

}  // namespace textkin::engine::commands
