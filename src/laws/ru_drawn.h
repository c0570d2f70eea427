// The law of (X, Y) that a question about RU or RUM names, and what it makes of the rows.
//
// Named by a word (uniform, units, prime), by the marginals of an independent X and Y, or by a file with the table of
// their joint law (stats/ru/ru_drawing.h).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "laws/ru_columns.h"
#include "report/commands/law_report.h"
#include "stats/ru/ru_law.h"
#include "textkin/status.h"

namespace textkin::laws {

struct DrawingQuestion {
  std::string draw = "uniform";  // "units": x prime to n; "prime": the same modulo the least prime that is at least n
  std::string x;                 // "1:2,4-6:0.5": values of 1..n with their weights, which are 1 where none is given
  std::string y;
  std::string table;  // a file of lines "x y weight"

  bool given() const { return !x.empty() || !y.empty() || !table.empty(); }
};

struct RuDrawn {
  std::uint32_t modulus = 0;
  std::map<std::uint32_t, double> gcds;   // P(gcd(X, modulus) = g)
  std::optional<stats::RuMatch> counted;  // where X and Y are uniform and the rows are listed
  // Of one function, for the rows in their order, where they are listed: of a match; of a match, and of the least value
  // (for the maximum the greatest) in a row of both, given that all rows are apart.
  std::optional<double> probability;
  std::optional<double> given_apart;
  std::optional<double> extreme_given_apart;
  double mean = 0;  // of a match, over all orders of the rows
};

// kInvalidArgument in a line that names the option; kBadInput for a line of the file; kExhausted where it would take
// minutes.
Result<RuDrawn> ru_drawn(const DrawingQuestion& question, const RuColumns& columns, bool maximum);

// Whether rows have values of their own: p_ij, P(D_ij) and P(D_n) of k functions (equation 19).
void add_apart(const RuDrawn& drawn, std::uint32_t hashes, report::LawReport& report);

}  // namespace textkin::laws
