#include "engine/commands/advice/shingle_trial.h"

#include <algorithm>
#include <memory>
#include <numeric>

#include "engine/find/background.h"
#include "join/sets/overlap.h"
#include "text/catalog.h"
#include "textkin/jaccard.h"

namespace textkin::engine::commands {
namespace {

constexpr std::uint64_t kPairs = 4000;

// A text of so many units, of which one word of `word` units is changed: each shingle that has a unit of it is another.
double one_word_changed(double units, double word, double size) {
  const double shingles = std::max(units - size + 1, 1.0);
  const double other = std::min(size + word - 1, shingles);
  return (shingles - other) / (shingles + other);
}

}  // namespace

Result<double> median_words(const std::vector<std::string>& texts, TextSpec spec) {
  TEXTKIN_RETURN_IF_ERROR(text::parse_shingle("word:1", spec));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<Shingler> shingler, text::make_shingler(spec));
  std::vector<double> words;
  std::vector<Feature> features;
  std::vector<double> counts;
  for (const std::string& text : texts) {
    features.clear();
    counts.clear();
    shingler->append_counted(text, features, counts);
    words.push_back(std::accumulate(counts.begin(), counts.end(), 0.0));
  }
  std::ranges::nth_element(words, words.begin() + static_cast<std::ptrdiff_t>(words.size() / 2));
  return std::max(words[words.size() / 2], 1.0);
}

Result<ShingleTrial> try_shingle(const std::vector<std::string>& texts, const MedianText& median, const TextSpec& spec,
                                 std::uint64_t seed) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<Shingler> shingler, text::make_shingler(spec));
  ShingleTrial out;
  out.spec = spec;
  out.row.shingle = text::shingle_name(spec);
  std::vector<std::vector<Feature>> sets(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    shingler->sorted_set(texts[i], sets[i]);
    out.features += sets[i].size();
  }
  const std::uint64_t all = texts.size();
  for (std::uint64_t draw = 0; draw < std::min(kPairs, all * (all - 1) / 2); ++draw) {
    const auto [a, b] = find::random_pair(seed, draw, all);
    out.similarities.push_back(jaccard(join::overlap(sets[a], sets[b]), sets[a].size(), sets[b].size()));
  }
  std::ranges::sort(out.similarities);
  const std::size_t pairs = out.similarities.size();
  out.row.mean = std::accumulate(out.similarities.begin(), out.similarities.end(), 0.0) / static_cast<double>(pairs);
  out.row.high = out.similarities[(pairs - 1) * 9 / 10];
  out.row.highest = out.similarities.back();
  const bool of_words = spec.unit == ShingleUnit::kWord;
  out.row.edited = of_words ? one_word_changed(median.words, 1, spec.shingle_size)
                            : one_word_changed(median.characters, median.characters / median.words, spec.shingle_size);
  return out;
}

}  // namespace textkin::engine::commands
