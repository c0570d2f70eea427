#include "engine/pairs.h"

#include "base/output_file.h"
#include "engine/pair_expansion.h"
#include "engine/recall_audit.h"
#include "engine/run_end.h"
#include "engine/similar.h"
#include "report/catalog.h"

namespace textkin::engine {
namespace {

constexpr std::size_t kFlushBytes = 1u << 16;

Status write_pairs(Similar& similar, const PairExpansion& expansion, Measure measure, const report::Format& format,
                   base::OutputFile& file) {
  const Collection& collection = similar.collection;
  const bool two_sides = collection.against < collection.documents();
  const DocId end = two_sides ? collection.against : collection.documents();
  store::DocumentReader documents(collection.table);
  store::DocumentReader partner_documents(collection.table);
  store::DocumentRow row;
  store::DocumentRow other;
  std::vector<PairExpansion::Partner> partners;
  std::string rows;
  format.append_header(rows);
  for (DocId a = 0; a < end; ++a) {
    TEXTKIN_RETURN_IF_ERROR(documents.read(a, row));
    TEXTKIN_RETURN_IF_ERROR(expansion.partners_after(a, row.size, partners));
    for (const auto& [b, shared] : partners) {
      if (two_sides && b < collection.against) continue;
      TEXTKIN_RETURN_IF_ERROR(partner_documents.read(b, other));
      const double similarity = two_sides ? textkin::similarity(measure, shared, row.size, other.size)
                                          : undirected_similarity(measure, shared, row.size, other.size);
      format.append_row({.a = row.id,
                         .b = other.id,
                         .similarity = similarity,
                         .lower = similarity,
                         .upper = similarity,
                         .shared = shared,
                         .size_a = row.size,
                         .size_b = other.size},
                        rows);
      ++similar.stats.pairs;
      if (rows.size() < kFlushBytes) continue;
      TEXTKIN_RETURN_IF_ERROR(file.write(rows));
      rows.clear();
    }
  }
  return file.write(rows);
}

}  // namespace

Result<RunStats> pairs(const RunOptions& asked, const PairsOptions& outputs, Progress& progress) {
  Result<RunOptions> options = resolve(asked);
  if (!options.ok()) return options.status();
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

  clock.begin("write");
  TEXTKIN_RETURN_IF_ERROR(write_pairs(*similar, *expansion, options->measure, **format, **file));
  TEXTKIN_RETURN_IF_ERROR((*file)->commit());
  return end->finish("pairs", std::move(*similar), clock);
}

}  // namespace textkin::engine
