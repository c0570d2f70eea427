#include "engine/commands/pairs.h"

#include <memory>
#include <numbers>
#include <optional>

#include "engine/find/pair_expansion.h"
#include "engine/find/recall_audit.h"
#include "engine/find/search_run.h"
#include "engine/write/pair_file.h"
#include "engine/write/pair_memory.h"
#include "engine/write/run_end.h"

namespace textkin::engine::commands {
namespace {

Result<std::unique_ptr<write::PairSink>> open_sink(const run::RunOptions& options, const PairsOptions& outputs) {
  if (options.answer == nullptr) return write::PairFile::open(outputs.output, outputs.format);
  return std::unique_ptr<write::PairSink>(
      std::make_unique<write::PairMemory>(options.answer->pairs, options.memory / 4));
}

Status give_pairs(find::SearchRun& similar, const find::PairExpansion& expansion, Measure measure,
                  const find::Significance* significance, write::PairSink& sink) {
  const read::Collection& collection = similar.collection;
  const bool two_sides = collection.against < collection.documents();
  TEXTKIN_RETURN_IF_ERROR(sink.begin(collection, significance != nullptr));
  TEXTKIN_RETURN_IF_ERROR(find::each_pair(collection, expansion, [&](const VerifiedPair& pair) -> Status {
    write::FoundPair found{
        .a = pair.a, .b = pair.b, .shared = pair.shared, .size_a = pair.size_a, .size_b = pair.size_b, .log10_p = {}};
    if (significance != nullptr) {
      if (!significance->is_significant(pair)) return {};
      found.log10_p = significance->log_p(pair) / std::numbers::ln10;
    }
    found.similarity =
        two_sides ? pair.similarity(measure) : undirected_similarity(measure, pair.shared, pair.size_a, pair.size_b);
    ++similar.stats.pairs;
    return sink.add(found);
  }));
  return sink.commit();
}

}  // namespace

Result<RunStats> pairs(const run::RunOptions& asked, const PairsOptions& outputs, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(run::RunOptions options, run::settle(asked));
  TEXTKIN_RETURN_IF_ERROR(find::check_fdr(outputs.fdr));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<write::PairSink> sink, open_sink(options, outputs));
  TEXTKIN_ASSIGN_OR_RETURN(write::RunEnd end, write::RunEnd::open(options, progress));

  run::StageClock clock;
  find::SearchGoal purpose;
  purpose.make_order = [](const read::Collection&) { return KeepOrder(); };
  TEXTKIN_ASSIGN_OR_RETURN(find::SearchRun similar, find::find_similar(options, purpose, progress, clock));

  const read::Collection& collection = similar.collection;
  TEXTKIN_ASSIGN_OR_RETURN(
      const find::PairExpansion expansion,
      find::PairExpansion::make(collection.documents(), similar.found.pairs, similar.found.duplicates,
                                collection.journal->directory().path(), collection.shares.pairs));
  similar.found.spilled_bytes += expansion.spilled_bytes();
  if (options.audit > 0) {
    clock.begin("audit");
    TEXTKIN_ASSIGN_OR_RETURN(similar.stats.audit, find::audit_recall(collection, options, [&](DocId a, DocId b) {
                               return expansion.holds(a, b);
                             }));
  }

  std::optional<find::Significance> significance;
  if (outputs.fdr.rate > 0) {
    clock.begin("significance");
    TEXTKIN_ASSIGN_OR_RETURN(significance, find::Significance::find(collection, expansion, options, outputs.fdr));
    similar.stats.fdr = significance->stats();
  }

  clock.begin("write");
  TEXTKIN_RETURN_IF_ERROR(
      give_pairs(similar, expansion, options.measure, significance ? &*significance : nullptr, *sink));
  return end.finish("pairs", std::move(similar), clock);
}

}  // namespace textkin::engine::commands
