// Explanation: every intermediate value of a minhash run over a small collection, for people to follow.
//
// It is the pipeline of Kalampokis 2016 (chapters 3 to 5): sets -> characteristic matrix -> signature matrix -> bands
// -> buckets -> candidate pairs -> signature filter -> true Jaccard similarity. Documents and rows are numbered from 0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "textkin/feature_set.h"
#include "textkin/plan.h"

namespace textkin {

struct Explanation {
  std::string spec;  // how texts became sets
  std::vector<std::string> ids;

  // The characteristic matrix: row r is an element of some set; sets[d] holds the rows of document d, ascending.
  struct Row {
    Feature feature = 0;
    std::string shingle;
  };
  std::vector<Row> rows;
  std::vector<std::vector<std::uint32_t>> sets;

  // h(x) = (multiplier x + offset) mod modulus over row numbers. It permutes the rows if no two of them share a value.
  struct Function {
    std::uint64_t multiplier = 1;
    std::uint64_t offset = 0;
    std::uint64_t modulus = 2;
    bool permutes = true;

    std::uint64_t operator()(std::uint64_t row) const {
      return static_cast<std::uint64_t>((static_cast<unsigned __int128>(multiplier) * row + offset) % modulus);
    }
  };
  std::vector<Function> functions;

  static constexpr std::uint64_t kInfinity = ~std::uint64_t{0};  // cells of an empty set
  std::vector<std::vector<std::uint64_t>> signature;             // [function][document]

  // What one row of the characteristic matrix changes in the signature matrix; rows that change nothing have none.
  struct Change {
    std::uint32_t function = 0;
    std::uint32_t document = 0;
    std::uint64_t before = 0;
    std::uint64_t after = 0;
  };
  struct Step {
    std::uint32_t row = 0;
    std::vector<Change> changes;
  };
  std::vector<Step> trace;  // where it was asked for: one step a row, in order

  // The search for bands and rows: every b x r = n, rows descending, and where its S-curve rises: (1/b)^(1/r).
  struct Trial {
    std::uint32_t bands = 0;
    std::uint32_t rows = 0;
    double rises_at = 0;
  };
  std::vector<Trial> trials;  // none where bands and rows were given
  std::string preference;     // "accuracy", "speed" or "given"
  Plan plan;

  // Documents whose part of the signature in one band is equal; only those with company.
  struct Bucket {
    std::uint32_t band = 0;
    std::vector<std::uint64_t> cells;
    std::vector<std::uint32_t> documents;
  };
  std::vector<Bucket> buckets;
  std::uint64_t single_buckets = 0;  // buckets with one document

  enum class Outcome { kNotCandidate, kFiltered, kBelow, kSimilar };
  struct Pair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::vector<std::uint32_t> bands;  // those in which they share a bucket
    std::uint32_t matches = 0;         // equal cells of the signatures
    std::uint64_t shared = 0;
    std::uint64_t united = 0;
    Outcome outcome = Outcome::kNotCandidate;

    double jaccard() const { return united == 0 ? 0.0 : static_cast<double>(shared) / static_cast<double>(united); }
  };
  bool filter = true;       // whether candidates had to have an estimate at or above the threshold
  bool all_pairs = false;   // whether `pairs` holds every pair, or the candidates alone
  std::vector<Pair> pairs;  // by a, then b
  std::uint64_t candidates = 0;
};

}  // namespace textkin
