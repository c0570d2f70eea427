#include "stats/score/plagdet.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace textkin::stats {
namespace {

using Spans = std::vector<Span>;

Span common(const Span& x, const Span& y) { return {std::max(x.begin, y.begin), std::min(x.end, y.end)}; }
bool any(const Span& x) { return x.begin < x.end; }
std::uint64_t length(const Span& x) { return any(x) ? x.end - x.begin : 0; }

std::uint64_t united(Spans& spans) {
  std::ranges::sort(spans, {}, &Span::begin);
  std::uint64_t sum = 0;
  std::uint64_t covered = 0;
  for (const Span& span : spans) {
    const std::uint64_t begin = std::max(span.begin, covered);
    if (span.end <= begin) continue;
    sum += span.end - begin;
    covered = span.end;
  }
  return sum;
}

// Characters of a set of span pairs, each once a document.
class Characters {
 public:
  void add(std::uint32_t document, const Span& span) { by_document_[document].push_back(span); }
  void add(const SpanPair& pair) {
    add(pair.suspicious, pair.in_suspicious);
    add(pair.source, pair.in_source);
  }
  double count() {
    std::uint64_t sum = 0;
    for (auto& [document, spans] : by_document_) sum += united(spans);
    return static_cast<double>(sum);
  }

 private:
  std::map<std::uint32_t, Spans> by_document_;
};

// What was found of one case, or what of one detection is right.
struct Share {
  Spans suspicious;
  Spans source;
  std::uint64_t partners = 0;

  double of(const SpanPair& whole) {
    const std::uint64_t all = length(whole.in_suspicious) + length(whole.in_source);
    return all == 0 ? 0.0 : static_cast<double>(united(suspicious) + united(source)) / static_cast<double>(all);
  }
};

PlagdetScores scores(double precision, double recall, double granularity) {
  return {.recall = recall, .precision = precision, .plagdet = plagdet(precision, recall, granularity)};
}

auto documents(const SpanPair& pair) { return std::pair(pair.suspicious, pair.source); }

}  // namespace

double plagdet(double precision, double recall, double granularity) {
  if (precision + recall == 0) return 0;
  return 2 * precision * recall / (precision + recall) / std::log2(1 + granularity);
}

PlagdetReport score_detections(std::span<const SpanPair> cases, std::span<const SpanPair> detections) {
  PlagdetReport report;
  report.cases = cases.size();
  report.detections = detections.size();
  if (cases.empty() || detections.empty()) {
    const double value = cases.empty() && detections.empty() ? 1 : 0;
    report.macro = report.micro = scores(value, value, 1);
    return report;
  }
  std::vector<std::uint32_t> order(detections.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, [&](std::uint32_t i) { return std::tuple(documents(detections[i]), i); });

  std::vector<Share> right(detections.size());
  Characters found;
  double recall = 0;
  std::uint64_t partners = 0;
  for (const SpanPair& planted : cases) {
    Share share;
    auto at = std::ranges::lower_bound(order, documents(planted), {},
                                       [&](std::uint32_t i) { return documents(detections[i]); });
    for (; at != order.end() && documents(detections[*at]) == documents(planted); ++at) {
      const Span suspicious = common(planted.in_suspicious, detections[*at].in_suspicious);
      const Span source = common(planted.in_source, detections[*at].in_source);
      if (!any(suspicious) || !any(source)) continue;
      ++share.partners;
      share.suspicious.push_back(suspicious);
      share.source.push_back(source);
      right[*at].suspicious.push_back(suspicious);
      right[*at].source.push_back(source);
      found.add(planted.suspicious, suspicious);
      found.add(planted.source, source);
    }
    recall += share.of(planted);
    partners += share.partners;
    report.detected += share.partners > 0;
  }
  double precision = 0;
  for (std::size_t i = 0; i < detections.size(); ++i) precision += right[i].of(detections[i]);
  if (report.detected > 0) report.granularity = static_cast<double>(partners) / static_cast<double>(report.detected);

  Characters planted;
  for (const SpanPair& one : cases) planted.add(one);
  Characters reported;
  for (const SpanPair& one : detections) reported.add(one);
  const double both = found.count();
  const double in_cases = planted.count();
  const double in_detections = reported.count();
  report.macro = scores(precision / static_cast<double>(detections.size()), recall / static_cast<double>(cases.size()),
                        report.granularity);
  report.micro =
      scores(in_detections > 0 ? both / in_detections : 0, in_cases > 0 ? both / in_cases : 0, report.granularity);
  return report;
}

}  // namespace textkin::stats
