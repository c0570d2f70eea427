// Measures as a user types them.
#pragma once

#include <span>
#include <string_view>

#include "textkin/measure.h"
#include "textkin/status.h"

namespace textkin::engine::run {

struct MeasureName {
  std::string_view name;  // "jaccard"
  std::string_view doc;   // one line
  Measure measure;
};

std::span<const MeasureName> measure_names();

// kInvalidArgument names the nearest.
Result<Measure> parse_measure(std::string_view name);

std::string_view name_of(Measure measure);

// Empty where bands find what reaches a threshold by this measure; else why they cannot.
std::string_view why_no_bands(Measure measure);

}  // namespace textkin::engine::run
