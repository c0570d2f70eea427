// For tests: many pairs of sets with known sizes and overlap, each pair of fresh random features.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "hash/mix.h"
#include "textkin/sketcher.h"

namespace textkin::sketch {

// Two sets of sizes f1 and f2 that share `both`.
struct PairShape {
  std::uint32_t both;
  std::uint32_t f1;
  std::uint32_t f2;
  double united() const { return static_cast<double>(f1 + f2 - both); }
  double jaccard() const { return both / united(); }
};

// Set 2 i and 2 i + 1 are pair i.
inline FeatureBlock make_pairs(const PairShape& shape, std::size_t count, std::uint64_t seed) {
  FeatureBlock block;
  std::uint64_t next = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t start = block.values.size();
    for (std::uint32_t j = 0; j < shape.f1; ++j) block.values.push_back(hash::stream_word(seed, next++));
    block.offsets.push_back(block.values.size());
    for (std::uint32_t j = 0; j < shape.both; ++j) block.values.push_back(block.values[start + j]);
    for (std::uint32_t j = shape.both; j < shape.f2; ++j) block.values.push_back(hash::stream_word(seed, next++));
    block.offsets.push_back(block.values.size());
  }
  return block;
}

// How many trials to make of `count`: all in an optimised build, a tenth under sanitizers, which is ten times slower.
constexpr std::size_t trials_of(std::size_t count) {
#ifdef NDEBUG
  return count;
#else
  return count / 10;
#endif
}

// Calls body(a, b) with the signatures of `count` pairs, sketched some hundred at a time.
template <class Body>
void for_pairs(Sketcher& sketcher, const PairShape& shape, std::size_t count, std::uint64_t seed, Body body) {
  SignatureBlock signatures;
  const std::size_t together = 200;
  for (std::size_t done = 0; done < count; done += together) {
    const std::size_t now = count - done < together ? count - done : together;
    sketcher.sketch(make_pairs(shape, now, seed + done), signatures);
    for (std::size_t i = 0; i < now; ++i) body(signatures[2 * i], signatures[2 * i + 1]);
  }
}

// Calls body(estimate) with the estimates of `count` pairs and their 95 % intervals.
template <class Body>
void for_estimates(Sketcher& sketcher, const PairShape& shape, std::size_t count, std::uint64_t seed, Body body) {
  SignatureBlock signatures;
  const std::size_t together = 200;
  for (std::size_t done = 0; done < count; done += together) {
    const std::size_t now = count - done < together ? count - done : together;
    sketcher.sketch(make_pairs(shape, now, seed + done), signatures);
    for (std::size_t i = 0; i < now; ++i) body(*sketcher.estimate(signatures, 2 * i, signatures, 2 * i + 1, .95));
  }
}

inline std::uint32_t matches(SignatureView a, SignatureView b) {
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += a[i] == b[i];
  return count;
}

// Mean, variance and standard error of what is added.
class Moments {
 public:
  void add(double x) {
    ++count_;
    const double step = x - mean_;
    mean_ += step / count_;
    squares_ += step * (x - mean_);
  }
  double mean() const { return mean_; }
  double variance() const { return squares_ / (count_ - 1); }
  double error() const { return std::sqrt(variance() / count_); }

 private:
  double count_ = 0;
  double mean_ = 0;
  double squares_ = 0;
};

}  // namespace textkin::sketch
