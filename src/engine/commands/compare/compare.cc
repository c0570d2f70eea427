#include "engine/commands/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/sort.h"
#include "engine/commands/compare/pair_sketch.h"
#include "engine/commands/compare/weighted_comparison.h"
#include "engine/commands/two_documents.h"
#include "engine/find/background.h"
#include "engine/run/problem_log.h"
#include "input/reading/record_reader.h"
#include "join/sets/overlap.h"
#include "report/commands/comparison.h"
#include "sketch/catalog.h"
#include "stats/empirical_null.h"
#include "stats/law/hypergeometric.h"
#include "store/document_reader.h"
#include "text/catalog.h"
#include "text/shingles/kmer_shingler.h"

namespace textkin::engine::commands {
namespace {

constexpr std::uint64_t kLargestUniverse = std::uint64_t{1} << 40;  // of those that are counted here

// `weighted`: of compare_weighted(); empty where nothing has weights.
Status estimate(const SketchOptions& sketch, const CompareOptions& wanted, FeatureView a, FeatureView b,
                const FeatureBlock& weighted, report::Comparison& out) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Sketcher> sketcher, sketch::make_sketcher(sketch));
  FeatureBlock sets;
  for (const FeatureView set : {a, b}) {
    sets.values.insert(sets.values.end(), set.begin(), set.end());
    sets.offsets.push_back(sets.values.size());
  }
  SignatureBlock signatures;
  sketcher->sketch(weighted.size() > 0 && reads_weights(sketch.name) ? weighted : sets, signatures);
  TEXTKIN_ASSIGN_OR_RETURN(Estimate estimated, sketcher->estimate(signatures, 0, signatures, 1, wanted.confidence));
  out.estimate = estimated;
  // The counts that tight intervals are made from are known where cells agree in place.
  const bool in_place = sketch::make_bandable(sketch).ok();
  if (in_place && !estimated.exact) {
    const CollisionLaw& law = sketcher->law();
    const auto matches = static_cast<std::uint32_t>(std::lround(law.agreement(estimated.value) * sketch.hashes));
    const Interval tight = law.interval(matches, sketch.hashes, a.size(), b.size(), wanted.confidence, true);
    if (tight.upper - tight.lower < estimated.upper - estimated.lower) out.tight = tight;
  }
  out.sketch = sketcher->spec().name;
  out.hashes = sketch.hashes;
  return add_sketched(signatures, wanted.confidence, wanted.bits, out);
}

// U^K: the shingles that the units of both texts can form.
Result<std::uint64_t> possible_shingles(const read::Collection& collection) {
  const TextSpec& text_spec = collection.text;
  if (text_spec.unit == ShingleUnit::kKmer) {
    const double possible = text::canonical_kmers(text_spec.shingle_size);
    return possible < static_cast<double>(kLargestUniverse) ? static_cast<std::uint64_t>(possible) : kLargestUniverse;
  }
  TextSpec unit = text_spec;
  unit.shingle_size = 1;
  unit.multiset = false;
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Shingler> shingler, text::make_shingler(unit));
  input::RecordReader reader(collection.settings, collection.list, collection.spool);
  std::vector<Feature> units;
  store::DocumentReader documents(collection.table);
  store::DocumentRow row;
  for (DocId doc = 0; doc < collection.documents(); ++doc) {
    TEXTKIN_RETURN_IF_ERROR(documents.read_record(doc, row));
    TEXTKIN_ASSIGN_OR_RETURN(std::string_view text, reader.text(row.record));
    shingler->append_distinct(text, units);
  }
  base::sort_unique(units);
  const double possible = std::pow(static_cast<double>(units.size()), text_spec.shingle_size);
  return possible < static_cast<double>(kLargestUniverse) ? static_cast<std::uint64_t>(possible) : kLargestUniverse;
}

Status draw_background(const run::ReadOptions& asked, const SketchOptions& sketch, const CompareOptions& wanted,
                       Progress& progress, report::Comparison& out) {
  run::ReadOptions sample = asked;
  sample.inputs.spec.arguments = wanted.background;
  sample.inputs.number_repeated_ids = true;
  sample.limits.run_dir.clear();  // it is that of the two documents
  TEXTKIN_ASSIGN_OR_RETURN(find::Background drawn, find::sample_background(sample, sketch.seed, progress));
  const stats::EmpiricalNull null(std::move(drawn.similarities));
  const Interval share = null.share_at_least(out.jaccard(), wanted.confidence);
  out.background = report::BackgroundComparison{.pairs = null.pairs(),
                                                .at_least = null.at_least(out.jaccard()),
                                                .mean = null.mean(),
                                                .median = null.quantile(0.5),
                                                .most_of_99 = null.quantile(0.99),
                                                .p_value = null.p_value(out.jaccard()),
                                                .lower = share.lower,
                                                .upper = share.upper,
                                                .confidence = wanted.confidence};
  return {};
}

}  // namespace

Result<report::Comparison> compare(const run::ReadOptions& asked, const SketchOptions& sketch,
                                   const CompareOptions& wanted, write::Results& results, Progress& progress) {
  if (!(wanted.confidence > 0 && wanted.confidence < 1))
    return Status(Code::kInvalidArgument, fmt::format("confidence {} is not between 0 and 1", wanted.confidence));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<write::TextSink> output, results.open_text(wanted.output));

  run::ReadOptions both = asked;
  TEXTKIN_ASSIGN_OR_RETURN(both.inputs.problem_file, run::ProblemFile::open(asked.inputs.problems));

  TEXTKIN_ASSIGN_OR_RETURN(const TwoDocuments two,
                           read_two_documents(both, 2, "compare takes two documents, A and B", progress));
  report::Comparison out;
  out.id_a = two.id_a;
  out.id_b = two.id_b;
  out.spec = text::describe(asked.text);
  out.size_a = two.a().size();
  out.size_b = two.b().size();
  out.shared = join::overlap(two.a(), two.b());
  FeatureBlock weighted;
  if (has_weights(asked.text)) {
    TEXTKIN_ASSIGN_OR_RETURN(weighted, compare_weighted(two.collection, out));
  }
  TEXTKIN_RETURN_IF_ERROR(estimate(sketch, wanted, two.a(), two.b(), weighted, out));

  TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t possible, possible_shingles(two.collection));
  out.universe = std::max(wanted.universe != 0 ? wanted.universe : possible, out.united());
  out.universe_counted = wanted.universe != 0 || possible < kLargestUniverse;
  TEXTKIN_ASSIGN_OR_RETURN(stats::ChanceOverlap chance, stats::ChanceOverlap::of(out.universe, out.size_a, out.size_b));
  out.chance_expected = chance.expected_jaccard();
  out.chance_log_p = chance.log_tail(out.shared);
  if (!wanted.background.empty()) TEXTKIN_RETURN_IF_ERROR(draw_background(both, sketch, wanted, progress, out));

  if (both.inputs.problem_file != nullptr) TEXTKIN_RETURN_IF_ERROR(both.inputs.problem_file->commit());
  TEXTKIN_RETURN_IF_ERROR(output->give(wanted.json ? report::compare_json(out) : report::compare_text(out)));
  return out;
}

}  // namespace textkin::engine::commands
