// SimHashSteps: everything that textkin explain --estimator simhash computed, to be printed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace textkin::report {

// A fingerprint or a hash of `bits` bits; the first of them is the highest that is used: the leftmost, as printed.
using Bits = std::uint64_t;

struct SimHashSteps {
  std::string spec;  // how texts became sets
  std::string weighting;
  std::uint32_t bits = 0;      // of a fingerprint, 1 to 64
  bool given = false;          // the hashes come from a file
  std::uint64_t seed = 0;      // else of them
  std::uint64_t features = 0;  // different ones, of all documents

  struct Feature {
    std::string name;
    double weight = 1;
    Bits hash = 0;
    std::vector<double> sums;  // after it, if they are traced
  };
  struct Document {
    std::string id;
    std::vector<Feature> features;  // in the order of the text
    std::vector<double> sums;       // V: for each bit
    std::uint32_t ties = 0;         // sums of 0
    Bits fingerprint = 0;
    Bits permuted = 0;
  };
  std::vector<Document> documents;

  struct Pair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint32_t distance = 0;
    double estimate = 0;  // the cosine by the law of SimHash
    double cosine = 0;    // exact, of the weights
  };
  std::vector<Pair> pairs;  // all; none of more than a few documents

  std::vector<std::uint32_t> permutation;  // bit i goes to place permutation[i - 1]; empty: none
  std::vector<std::uint32_t> table;        // documents in the order of their permuted fingerprints
};

// "0101": the digits of a hash.
std::string digits(Bits hash, std::uint32_t bits);

}  // namespace textkin::report
