#include "engine/commands/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/sort.h"
#include "engine/commands/compare/pair_sketch.h"
#include "engine/commands/compare/weighted_comparison.h"
#include "engine/find/background.h"
#include "engine/read/first_pass.h"
#include "engine/write/text_output.h"
#include "input/record_reader.h"
#include "join/sets/overlap.h"
#include "report/compare_report.h"
#include "sketch/catalog.h"
#include "stats/empirical_null.h"
#include "stats/law/hypergeometric.h"
#include "text/catalog.h"
#include "text/shingles/kmer_shingler.h"

namespace textkin::engine::commands {
namespace {

constexpr std::uint64_t kLargestUniverse = stats::ChanceOverlap::kLargestUniverse;

struct TwoSets {
  read::Collection collection;
  std::vector<Feature> a;  // ascending
  std::vector<Feature> b;
};

Result<TwoSets> read_two(const run::RunOptions& options, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<read::FirstPass> gather, read::FirstPass::open(options, "", progress));
  TEXTKIN_ASSIGN_OR_RETURN(bool all, gather->retain({.features = options.memory / 2 / sizeof(Feature)}));
  TEXTKIN_ASSIGN_OR_RETURN(read::Collection collection, gather->take());
  TwoSets two{std::move(collection), {}, {}};
  if (two.collection.documents() != 2 || !all)
    return Status(Code::kInvalidArgument, fmt::format("compare takes two documents, A and B; these inputs hold {}",
                                                      two.collection.documents()));
  const std::vector<FeatureView> views = two.collection.feature_views();
  two.a.assign(views[0].begin(), views[0].end());
  two.b.assign(views[1].begin(), views[1].end());
  return two;
}

// `weighted`: of compare_weighted(); empty where nothing has weights.
Status estimate(const run::RunOptions& options, const CompareOptions& wanted, const TwoSets& two,
                const FeatureBlock& weighted, Comparison& out) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Sketcher> sketcher,
                           sketch::make_sketcher(options.sketch, options.hashes, options.seed));
  FeatureBlock sets;
  for (const std::vector<Feature>* set : {&two.a, &two.b}) {
    sets.values.insert(sets.values.end(), set->begin(), set->end());
    sets.offsets.push_back(sets.values.size());
  }
  SignatureBlock signatures;
  sketcher->sketch(weighted.size() > 0 && reads_weights(options.sketch) ? weighted : sets, signatures);
  TEXTKIN_ASSIGN_OR_RETURN(Estimate estimated, sketcher->estimate(signatures, 0, signatures, 1, wanted.confidence));
  out.estimate = estimated;
  // The counts that tight intervals are made from are known where cells agree in place.
  const bool in_place = sketch::make_bandable(options.sketch, options.hashes, options.seed).ok();
  if (in_place && !estimated.exact) {
    const CollisionLaw& law = sketcher->law();
    const auto matches = static_cast<std::uint32_t>(std::lround(law.agreement(estimated.value) * options.hashes));
    const Interval tight = law.interval(matches, options.hashes, two.a.size(), two.b.size(), wanted.confidence, true);
    if (tight.upper - tight.lower < estimated.upper - estimated.lower) out.tight = tight;
  }
  out.sketch = sketcher->spec().name;
  out.hashes = options.hashes;
  return add_sketched(signatures, wanted.confidence, wanted.bits, out);
}

