// Search: which pairs are alike, and how they are found.
#pragma once

#include <cstdint>
#include <string>

#include "join/measures/threshold.h"
#include "textkin/sketch_options.h"
#include "textkin/status.h"
#include "textkin/words.h"

namespace textkin::engine::run {

enum class Method { kAuto, kExact, kLsh };
inline constexpr Words<Method, 3> kMethodWords{
    {{"auto", Method::kAuto}, {"exact", Method::kExact}, {"lsh", Method::kLsh}}};

// As asked for.
struct SearchOptions {
  double threshold = 0.8;
  std::string measure = "jaccard";
  double recall = 0.95;
  Method method = Method::kAuto;
  SketchOptions sketch;
  std::uint32_t bands = 0;  // with rows: overrides the plan
  std::uint32_t rows = 0;
  std::string prefer;       // "accuracy" or "speed": the rule of Kalampokis 2016 instead of recall; empty: by recall
  std::uint64_t audit = 0;  // documents whose neighbours are searched exactly, to audit the recall; 0: no audit
};

// As it is: a threshold that can be reached, a measure of the catalogue, and the exact method where no other has it.
struct Search {
  join::Threshold least;
  double recall;
  Method method;
  SketchOptions sketch;
  std::uint32_t bands;
  std::uint32_t rows;
  std::string prefer;
  std::uint64_t audit;
};

// kInvalidArgument for a value that cannot be.
Result<Search> settle(const SearchOptions& asked);

}  // namespace textkin::engine::run
