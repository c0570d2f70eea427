#include "laws/law_ru.h"

#include <string>

#include "laws/ru_columns.h"
#include "laws/ru_drawn.h"
#include "stats/law/modified_similarity.h"
#include "stats/ru/ru_law.h"

namespace textkin::laws {
namespace {

std::string told(const DrawingQuestion& drawing) {
  if (!drawing.table.empty()) return "x and y by the table of " + drawing.table;
  if (drawing.given()) return "x and y independent, by the weights given";
  if (drawing.draw == "uniform") return "x and y uniform in 1..n";
  return drawing.draw == "units" ? "x uniform on those prime to n, y in 1..n" : "x and y uniform, n the least prime";
}

void add_classes(const RuDrawn& drawn, LawReport& report) {
  LawReport::Table table{"classes", {"gcd", "multipliers", "probability"}, {}};
  if (!drawn.counted) {
    table.columns = {"gcd", "weight"};
    for (const auto& [gcd, weight] : drawn.gcds) table.rows.push_back({static_cast<double>(gcd), weight});
  } else {
    for (const stats::RuClass& own : drawn.counted->classes)
      if (drawn.gcds.contains(own.gcd))
        table.rows.push_back(
            {static_cast<double>(own.gcd), static_cast<double>(own.multipliers),
             static_cast<double>(own.matching) / static_cast<double>(own.multipliers) / drawn.modulus});
  }
  report.tables.push_back(std::move(table));
}

void add_listed(const RuDrawn& drawn, bool uniform, LawReport& report) {
  if (drawn.counted) {
    const stats::RuClass& units = drawn.counted->classes.front();
    const std::uint64_t trials = uniform ? drawn.counted->trials : units.multipliers * drawn.modulus;
    report.lines.push_back({"matching", uniform ? drawn.counted->matching : units.matching, "pairs (x, y), counted"});
    report.lines.push_back({"trials", trials, uniform ? "n^2 pairs" : "pairs (x, y) that can be drawn"});
  }
  report.lines.push_back({"probability", *drawn.probability, "of a match, with the rows in this order"});
}

}  // namespace

Result<LawReport> law_of_ru(const RuQuestion& question) {
  ShareQuestion share = question.share;
  share.modified = question.sets.modified;
  TEXTKIN_RETURN_IF_ERROR(check(share));
  TEXTKIN_ASSIGN_OR_RETURN(const RuColumns columns, ru_columns(question.sets));
  TEXTKIN_ASSIGN_OR_RETURN(const RuDrawn drawn, ru_drawn(question.drawing, columns, question.maximum));

  LawReport report;
  report.form = "ru";
  report.lines = {
      {"rows", std::uint64_t{columns.rows}, share.modified ? "of the doubled list" : "n"},
      {"size_a", std::uint64_t{columns.size_a}, ""},
      {"size_b", std::uint64_t{columns.size_b}, ""},
      {"shared", std::uint64_t{columns.shared}, ""},
      {"similarity", columns.similarity(), "Jaccard, exact"},
      {"modified_similarity", stats::modified_similarity(columns.similarity()), "2 s / (1 + s)"},
      {"extreme", std::string(question.maximum ? "maximum" : "minimum"),
       question.drawing.given() ? "" : "both have the same law"},
      {"modulus", std::uint64_t{drawn.modulus}, "the n of mod n"},
      {"mean_probability", drawn.mean, "of a match, over all orders of the rows (equation 15)"},
  };
  if (columns.listed) add_listed(drawn, question.drawing.draw == "uniform", report);
  if (columns.listed || question.drawing.given()) add_classes(drawn, report);
  add_apart(drawn, share.hashes, report);
  add_share(share, drawn.probability.value_or(drawn.mean), columns.similarity(), report);
  report.law = "z(i) = x i + y mod n, " + told(question.drawing) + ", exact; then k independent functions";
  report.reference = "Dembele, Lo 2017, theorem 3";
  return report;
}

}  // namespace textkin::laws
