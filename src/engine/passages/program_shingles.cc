#include "engine/passages/program_shingles.h"

#include <algorithm>

#include "align/word_grams.h"

namespace textkin::engine::passages {
namespace {

constexpr std::size_t kTokens = 4;

std::uint64_t run_hash(std::span<const std::uint64_t> tokens) {
  return align::gram_at(tokens, 0, static_cast<std::uint32_t>(tokens.size())).hash;
}

}  // namespace

std::vector<std::uint64_t> program_shingles(std::span<const std::uint64_t> tokens,
                                            std::span<const ExcludedSpan> excluded) {
  std::vector<std::uint64_t> out;
  const auto add = [&](std::span<const std::uint64_t> stretch) {
    if (stretch.size() < kTokens && !stretch.empty()) out.push_back(run_hash(stretch));
    for (std::size_t i = 0; i + kTokens <= stretch.size(); ++i) out.push_back(run_hash(stretch.subspan(i, kTokens)));
  };
  std::size_t begin = 0;
  for (const ExcludedSpan& span : excluded) {
    if (span.kind != ExclusionKind::kTemplate) continue;
    add(tokens.subspan(begin, span.first_word - begin));
    begin = span.first_word + span.words;
  }
  add(tokens.subspan(begin));
  std::ranges::sort(out);
  return out;
}

double program_similarity(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  std::size_t both = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    both += a[i] == b[j];
    const bool forward = a[i] <= b[j];
    j += b[j] <= a[i];
    i += forward;
  }
  const std::size_t either = a.size() + b.size() - both;
  return either == 0 ? 0 : static_cast<double>(both) / static_cast<double>(either);
}

}  // namespace textkin::engine::passages
