// Comparison: everything about one pair.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "textkin/estimate.h"

namespace textkin::report {

// How alike random pairs of a collection are, and where this pair stands among them (stats/empirical_null.h).
struct BackgroundComparison {
  std::uint64_t pairs = 0;     // drawn
  std::uint64_t at_least = 0;  // of them as alike, or more
  double mean = 0;
  double median = 0;
  double most_of_99 = 0;  // 99 of 100 drawn pairs are no more alike than this
  double p_value = 1;     // (at_least + 1) / (pairs + 1), of a pair that is like one more draw: one that was not picked
                          // for its similarity
  double lower = 0;       // of the share of all pairs that are as alike,
  double upper = 1;
  double confidence = 0.95;  // with this
};

struct Comparison {
  std::string id_a;
  std::string id_b;
  std::string spec;
  std::uint64_t shared = 0;
  std::uint64_t size_a = 0;
  std::uint64_t size_b = 0;

  std::string sketch;  // name of the sketch, with its version
  std::uint32_t hashes = 0;
  Estimate
      estimate;  // by the sketch alone, of the similarity that it is for; of weights as they are, where it reads them

  // Where repeated shingles are counted or items have weights: of these as they are, not rounded to copies.
  struct Weighted {
    double jaccard = 0;
    double probability_jaccard = 0;
    double cosine = 0;
  };
  std::optional<Weighted> weighted;

  // By the sketch and the exact sizes; where the sketch knows it.
  struct Containment {
    Estimate a_in_b;
    Estimate b_in_a;
  };
  std::optional<Containment> sketched_containment;

  // The same sketch with few bits a cell, where that is asked for.
  struct Bbit {
    std::uint32_t bits = 0;
    std::uint64_t bytes = 0;       // a document
    std::uint64_t full_bytes = 0;  // a document, with all bits
    double raw = 0;                // unbiased; may be negative
    Estimate estimate;
  };
  std::optional<Bbit> bbit;
  std::optional<Interval> tight;  // by the sketch's own variance, where that says more than the guaranteed one

  // What two random sets of these sizes would share, drawn uniformly from `universe` shingles (hypergeometric).
  std::uint64_t universe = 0;
  bool universe_counted = true;  // else there are more, and p is at most what is said
  double chance_expected = 0;    // expected Jaccard similarity
  double chance_log_p = 0;  // ln P(sharing at least `shared`): as a plain number it is often below the least double

  std::optional<BackgroundComparison> background;  // where a collection was named

  std::uint64_t united() const { return size_a + size_b - shared; }
  double jaccard() const { return ratio(shared, united()); }
  double dice() const { return ratio(2 * shared, size_a + size_b); }
  double containment_a_in_b() const { return ratio(shared, size_a); }
  double containment_b_in_a() const { return ratio(shared, size_b); }

 private:
  static double ratio(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
  }
};

// A Comparison for a person, or as JSON.
std::string compare_text(const Comparison& comparison);
std::string compare_json(const Comparison& comparison);

}  // namespace textkin::report
