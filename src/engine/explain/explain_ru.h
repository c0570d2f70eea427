// textkin explain --estimator: RU and RUM of Dembele and Lo 2017 (sketch/studies/ru.h) on two documents or a few.
//
// The tables of the paper: the representation matrix with the columns Z, how the signatures grow, and the signature
// matrix; then one observation of the estimate or several, with their interval and the exact law.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/run/read_options.h"
#include "report/commands/ru_report.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::explain {

struct RuOptions {
  std::string output = "-";
  bool json = false;
  std::uint64_t show = 20;          // rows of each printed table
  bool trace = false;               // every change of the signature matrix
  std::string estimator = "rum";    // "ru", "rum" or "rum-apart": sketch::RuListing
  std::string extreme = "minimum";  // or "maximum"
  std::uint32_t hashes = 225;       // functions of an observation, drawn by the seed
  std::uint64_t seed = 1;
  std::string draw = "uniform";  // "units" or "prime": sketch::RuDraw
  std::string rows_order = {};   // that of explain, or "drawn": anew for each function; empty: "hash"
  std::uint32_t observations = 1;
  double confidence = 0.95;
  // z(i) = x i + offset mod modulus for each x of these; none: drawn. modulus 0: the number of rows.
  std::vector<std::uint64_t> multipliers = {};
  std::uint64_t offset = 0;
  std::uint64_t modulus = 0;
};

// INPUT is two documents, up to 40. kInvalidArgument for options that do not go together, in a line that names them.
Result<report::RuReports> explain_ru(const run::ReadOptions& asked, const RuOptions& wanted, Progress& progress);

}  // namespace textkin::engine::explain
