#include "engine/run/measure_names.h"

#include <algorithm>
#include <array>

#include "base/unknown_name.h"

namespace textkin::engine::run {
namespace {

constexpr std::array<MeasureName, 5> kNames{{
    {"jaccard", "shared / united", Measure::kJaccard},
    {"dice", "2 shared / sum of sizes", Measure::kDice},
    {"cosine", "shared / root of the product of sizes", Measure::kCosine},
    {"containment", "shared / size of the smaller; with --against, of the INPUT document", Measure::kContainment},
    {"overlap", "shared, a count", Measure::kOverlap},
}};

}  // namespace

std::span<const MeasureName> measure_names() { return kNames; }

Result<Measure> parse_measure(std::string_view name) {
  std::array<std::string_view, kNames.size()> names;
  std::ranges::transform(kNames, names.begin(), &MeasureName::name);
  const auto found = std::ranges::find(kNames, name, &MeasureName::name);
  if (found != kNames.end()) return found->measure;
  return base::unknown_name("measure", name, names);
}

std::string_view name_of(Measure measure) { return std::ranges::find(kNames, measure, &MeasureName::measure)->name; }

std::string_view why_no_bands(Measure measure) {
  switch (measure) {
    case Measure::kContainment:
      return "a set that lies in another can have any Jaccard similarity to it, so no bands find it";
    case Measure::kOverlap:
      return "sets that share a number of items can have any Jaccard similarity, so no bands find them";
    case Measure::kJaccard:
    case Measure::kDice:
    case Measure::kCosine:
      break;
  }
  return "";
}

}  // namespace textkin::engine::run
