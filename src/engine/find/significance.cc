#include "engine/find/significance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "base/parallel.h"
#include "engine/find/pair_expansion.h"
#include "engine/read/feature_sources.h"
#include "hash/mix.h"
#include "stats/effective_universe.h"
#include "stats/fdr.h"
#include "stats/law/hypergeometric.h"

namespace textkin::engine::find {
namespace {

Result<std::uint64_t> effective_universe(const read::Collection& collection) {
  TEXTKIN_ASSIGN_OR_RETURN(FeatureSources sources, read::feature_sources(collection));
  const auto threads = static_cast<unsigned>(sources.size());
  std::vector<stats::EffectiveUniverse> counted(threads);
  std::vector<std::vector<Feature>> sets(threads);
  TEXTKIN_RETURN_IF_ERROR(
      base::parallel_for(collection.documents(), threads, [&](std::size_t doc, unsigned worker) -> Status {
        TEXTKIN_RETURN_IF_ERROR(sources[worker]->features(static_cast<DocId>(doc), sets[worker]));
        for (const Feature feature : sets[worker]) counted[worker].add(hash::mix64(feature));
        return {};
      }));
  for (unsigned worker = 1; worker < threads; ++worker) counted.front().merge(counted[worker]);
  return std::min(static_cast<std::uint64_t>(std::llround(counted.front().value())),
                  stats::ChanceOverlap::kLargestUniverse);
}

double number_of_tests(const read::Collection& collection) {
  const auto documents = static_cast<double>(collection.documents());
  const auto first = static_cast<double>(collection.against);
  return collection.has_against ? first * (documents - first) : documents * (documents - 1) / 2;
}

}  // namespace

Status check_fdr(const FdrOptions& fdr) {
  if (!(fdr.rate >= 0 && fdr.rate < 1))
    return Status(Code::kInvalidArgument, fmt::format("--fdr {} is not between 0 and 1", fdr.rate));
  if (fdr.method != "bh" && fdr.method != "by")
    return Status(
        Code::kInvalidArgument,
        fmt::format("--fdr-method {}: it is bh (Benjamini-Hochberg) or by (Benjamini-Yekutieli)", fdr.method));
  if (fdr.universe > stats::ChanceOverlap::kLargestUniverse)
    return Status(Code::kInvalidArgument,
                  fmt::format("--universe {} is too large; at most 2^63 can be computed", fdr.universe));
  return {};
}

double Significance::log_p(const VerifiedPair& pair) const {
  const std::uint64_t united = std::uint64_t{pair.size_a} + pair.size_b - pair.shared;
  const Result<stats::ChanceOverlap> chance =
      stats::ChanceOverlap::of(std::max(universe_, united), pair.size_a, pair.size_b);
  return chance.ok() ? chance->log_tail(pair.shared) : 0.0;
}

Result<Significance> Significance::find(const read::Collection& collection, const PairExpansion& expansion,
                                        const FdrOptions& fdr) {
  std::uint64_t universe = fdr.universe;
  if (universe == 0) {
    TEXTKIN_ASSIGN_OR_RETURN(universe, effective_universe(collection));
  }
  Significance found(universe);
  double largest = 0;  // of those that were counted last
  const auto at_most = [&](double log_p) -> Result<std::uint64_t> {
    std::uint64_t count = 0;
    largest = -std::numeric_limits<double>::infinity();
    const Status walked = each_pair(collection, expansion, [&](const VerifiedPair& pair) -> Status {
      const double p = found.log_p(pair);
      if (p > log_p) return {};
      ++count;
      largest = std::max(largest, p);
      return {};
    });
    if (!walked.ok()) return walked;
    return count;
  };
  TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t seen, at_most(0));
  const double tests = number_of_tests(collection);
  const auto method = fdr.method == "by" ? stats::FdrMethod::kBenjaminiYekutieli : stats::FdrMethod::kBenjaminiHochberg;
  TEXTKIN_ASSIGN_OR_RETURN(const stats::FdrCut cut, stats::fdr_cut(fdr.rate, tests, method, seen, at_most));
  found.cut_ = cut.log_p;
  found.stats_ = {.rate = fdr.rate,
                  .method = fdr.method,
                  .tests = tests,
                  .universe = universe,
                  .found = seen,
                  .significant = cut.rejected,
                  .log10_p = (cut.rejected == 0 ? cut.log_p : largest) / std::numbers::ln10};
  return found;
}

}  // namespace textkin::engine::find
