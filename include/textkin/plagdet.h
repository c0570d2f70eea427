// PlagdetReport: how good detected passages are beside annotated ones, by the measures of PAN (stats/score/plagdet.h).
#pragma once

#include <cstdint>

namespace textkin {

struct PlagdetScores {
  double recall = 0;
  double precision = 0;
  double plagdet = 0;
};

struct PlagdetReport {
  PlagdetScores macro;
  PlagdetScores micro;
  double granularity = 1;
  std::uint64_t cases = 0;
  std::uint64_t detected = 0;  // cases that a detection overlaps
  std::uint64_t detections = 0;
};

}  // namespace textkin
