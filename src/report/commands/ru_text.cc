#include "report/commands/ru_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "report/text/format.h"
#include "report/text/text_table.h"

namespace textkin::report {
namespace {

using Side = TextTable::Side;

constexpr std::size_t kMostRuShingle = 24;  // characters of one

class RuPrintout {
 public:
  RuPrintout(const RuReport& r, std::uint64_t show)
      : r_(r), show_(static_cast<std::size_t>(std::min<std::uint64_t>(show, r.rows() + r.functions))) {}

  std::string print() {
    summary();
    if (r_.rows() == 0) return std::move(out_);
    representation_matrix();
    functions();
    if (!r_.trace.empty()) trace();
    signature_matrix();
    return std::move(out_);
  }

 private:
  static std::string more(std::size_t all, std::size_t shown, std::string_view what) {
    return all <= shown ? "" : fmt::format("  ... and {} more {}\n", with_commas(all - shown), what);
  }
  void heading(const std::string& text) { out_ += fmt::format("\n{}. {}\n", ++step_, text); }
  void line(std::string_view name, double value, const std::string& remark) {
    out_ += fmt::format("{:<22}{:<10.4f}{}\n", name, value, remark);
  }

  void summary() {
    out_ = fmt::format("A  {}  ({} shingles)\nB  {}  ({} shingles)\ncompared by {}\n\n", base::printable(r_.id_a),
                       with_commas(r_.size_a), base::printable(r_.id_b), with_commas(r_.size_b), r_.spec);
    line("Jaccard", r_.jaccard(), fmt::format("exact: {} shared; {:.6f} s", with_commas(r_.shared), r_.seconds_exact));
    line(r_.estimator, r_.similarity,
         fmt::format("{} of {} functions match by their {} over {} rows; {:.6f} s", r_.matches, r_.all_functions(),
                     r_.extreme, with_commas(r_.rows()), r_.seconds_estimator));
    if (r_.estimator != "ru")
      line("before conversion", r_.share(), "the share of matches s stands for simM; the similarity is s / (2 - s)");
    if (r_.interval) interval();
    if (r_.observations.size() > 1) observations();
    random_row();
    probabilities();
  }

  void interval() {
    // Images of all rows that fill the circle match by the first of them alone, in any order (ru_drawing.h).
    const bool full = r_.draw == "units" || (r_.draw == "prime" && r_.modulus == r_.rows());
    const bool exact = (full || (r_.draw == "prime" && r_.own_orders)) && r_.estimator != "rum-apart";
    out_ += fmt::format("{:<22}{:.4f} to {:.4f}, {:g} % (Clopper-Pearson): {}\n", "interval", r_.interval->lower,
                        r_.interval->upper, 100 * r_.confidence,
                        exact ? "of the Jaccard similarity, guaranteed"
                              : "of what the share stands for by P(match) below, not of the Jaccard similarity");
  }

  void observations() {
    double sum = 0;
    double squares = 0;
    for (const RuReport::Observation& one : r_.observations) sum += one.similarity;
    const double count = static_cast<double>(r_.observations.size());
    for (const RuReport::Observation& one : r_.observations) squares += std::pow(one.similarity - sum / count, 2);
    line("observations", sum / count,
         fmt::format("the mean of {} of {} functions each; standard deviation {:.4f}", r_.observations.size(),
                     r_.functions, std::sqrt(squares / (count - 1))));
    std::string values;
    const std::size_t shown = std::min(show_, r_.observations.size());
    for (std::size_t i = 0; i < shown; ++i) values += fmt::format(" {:.4f}", r_.observations[i].similarity);
    if (shown > 0) out_ += fmt::format("{:<21}{}{}\n", "", values, shown < r_.observations.size() ? " ..." : "");
  }

  void random_row() {
    const auto both = static_cast<std::uint64_t>(
        std::ranges::count_if(r_.matrix, [](const RuReport::Row& row) { return row.in_a && row.in_b; }));
    if (r_.rows() > 0)
      line("a row at random", static_cast<double>(both) / static_cast<double>(r_.rows()),
           fmt::format("P(in both columns | in one at least) = {} / {} (theorem 1)", with_commas(both),
                       with_commas(r_.rows())));
  }

