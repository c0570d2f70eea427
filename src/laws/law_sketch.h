// The questions of `textkin law` about a sketch of the catalogue: how far off, how many hashes, what matches speak for.
//
// The answers are those of the sketch's own CollisionLaw, which planner and intervals use too. Values out of range are
// kInvalidArgument, in a line that names the option. Threads: functions of their arguments.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "report/commands/law_report.h"
#include "textkin/status.h"

namespace textkin::laws {

using report::LawReport;

// A sketch of the catalogue, and what is compared with it.
struct SketchQuestion {
  std::string sketch = "kperm";
  std::uint32_t hashes = 256;
  std::uint32_t bits = 0;  // only so many bits of a cell are kept (b-bit minwise hashing); 0: all
  double similarity = 0.5;
  std::optional<double> union_size;  // of the two sets; none: far larger than the sketch
};

// How far the estimate is from the truth; with a threshold also how often it reaches that.
struct ErrorQuestion {
  SketchQuestion of;
  double within = 0.05;
  std::optional<double> threshold;
};
Result<LawReport> law_of_error(const ErrorQuestion& question);

// How many hashes an accuracy needs; question.of.hashes is not read.
struct HashesQuestion {
  SketchQuestion of;
  double within = 0.05;
  double confidence = 0.95;
};
Result<LawReport> law_of_hashes(const HashesQuestion& question);

// What similarity so many matches speak for.
struct IntervalQuestion {
  std::string sketch = "kperm";
  std::uint32_t hashes = 256;
  std::uint32_t matches = 0;
  std::uint32_t bits = 0;
  std::optional<std::uint64_t> size_a;  // both or none; for the tight interval
  std::optional<std::uint64_t> size_b;
  double confidence = 0.95;
  bool modified = false;  // what was estimated is the modified similarity (RUM)
};
Result<LawReport> law_of_interval(const IntervalQuestion& question);

}  // namespace textkin::laws
