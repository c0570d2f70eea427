// RuReport: what RU or RUM says of one pair (Dembele and Lo 2017), beside the truth and the exact law of what it says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace textkin::report {

struct RuReport {
  std::string id_a;
  std::string id_b;
  std::string spec;
  std::string estimator;  // "ru", "rum" or "rum-apart"
  std::string extreme;    // "minimum" or "maximum"
  std::uint64_t size_a = 0;
  std::uint64_t size_b = 0;
  std::uint64_t shared = 0;

  std::uint64_t rows = 0;       // of the representation matrix: n
  std::uint32_t functions = 0;  // k
  std::uint32_t matches = 0;
  double similarity = 0;  // matches / k, converted by equation 9 where the estimator is a RUM

  // P(match of one function): for these rows in this order, where that is computed in seconds; over all orders.
  std::optional<double> match_probability;
  double mean_match_probability = 0;

  double seconds_exact = 0;      // one merge of the two sets
  double seconds_estimator = 0;  // matrix and functions

  double share() const { return functions == 0 ? 0 : static_cast<double>(matches) / functions; }
  double jaccard() const {
    const std::uint64_t united = size_a + size_b - shared;
    return united == 0 ? 0 : static_cast<double>(shared) / static_cast<double>(united);
  }
};

// A RuReport in the forms that `textkin explain --estimator` writes.
std::string ru_text(const RuReport& report);
std::string ru_json(const RuReport& report);

}  // namespace textkin::report