// U^K: the shingles that the units of both texts can form.
Result<std::uint64_t> possible_shingles(const run::RunOptions& options, const read::Collection& collection) {
  if (options.text.unit == ShingleUnit::kKmer) {
    const double possible = text::canonical_kmers(options.text.shingle_size);
    return possible < static_cast<double>(kLargestUniverse) ? static_cast<std::uint64_t>(possible) : kLargestUniverse;
  }
  TextSpec unit = options.text;
  unit.shingle_size = 1;
  unit.multiset = false;
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Shingler> shingler, text::make_shingler(unit));
  input::RecordReader reader(collection.spec, collection.list, collection.spool);
  std::vector<Feature> units;
  store::DocumentReader documents(collection.table);
  store::DocumentRow row;
  for (DocId doc = 0; doc < collection.documents(); ++doc) {
    TEXTKIN_RETURN_IF_ERROR(documents.read_record(doc, row));
    TEXTKIN_ASSIGN_OR_RETURN(std::string_view text, reader.text(row.record));
    shingler->append_distinct(text, units);
  }
  base::sort_unique(units);
  const double possible = std::pow(static_cast<double>(units.size()), options.text.shingle_size);
  return possible < static_cast<double>(kLargestUniverse) ? static_cast<std::uint64_t>(possible) : kLargestUniverse;
}

Status draw_background(run::RunOptions options, const CompareOptions& wanted, Progress& progress, Comparison& out) {
  options.run_dir.clear();  // it is that of the two documents
  options.problems.clear();
  TEXTKIN_ASSIGN_OR_RETURN(find::Background drawn, find::sample_background(options, wanted.background, progress));
  const stats::EmpiricalNull null(std::move(drawn.similarities));
  const Interval share = null.share_at_least(out.jaccard(), wanted.confidence);
  out.background = BackgroundComparison{.pairs = null.pairs(),
                                        .at_least = null.at_least(out.jaccard()),
                                        .mean = null.mean(),
                                        .median = null.quantile(0.5),
                                        .most_of_99 = null.quantile(0.99),
                                        .p_value = null.p_value(out.jaccard()),
                                        .lower = share.lower,
                                        .upper = share.upper};
  return {};
}

}  // namespace

Result<Comparison> compare(const run::RunOptions& asked, const CompareOptions& wanted, Progress& progress) {
  run::RunOptions prepared = asked;
  prepared.number_repeated_ids = true;  // a document may be compared with itself
  TEXTKIN_ASSIGN_OR_RETURN(run::RunOptions options, run::settle(std::move(prepared)));
  if (!(wanted.confidence > 0 && wanted.confidence < 1))
    return Status(Code::kInvalidArgument, fmt::format("confidence {} is not between 0 and 1", wanted.confidence));
  TEXTKIN_ASSIGN_OR_RETURN(write::TextOutput output, write::TextOutput::open(options, wanted.output));

  TEXTKIN_ASSIGN_OR_RETURN(TwoSets two, read_two(options, progress));
  Comparison out;
  store::DocumentReader documents(two.collection.table);
  store::DocumentRow row;
  TEXTKIN_RETURN_IF_ERROR(documents.read(0, row));
  out.id_a = row.id;
  TEXTKIN_RETURN_IF_ERROR(documents.read(1, row));
  out.id_b = row.id;
  out.spec = text::describe(options.text);
  out.size_a = two.a.size();
  out.size_b = two.b.size();
  out.shared = join::overlap(two.a, two.b);
  FeatureBlock weighted;
  if (has_weights(options.text)) {
    TEXTKIN_ASSIGN_OR_RETURN(weighted, compare_weighted(options, two.collection, out));
  }
  TEXTKIN_RETURN_IF_ERROR(estimate(options, wanted, two, weighted, out));

  TEXTKIN_ASSIGN_OR_RETURN(std::uint64_t possible, possible_shingles(options, two.collection));
  out.universe = std::max(wanted.universe != 0 ? wanted.universe : possible, out.united());
  TEXTKIN_ASSIGN_OR_RETURN(stats::ChanceOverlap chance, stats::ChanceOverlap::of(out.universe, out.size_a, out.size_b));
  out.chance_expected = chance.expected_jaccard();
  out.chance_log_p = chance.log_tail(out.shared);
  if (!wanted.background.empty()) TEXTKIN_RETURN_IF_ERROR(draw_background(options, wanted, progress, out));

  TEXTKIN_RETURN_IF_ERROR(output.give(wanted.json ? report::compare_json(out) : report::compare_text(out)));
  return out;
}

}  // namespace textkin::engine::commands
