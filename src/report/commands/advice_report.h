// AdviceReport: what a look at a collection's texts says about how to search it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "textkin/plan.h"

namespace textkin::report {

struct AdviceReport {
  std::uint64_t documents = 0;
  std::uint64_t empty = 0;
  std::uint64_t problems = 0;
  std::uint64_t characters = 0;
  std::uint32_t short_text = 0;  // characters: 5 % of the texts have fewer
  std::uint32_t median_text = 0;
  std::uint32_t long_text = 0;     // 5 % have more
  std::uint64_t median_words = 0;  // of the sampled texts
  std::uint64_t sampled = 0;       // different texts
  std::uint64_t pairs = 0;         // drawn of them

  // The least number of characters of a shingle so that a text of long_text characters has a given one by chance once
  // in a hundred times at most: 20^k (Leskovec, Rajaraman, Ullman 2014, 3.2.2: letters are not equally frequent).
  std::uint32_t least_characters = 0;

  struct Trial {
    std::string shingle;  // "word:5"
    // Jaccard similarity of pairs of the sample.
    double mean = 0;
    double high = 0;  // one in ten is higher
    double highest = 0;
    double edited = 0;  // of a text of median length with itself, one word of which was changed
  };
  std::vector<Trial> trials;
  std::string shingle;  // the advice, one of them
  std::string warning;  // empty: none

  Plan plan;
  std::string sketch;               // name with version
  std::uint64_t for_documents = 0;  // of how many what follows is
  bool may_be_exact = false;        // small enough that the exact join may be cheaper
  double candidates = 0;            // unrelated pairs that are looked at
  std::uint64_t features = 0;       // shingles, estimated from the sample
  std::uint64_t record_bytes = 0;   // of band records
  std::string command;              // to be typed
};

// For a person, or as JSON.
std::string advice_text(const AdviceReport& report);
std::string advice_json(const AdviceReport& report);

}  // namespace textkin::report
