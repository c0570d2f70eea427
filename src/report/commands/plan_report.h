// PlanReport: a plan with what it will find and what it will cost.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "textkin/plan.h"

namespace textkin::report {

struct PlanReport {
  Plan plan;
  std::string sketch;      // name with version
  std::string preference;  // "recall", "accuracy", "speed" or "given"

  struct Point {
    double similarity = 0;
    double probability = 0;  // of becoming a candidate
  };
  std::vector<Point> curve;

  std::uint64_t signature_bytes = 0;    // a document, where signatures are kept
  std::uint64_t band_record_bytes = 0;  // a document

  std::optional<std::uint64_t> documents;     // --documents
  std::optional<double> expected_candidates;  // unrelated pairs that will be looked at, from the background sample
  std::uint64_t background_pairs = 0;         // pairs sampled
  double background_similarity = 0;           // their mean Jaccard similarity
};

// A plan for a person (with its S-curve drawn), or as JSON.
std::string plan_text(const PlanReport& report);
std::string plan_json(const PlanReport& report);

}  // namespace textkin::report
