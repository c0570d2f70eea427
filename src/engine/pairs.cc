#include "engine/pairs.h"

#include <numbers>
#include <optional>

#include "base/output_file.h"
#include "engine/each_pair.h"
#include "engine/pair_expansion.h"
#include "engine/recall_audit.h"
#include "engine/run_end.h"
#include "engine/similar.h"
#include "report/catalog.h"

namespace textkin::engine {
namespace {

constexpr std::size_t kFlushBytes = 1u << 16;

Status write_pairs(Similar& similar, const PairExpansion& expansion, Measure measure, const Significance* significance,
                   const report::Format& format, base::OutputFile& file) {
  const Collection& collection = similar.collection;
  const bool two_sides = collection.against < collection.documents();
  store::DocumentReader documents(collection.table);
  store::DocumentReader partner_documents(collection.table);
  std::string_view id;
  std::string_view other;
  DocId read = kNoDoc;
  std::string rows;
  format.append_header(significance != nullptr, rows);
  TEXTKIN_RETURN_IF_ERROR(each_pair(collection, expansion, [&](const VerifiedPair& pair) -> Status {
    std::optional<double> log10_p;
    if (significance != nullptr) {
      if (!significance->is_significant(pair)) return {};
      log10_p = significance->log_p(pair) / std::numbers::ln10;
    }
    if (pair.a != read) TEXTKIN_RETURN_IF_ERROR(documents.read_id(pair.a, id));
    read = pair.a;
    TEXTKIN_RETURN_IF_ERROR(partner_documents.read_id(pair.b, other));
    const double similarity =
        two_sides ? pair.similarity(measure) : undirected_similarity(measure, pair.shared, pair.size_a, pair.size_b);
    format.append_row({.a = id,
                       .b = other,
                       .similarity = similarity,
                       .lower = similarity,
                       .upper = similarity,
                       .shared = pair.shared,
                       .size_a = pair.size_a,
                       .size_b = pair.size_b,
                       .log10_p_value = log10_p},
                      rows);
    ++similar.stats.pairs;
    if (rows.size() < kFlushBytes) return {};
    TEXTKIN_RETURN_IF_ERROR(file.write(rows));
    rows.clear();
    return {};
  }));
  return file.write(rows);
}

}  // namespace

Result<RunStats> pairs(const RunOptions& asked, const PairsOptions& outputs, Progress& progress) {
  Result<RunOptions> options = resolve(asked);
  if (!options.ok()) return options.status();
  TEXTKIN_RETURN_IF_ERROR(check_fdr(outputs.fdr));
  Result<const report::Format*> format = report::find_format(outputs.format);
  if (!format.ok()) return format.status();
  Result<std::unique_ptr<base::OutputFile>> file =
      base::OutputFile::create(outputs.output, base::packing_of(outputs.output));
  if (!file.ok()) return file.status();
  Result<RunEnd> end = RunEnd::open(*options, progress);
  if (!end.ok()) return end.status();

  StageClock clock;
  Purpose purpose;
  purpose.make_order = [](const Collection&) { return KeepOrder(); };
  Result<Similar> similar = find_similar(*options, purpose, progress, clock);
  if (!similar.ok()) return similar.status();

  const Collection& collection = similar->collection;
  const Result<PairExpansion> expansion =
      PairExpansion::make(collection.documents(), similar->found.pairs, similar->found.duplicates,
                          collection.journal->directory().path(), collection.shares.pairs);
  if (!expansion.ok()) return expansion.status();
  similar->found.spilled_bytes += expansion->spilled_bytes();
  if (options->audit > 0) {
    clock.begin("audit");
    Result<RunAudit> audit =
        audit_recall(collection, *options, [&](DocId a, DocId b) { return expansion->holds(a, b); });
    if (!audit.ok()) return audit.status();
    similar->stats.audit = *audit;
  }

  std::optional<Significance> significance;
  if (outputs.fdr.rate > 0) {
    clock.begin("significance");
    Result<Significance> found = Significance::find(collection, *expansion, *options, outputs.fdr);
    if (!found.ok()) return found.status();
    significance = std::move(found).value();
    similar->stats.fdr = significance->stats();
  }

  clock.begin("write");
  TEXTKIN_RETURN_IF_ERROR(
      write_pairs(*similar, *expansion, options->measure, significance ? &*significance : nullptr, **format, **file));
  TEXTKIN_RETURN_IF_ERROR((*file)->commit());
  return end->finish("pairs", std::move(*similar), clock);
}

}  // namespace textkin::engine
