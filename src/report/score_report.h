// The outcome of `textkin score`, for people and for programs.
#pragma once

#include <cstdint>
#include <string>

namespace textkin::report {

struct ScoreRow {
  double plagdet = 0;
  double recall = 0;
  double precision = 0;
};

struct ScoreTable {
  ScoreRow macro;
  ScoreRow micro;
  double granularity = 1;
  std::uint64_t cases = 0;
  std::uint64_t detected = 0;
  std::uint64_t detections = 0;
};

std::string score_text(const ScoreTable& table);
std::string score_json(const ScoreTable& table);

}  // namespace textkin::report
