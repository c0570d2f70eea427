// Search: which pairs are alike, and how they are found.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "join/measures/threshold.h"
#include "textkin/sketch_options.h"
#include "textkin/status.h"
#include "textkin/words.h"

namespace textkin::engine::run {

enum class Method { kAuto, kExact, kLsh };
inline constexpr Words<Method, 3> kMethodWords{
    {{"auto", Method::kAuto}, {"exact", Method::kExact}, {"lsh", Method::kLsh}}};

// What stands as it is typed; a new option is a member here.
struct SearchChoices {
  double recall = 0.95;
  Method method = Method::kAuto;
  SketchOptions sketch;
  std::uint32_t bands = 0;  // with rows: overrides the plan
  std::uint32_t rows = 0;
  std::string prefer;       // "accuracy" or "speed": the rule of Kalampokis 2016 instead of recall; empty: by recall
  std::uint64_t audit = 0;  // documents whose neighbours are searched exactly, to audit the recall; 0: no audit
};

// As asked for.
struct SearchOptions : SearchChoices {
  double threshold = 0.8;
  std::string measure = "jaccard";
};

// As it is: a threshold that can be reached, a measure of the catalogue, and the exact method where no other has it.
struct Search : SearchChoices {
  join::Threshold least;
};

// Whether the exact method alone finds by that measure.
bool is_found_exactly(std::string_view measure);

// kInvalidArgument for a value that cannot be.
Result<Search> settle(const SearchOptions& asked);

}  // namespace textkin::engine::run
