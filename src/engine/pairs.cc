#include "engine/pairs.h"

#include <memory>
#include <numbers>
#include <optional>

#include "engine/each_pair.h"
#include "engine/pair_expansion.h"
#include "engine/pair_file.h"
#include "engine/pair_memory.h"
#include "engine/recall_audit.h"
#include "engine/run_end.h"
#include "engine/similar.h"

namespace textkin::engine {
namespace {

Result<std::unique_ptr<PairSink>> open_sink(const RunOptions& options, const PairsOptions& outputs) {
  if (options.answer == nullptr) return PairFile::open(outputs.output, outputs.format);
  return std::unique_ptr<PairSink>(std::make_unique<PairMemory>(options.answer->pairs, options.memory / 4));
}

Status give_pairs(Similar& similar, const PairExpansion& expansion, Measure measure, const Significance* significance,
                  PairSink& sink) {
  const Collection& collection = similar.collection;
  const bool two_sides = collection.against < collection.documents();
  TEXTKIN_RETURN_IF_ERROR(sink.begin(collection, significance != nullptr));
  TEXTKIN_RETURN_IF_ERROR(each_pair(collection, expansion, [&](const VerifiedPair& pair) -> Status {
    FoundPair found{
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

Result<RunStats> pairs(const RunOptions& asked, const PairsOptions& outputs, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(RunOptions options, resolve(asked));
  TEXTKIN_RETURN_IF_ERROR(check_fdr(outputs.fdr));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<PairSink> sink, open_sink(options, outputs));
  TEXTKIN_ASSIGN_OR_RETURN(RunEnd end, RunEnd::open(options, progress));

  StageClock clock;
  Purpose purpose;
  purpose.make_order = [](const Collection&) { return KeepOrder(); };
  TEXTKIN_ASSIGN_OR_RETURN(Similar similar, find_similar(options, purpose, progress, clock));

  const Collection& collection = similar.collection;
  TEXTKIN_ASSIGN_OR_RETURN(const PairExpansion expansion,
                           PairExpansion::make(collection.documents(), similar.found.pairs, similar.found.duplicates,
                                               collection.journal->directory().path(), collection.shares.pairs));
  similar.found.spilled_bytes += expansion.spilled_bytes();
  if (options.audit > 0) {
    clock.begin("audit");
    TEXTKIN_ASSIGN_OR_RETURN(similar.stats.audit, audit_recall(collection, options, [&](DocId a, DocId b) {
                               return expansion.holds(a, b);
                             }));
  }

  std::optional<Significance> significance;
  if (outputs.fdr.rate > 0) {
    clock.begin("significance");
    TEXTKIN_ASSIGN_OR_RETURN(significance, Significance::find(collection, expansion, options, outputs.fdr));
    similar.stats.fdr = significance->stats();
  }

  clock.begin("write");
  TEXTKIN_RETURN_IF_ERROR(
      give_pairs(similar, expansion, options.measure, significance ? &*significance : nullptr, *sink));
  return end.finish("pairs", std::move(similar), clock);
}

}  // namespace textkin::engine
