#include "stats/recall/bootstrap.h"

#include <algorithm>
#include <random>
#include <vector>

#include "stats/interval/clopper_pearson.h"
#include "stats/recall/uniform_below.h"

namespace textkin::stats {
namespace {

constexpr std::uint64_t kSeed = 0x6175646974ull;

double ratio(const AuditedDocument& sums) {
  return static_cast<double>(sums.found) / static_cast<double>(sums.neighbours);
}

bool same_share(const AuditedDocument& a, const AuditedDocument& b) {
  return static_cast<unsigned __int128>(a.found) * b.neighbours ==
         static_cast<unsigned __int128>(b.found) * a.neighbours;
}

Interval percentile_interval(std::span<const AuditedDocument> documents, double confidence) {
  std::mt19937_64 generator(kSeed);
  std::vector<double> ratios;
  ratios.reserve(kResamples);
  for (int resample = 0; resample < kResamples; ++resample) {
    AuditedDocument sums;
    for (std::size_t draw = 0; draw < documents.size(); ++draw) {
      const AuditedDocument& document = documents[uniform_below(generator, documents.size())];
      sums.neighbours += document.neighbours;
      sums.found += document.found;
    }
    ratios.push_back(ratio(sums));
  }
  std::ranges::sort(ratios);
  const double tail = (1 - std::clamp(confidence, 0.0, 1.0)) / 2;
  const auto outside = std::min(static_cast<std::size_t>(tail * kResamples), ratios.size() / 2);
  return {ratios[outside], ratios[ratios.size() - 1 - outside]};
}

}  // namespace

std::optional<RealisedRecall> realised_recall(std::span<const AuditedDocument> documents, std::uint64_t population,
                                              double confidence) {
  std::vector<AuditedDocument> telling;
  AuditedDocument sums;
  for (const AuditedDocument& document : documents) {
    if (document.neighbours == 0) continue;
    telling.push_back(document);
    sums.neighbours += document.neighbours;
    sums.found += document.found;
  }
  if (telling.empty()) return std::nullopt;
  const double recall = ratio(sums);
  if (documents.size() >= population) return RealisedRecall{recall, recall, recall};

  const bool agree =
      std::ranges::all_of(telling, [&](const AuditedDocument& document) { return same_share(document, sums); });
  if (agree) {
    const auto trials = static_cast<double>(telling.size());
    const Interval interval = clopper_pearson(recall * trials, trials, confidence);
    return RealisedRecall{recall, interval.lower, interval.upper};
  }
  // The order in which documents came must not matter, and the resamples draw them by number.
  std::ranges::sort(telling, [](const AuditedDocument& a, const AuditedDocument& b) {
    return a.neighbours != b.neighbours ? a.neighbours < b.neighbours : a.found < b.found;
  });
  const Interval interval = percentile_interval(telling, confidence);
  return RealisedRecall{recall, interval.lower, interval.upper};
}

}  // namespace textkin::stats