  void probabilities() {
    const std::string law = r_.draw == "uniform" ? "x and y uniform on 1 .. n"
                                                 : fmt::format("modulo {}, x prime to it", with_commas(r_.modulus));
    if (r_.match_probability)
      line("P(match), this order", *r_.match_probability, fmt::format("exact, {}: what the share estimates here", law));
    if (r_.mean_match_probability)
      line("P(match), any order", *r_.mean_match_probability, "the same, over all orders of the rows");
    if (r_.estimator == "rum-apart")
      out_ += fmt::format("The two rows of a shared shingle differ, and no permutation gives them one value: {}.\n",
                          r_.draw == "uniform" ? "these are ties of x that is not prime to n" : "nothing can match");
  }

  void representation_matrix() {
    heading(fmt::format("Representation matrix (table 2): 1 where a column has the row; z of the row, 0 written {}",
                        r_.modulus));
    const std::size_t columns = std::min<std::size_t>(kMostRuColumns, r_.functions);
    std::vector<Side> sides(4 + columns, Side::kRight);
    sides[1] = Side::kLeft;
    TextTable table(std::move(sides));
    std::vector<std::string> head{"row", "shingle", "A", "B"};
    for (std::size_t f = 0; f < columns; ++f) head.push_back(fmt::format("z{}", f + 1));
    table.add(std::move(head));
    const std::size_t rows = std::min(show_, r_.matrix.size());
    for (std::size_t i = 0; i < rows; ++i) {
      const RuReport::Row& row = r_.matrix[i];
      std::vector<std::string> cells{fmt::format("{}", i + 1), quoted(row.shingle, kMostRuShingle),
                                     row.in_a ? "1" : "0", row.in_b ? "1" : "0"};
      for (std::size_t f = 0; f < columns; ++f) cells.push_back(fmt::format("{}", row.values[f]));
      table.add(std::move(cells));
    }
    out_ += table.print("  ") + more(r_.matrix.size(), rows, "rows") + more(r_.functions, columns, "functions");
  }

  void functions() {
    heading(r_.own_orders ? "Functions of the row number i, by which each function numbers the rows anew"
                          : "Functions of the row number i");
    const std::size_t shown = std::min(show_, r_.drawn.size());
    for (std::size_t f = 0; f < shown; ++f)
      out_ += fmt::format("  z{}(i) = {} i + {} mod {}\n", f + 1, r_.drawn[f].x, r_.drawn[f].y, r_.modulus);
    out_ += more(r_.drawn.size(), shown, "functions");
  }

  std::string cell(std::uint32_t value) const { return value == r_.unreached ? "∞" : fmt::format("{}", value); }

  void trace() {
    heading("The signature matrix as it grows, row by row; rows that change nothing are left out");
    std::size_t all = 0;
    for (std::size_t row = 0; row < r_.trace.size(); ++row) {
      if (r_.trace[row].empty() || ++all > show_) continue;
      out_ += fmt::format("  row {}, {}:", row + 1, quoted(r_.matrix[row].shingle, kMostRuShingle));
      const std::size_t listed = std::min(r_.trace[row].size(), 2 * kMostRuColumns);
      for (std::size_t i = 0; i < listed; ++i) {
        const RuReport::Change& change = r_.trace[row][i];
        out_ += fmt::format("{} z{} {} {}→{}", i == 0 ? "" : ",", change.function + 1, change.column == 0 ? "A" : "B",
                            cell(change.before), cell(change.after));
      }
      if (listed < r_.trace[row].size()) out_ += fmt::format(" and {} more changes", r_.trace[row].size() - listed);
      out_ += "\n";
    }
    out_ += more(all, std::min(all, show_), "rows that change something");
  }

  void signature_matrix() {
    heading(
        fmt::format("Signature matrix (table 3): the {} of each function over the rows of each column", r_.extreme));
    TextTable table({Side::kLeft, Side::kRight, Side::kRight, Side::kLeft});
    table.add({"", "A", "B", ""});
    const std::size_t shown = std::min(show_, r_.cells_a.size());
    for (std::size_t f = 0; f < shown; ++f) {
      const bool match = r_.cells_a[f] == r_.cells_b[f] && r_.cells_a[f] != r_.unreached;
      table.add({fmt::format("z{}", f + 1), cell(r_.cells_a[f]), cell(r_.cells_b[f]), match ? "match" : ""});
    }
    out_ += table.print("  ") + more(r_.cells_a.size(), shown, "functions");
  }

  const RuReport& r_;
  const std::size_t show_;
  std::string out_;
  int step_ = 0;
};

}  // namespace

std::string ru_text(const RuReport& report, std::uint64_t show) { return RuPrintout(report, show).print(); }

}  // namespace textkin::report
