// RuReport: what RU or RUM says of one pair (Dembele and Lo 2017), beside the truth and the exact law of what it says.
//
// Rows and their values are numbered from 1, as the paper does. Functions and the tables are those of the first
// observation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "textkin/estimate.h"

namespace textkin::report {

struct RuReport {
  std::string id_a;
  std::string id_b;
  std::string spec;
  std::string estimator;    // "ru", "rum" or "rum-apart"
  std::string extreme;      // "minimum" or "maximum"
  std::string draw;         // of x and y: "uniform", "units", "prime" or "given"
  bool own_orders = false;  // each function numbers the rows anew
  std::uint64_t size_a = 0;
  std::uint64_t size_b = 0;
  std::uint64_t shared = 0;

  // What is drawn: z(i) = x i + y mod modulus, 0 written as the modulus.
  struct Function {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
  };
  std::uint32_t modulus = 0;
  std::vector<Function> drawn;

  // The representation matrix (table 2): `values` are z of the row, of all functions where there is a trace, else of
  // the first ones, and of the first rows only.
  struct Row {
    std::string shingle;
    bool in_a = false;
    bool in_b = false;
    std::vector<std::uint32_t> values;
  };
  std::vector<Row> matrix;  // of two documents all rows, of more the first ones
  std::uint64_t rows = 0;   // n, where they are numbered 1 .. n
  std::uint64_t rows_of_both = 0;
  std::uint64_t rows_of_neither = 0;  // of RU with more than two documents

  // The signature matrix (table 3), and how it grew where that was asked for: one step a row.
  std::vector<std::uint32_t> cells_a;
  std::vector<std::uint32_t> cells_b;
  std::uint32_t unreached = 0;  // what stands in a cell before any row: infinity
  struct Change {
    std::uint32_t function = 0;
    std::uint32_t column = 0;  // 0: A, 1: B
    std::uint32_t before = 0;
    std::uint32_t after = 0;
  };
  std::vector<std::vector<Change>> trace;

  // Observations of k functions each; `matches` is their sum, and what follows from it is of all of them together.
  struct Observation {
    std::uint32_t matches = 0;
    double similarity = 0;
  };
  std::uint32_t functions = 0;  // k
  std::vector<Observation> observations;
  std::uint64_t matches = 0;
  double similarity = 0;  // the share of matches, converted by equation 9 where the estimator is a RUM

  // Clopper-Pearson, converted in the same way; none for functions that are given.
  double confidence = 0;
  std::optional<Interval> interval;

  // P(match of one function): for these rows in this order, where that is computed in seconds; over all orders.
  std::optional<double> match_probability;
  std::optional<double> mean_match_probability;

  double seconds_exact = 0;      // one merge of the two sets
  double seconds_estimator = 0;  // matrix and functions, of all observations

  std::uint64_t all_functions() const { return functions * observations.size(); }
  double share() const {
    return all_functions() == 0 ? 0 : static_cast<double>(matches) / static_cast<double>(all_functions());
  }
  double jaccard() const {
    const std::uint64_t united = size_a + size_b - shared;
    return united == 0 ? 0 : static_cast<double>(shared) / static_cast<double>(united);
  }
};

// All pairs of the documents, in the order (1, 2), (1, 3), (2, 3), ...: one alone, or several.
struct RuReports {
  std::vector<std::string> ids;
  std::vector<RuReport> pairs;
};

}  // namespace textkin::report
