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
#include "textkin/signature_matrix.h"
#include "textkin/words.h"

namespace textkin::report {

// The hash that is shown of a shingle: the feature (of a copy: of the copy), or what Scala's MurmurHash3 gives its
// spelling.
enum class ShingleHash { kOwn, kMurmur3 };
inline constexpr Words<ShingleHash, 2> kShingleHashWords{
    {{"own", ShingleHash::kOwn}, {"murmur3", ShingleHash::kMurmur3}}};

// A SignatureMatrix with what its rows, documents and pairs are.
struct Explanation : SignatureMatrix {
  std::string spec;  // how texts became sets
  std::vector<std::string> ids;

  // The characteristic matrix: row r is an element of some set.
  struct Row {
    Feature feature = 0;
    std::string shingle;
    std::uint32_t copy = 0;  // of counted shingles: how often a document had it before; "#2" behind it where that is 1
    std::string hash;        // as it is shown
    std::string name() const { return copy == 0 ? shingle : shingle + "#" + std::to_string(copy + 1); }
  };
  std::vector<Row> rows;
  std::vector<std::vector<std::uint32_t>> texts;  // the rows of each document, in the order of its text
  bool counted = false;                           // repeats are rows of their own
  ShingleHash shingle_hash = ShingleHash::kOwn;

  // The search for bands and rows: every b x r = n, rows descending, and where its S-curve rises: (1/b)^(1/r).
  struct Trial {
    std::uint32_t bands = 0;
    std::uint32_t rows = 0;
    double rises_at = 0;
  };
  std::vector<Trial> trials;  // none where bands and rows were given
  std::string preference;     // "accuracy", "speed" or "given"
  Plan plan;

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

}  // namespace textkin::report
