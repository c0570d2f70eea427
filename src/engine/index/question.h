// Question and Answer: what is asked of an index, and what is found with how sure it is that this is all.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/index/where.h"
#include "engine/run/limits.h"
#include "join/measures/measure.h"
#include "join/measures/threshold.h"
#include "textkin/document.h"

namespace textkin::engine::index {

struct Match {
  DocId number = kNoDoc;  // in the index
  std::uint32_t shared = 0;
  std::uint32_t size = 0;
  std::optional<std::uint32_t> agreeing = std::nullopt;  // cells, of which `shared` is an estimate; none: it is exact
};

// One answer: its matches, in the order of their numbers, or the most alike first; and how sure it is that they are
// all.
struct Answer {
  std::vector<Match> matches;
  double recall = 1;            // of a document of the similarity `at`, or above it, at least
  double at = 0;                // the threshold; or the similarity of the last of the most alike:
  bool above_the_last = false;  // then of each document that is more alike than that
  std::uint32_t rows = 0;       // of a band, where no key is hot; 0: no band was asked
  std::uint64_t candidates = 0;
  std::uint64_t verified = 0;   // whose texts were read
  std::uint32_t hot_bands = 0;  // that were asked with more rows, or not at all
  double left_out = 0;          // alike documents in those bands that were not looked at, about so many
  std::uint64_t found = 0;      // matches, where they are given elsewhere
  bool estimated = false;       // matches are those whose interval reaches the threshold; of `top` the greatest
};

// What is looked for.
struct Question {
  join::Threshold threshold;
  join::Part part = join::Part::kContained;  // what is asked about, where containment is the measure
  double recall = 0.95;
  // Of the intervals of estimates, where the index keeps nothing that could be compared (estimated_overlap.h); 0: all
  // is compared.
  double confidence = 0;
  std::uint64_t top = 0;       // only so many, the most alike; 0: all
  std::uint64_t sequence = 0;  // as of which
  Where where{};
  run::GivenMemory given{};             // of it a part is for what one question meets; no bytes: as much as it takes
  std::uint64_t most_of_a_key = 10000;  // documents; a key of more is hot
};

// Where only the `top` most alike are asked for: leaves those, the most alike first. `size`: of what is asked about.
void keep_best(const Question& question, std::uint64_t size, Answer& out);

}  // namespace textkin::engine::index
