#include "engine/pairs.h"

#include "base/output_file.h"
#include "engine/pair_expansion.h"
#include "engine/recall_audit.h"
#include "engine/run_end.h"
#include "engine/similar.h"
#include "report/catalog.h"

namespace textkin::engine {
namespace {

Status write_pairs(Similar& similar, const PairExpansion& expansion, const report::Format& format,
                   base::OutputFile& file) {
  const Collection& collection = similar.collection;
  const bool two_sides = collection.against < collection.documents();
  const DocId end = two_sides ? collection.against : static_cast<DocId>(collection.documents());
  std::vector<PairExpansion::Partner> partners;
  std::string rows;
  format.append_header(rows);
  for (DocId a = 0; a < end; ++a) {
    expansion.partners_after(a, partners);
    for (const auto& [b, shared] : partners) {
      if (two_sides && b < collection.against) continue;
      const double similarity = VerifiedPair{a, b, shared, collection.sizes[a], collection.sizes[b]}.jaccard();
      format.append_row({.a = collection.ids[a],
                         .b = collection.ids[b],
                         .similarity = similarity,
                         .lower = similarity,
                         .upper = similarity,
                         .shared = shared,
                         .size_a = collection.sizes[a],
                         .size_b = collection.sizes[b]},
                        rows);
      ++similar.stats.pairs;
    }
    if (rows.size() < (1u << 16) && a + 1 < end) continue;
    TEXTKIN_RETURN_IF_ERROR(file.write(rows));
    rows.clear();
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
  const auto input_order = [](const Collection&) { return KeepOrder(); };
  Result<Similar> similar = find_similar(*options, Want::kAllPairs, input_order, progress, clock);
  if (!similar.ok()) return similar.status();

  const PairExpansion expansion(similar->collection.sizes, similar->found.pairs, similar->found.duplicates);
  if (options->audit > 0) {
    clock.begin("audit");
    Result<RunAudit> audit =
        audit_recall(similar->collection, *options, [&](DocId a, DocId b) { return expansion.holds(a, b); });
    if (!audit.ok()) return audit.status();
    similar->stats.audit = *audit;
  }

  clock.begin("write");
  TEXTKIN_RETURN_IF_ERROR(write_pairs(*similar, expansion, **format, **file));
  TEXTKIN_RETURN_IF_ERROR((*file)->commit());
  return end->finish("pairs", std::move(*similar), clock);
}

}  // namespace textkin::engine
