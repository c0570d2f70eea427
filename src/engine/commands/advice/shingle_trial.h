// ShingleTrial: what shingles of one kind make of a sample of texts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/commands/advice_report.h"
#include "textkin/status.h"
#include "textkin/text_spec.h"

namespace textkin::engine::commands {

struct ShingleTrial {
  TextSpec spec;
  report::AdviceReport::Trial row;
  std::vector<double> similarities;  // Jaccard, exact, of pairs of the sample, ascending
  std::uint64_t features = 0;        // of all texts of the sample
};

// How long a text is that is neither long nor short.
struct MedianText {
  double characters = 0;
  double words = 0;  // as the TextSpec cuts them; 1 at least
};

// Words of the text in the middle of the sample, by their number.
Result<double> median_words(const std::vector<std::string>& texts, TextSpec spec);

// Of 4,000 pairs of the texts, drawn by `seed`, or as many as there are. There are two texts at least, and none without
// a character.
Result<ShingleTrial> try_shingle(const std::vector<std::string>& texts, const MedianText& median, const TextSpec& spec,
                                 std::uint64_t seed);

}  // namespace textkin::engine::commands
