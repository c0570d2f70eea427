#include "report/pages/best_matches.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace textkin::report {
namespace {

// Identical is 1, and nothing less is; the same for 0.
std::uint32_t thousandths(std::uint32_t part, std::uint32_t whole) {
  if (part == 0 || part == whole) return part == 0 ? 0 : 1000;
  return std::clamp(static_cast<std::uint32_t>(std::lround(1000.0 * part / whole)), 1u, 999u);
}

}  // namespace

std::vector<BestMatch> best_matches(const std::vector<PassagePair>& pairs, DocId documents) {
  using Match = std::pair<std::uint32_t, std::uint32_t>;  // longest, thousandths
  std::vector<Match> best(documents);
  for (const PassagePair& pair : pairs) {
    if (pair.longest == 0) continue;
    const auto meet = [&](DocId doc, std::uint32_t equal, std::uint32_t words) {
      if (doc < documents) best[doc] = std::max(best[doc], Match(pair.longest, thousandths(equal, words)));
    };
    meet(pair.a, pair.a_equal, pair.a_words);
    meet(pair.b, pair.b_equal, pair.b_words);
  }
  std::map<Match, std::uint64_t> counts;
  for (const Match& match : best) ++counts[match];
  std::vector<BestMatch> out;
  for (const auto& [match, count] : counts) out.push_back({match.first, match.second / 1000.0, count});
  return out;
}

}  // namespace textkin::report
