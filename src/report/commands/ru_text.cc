#include "report/commands/ru_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/utf8.h"
#include "report/text/format.h"
#include "report/text/text_table.h"

namespace textkin::report {
namespace {

using Side = TextTable::Side;

constexpr std::size_t kMostRuShingle = 24;    // characters of one
constexpr std::size_t kMostRuDocuments = 12;  // beside each other

class RuPrintout {
 public:
  RuPrintout(const RuReports& reports, std::uint64_t show)
      : all_(reports),
        r_(reports.pairs.front()),
        show_(static_cast<std::size_t>(
            std::min<std::uint64_t>(show, r_.rows + r_.functions + r_.observations.size() + reports.pairs.size()))) {
    const bool two = reports.ids.size() == 2;
    columns_ = {{two ? "A" : "D1", &r_, false}, {two ? "B" : "D2", &r_, true}};
    // Pair (1, j) stands behind the pairs of the documents before j.
    for (std::size_t j = 2; j < reports.ids.size(); ++j)
      columns_.push_back({fmt::format("D{}", j + 1), &reports.pairs[j * (j - 1) / 2], true});
    columns_.resize(std::min(columns_.size(), kMostRuDocuments));
  }

  std::string print() {
    if (all_.ids.size() == 2)
      summary();
    else
      pairs();
    if (r_.rows == 0 || (all_.ids.size() > 2 && r_.estimator != "ru")) return std::move(out_);
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
                     r_.extreme, with_commas(r_.rows), r_.seconds_estimator));
    if (r_.estimator != "ru")
      line("before conversion", r_.share(), "the share of matches s stands for simM; the similarity is s / (2 - s)");
    if (r_.interval) interval();
    if (r_.observations.size() > 1) observations();
    random_row();
    probabilities();
  }

  // Where a function matches with exactly the probability that is to be estimated (ru_drawing.h): images of all rows
  // that fill the circle match by the first of them alone, in any order; else each function has to draw the order.
  bool is_exact() const {
    const bool full = r_.rows_of_neither == 0 && r_.modulus == r_.rows;
    return (r_.draw == "units" || r_.draw == "prime") && (full || r_.own_orders) && r_.estimator != "rum-apart";
  }

  void interval() {
    out_ += fmt::format("{:<22}{:.4f} to {:.4f}, {:g} % (Clopper-Pearson): {}\n", "interval", r_.interval->lower,
                        r_.interval->upper, 100 * r_.confidence,
                        is_exact() ? "of the Jaccard similarity, guaranteed"
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
    const std::uint64_t united = r_.rows - r_.rows_of_neither;
    if (united > 0)
      line("a row at random", static_cast<double>(r_.rows_of_both) / static_cast<double>(united),
           fmt::format("P(in both columns | in one at least) = {} / {} (theorem 1)", with_commas(r_.rows_of_both),
                       with_commas(united)));
  }

  void pairs() {
    out_ = fmt::format("{} documents, compared by {}\n", all_.ids.size(), r_.spec);
    for (std::size_t d = 0; d < all_.ids.size(); ++d) {
      const RuReport& pair = all_.pairs[d < 2 ? 0 : d * (d - 1) / 2];
      out_ += fmt::format("  D{}  {}  ({} shingles)\n", d + 1, base::printable(all_.ids[d]),
                          with_commas(d == 0 ? pair.size_a : pair.size_b));
    }
    out_ += fmt::format("\n{} by {} functions and their {}{}\n", r_.estimator, r_.all_functions(), r_.extreme,
                        r_.interval ? fmt::format(", with the interval of {:g} %", 100 * r_.confidence) : "");
    TextTable table({Side::kLeft, Side::kLeft, Side::kRight, Side::kRight, Side::kLeft, Side::kRight, Side::kRight});
    table.add({"a", "b", "Jaccard", r_.estimator, "interval", "P(match)", "any order"});
    const auto shown = [](const std::optional<double>& p) { return p ? fmt::format("{:.4f}", *p) : std::string("-"); };
    const std::size_t rows = std::min(show_, all_.pairs.size());
    std::size_t row = 0;
    for (std::size_t b = 1; b < all_.ids.size(); ++b)
      for (std::size_t a = 0; a < b && row < rows; ++a) {
        const RuReport& pair = all_.pairs[row++];
        table.add({fmt::format("D{}", a + 1), fmt::format("D{}", b + 1), fmt::format("{:.4f}", pair.jaccard()),
                   fmt::format("{:.4f}", pair.similarity),
                   pair.interval ? fmt::format("{:.4f} to {:.4f}", pair.interval->lower, pair.interval->upper) : "-",
                   shown(pair.match_probability), shown(pair.mean_match_probability)});
      }
    out_ += table.print("  ") + more(all_.pairs.size(), rows, "pairs");
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
    std::vector<Side> sides(2 + columns_.size() + columns, Side::kRight);
    sides[1] = Side::kLeft;
    TextTable table(std::move(sides));
    std::vector<std::string> head{"row", "shingle"};
    for (const Column& column : columns_) head.push_back(column.name);
    for (std::size_t f = 0; f < columns; ++f) head.push_back(fmt::format("z{}", f + 1));
    table.add(std::move(head));
    const std::size_t rows = std::min(show_, r_.matrix.size());
    for (std::size_t i = 0; i < rows; ++i) {
      const RuReport::Row& row = r_.matrix[i];
      std::vector<std::string> cells{fmt::format("{}", i + 1), quoted(row.shingle, kMostRuShingle)};
      for (const Column& column : columns_) {
        const RuReport::Row& own = column.pair->matrix[i];
        cells.emplace_back((column.second ? own.in_b : own.in_a) ? "1" : "0");
      }
      for (std::size_t f = 0; f < columns; ++f) cells.push_back(fmt::format("{}", row.values[f]));
      table.add(std::move(cells));
    }
    out_ += table.print("  ") + more(r_.rows, rows, "rows") + more(r_.functions, columns, "functions");
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
    const bool two = all_.ids.size() == 2;
    std::vector<Side> sides(2 + columns_.size(), Side::kRight);
    sides.front() = sides.back() = Side::kLeft;
    TextTable table(std::move(sides));
    std::vector<std::string> head{""};
    for (const Column& column : columns_) head.push_back(column.name);
    head.emplace_back();
    table.add(std::move(head));
    const std::size_t shown = std::min(show_, r_.cells_a.size());
    for (std::size_t f = 0; f < shown; ++f) {
      std::vector<std::string> cells{fmt::format("z{}", f + 1)};
      for (const Column& column : columns_)
        cells.push_back(cell(column.second ? column.pair->cells_b[f] : column.pair->cells_a[f]));
      const bool match = two && r_.cells_a[f] == r_.cells_b[f] && r_.cells_a[f] != r_.unreached;
      cells.emplace_back(match ? "match" : "");
      table.add(std::move(cells));
    }
    out_ += table.print("  ") + more(r_.cells_a.size(), shown, "functions");
  }

  // A document: where its cells stand.
  struct Column {
    std::string name;
    const RuReport* pair;
    bool second;
  };

  const RuReports& all_;
  const RuReport& r_;  // of the first two documents
  const std::size_t show_;
  std::vector<Column> columns_;
  std::string out_;
  int step_ = 0;
};

}  // namespace

std::string ru_text(const RuReports& reports, std::uint64_t show) { return RuPrintout(reports, show).print(); }

}  // namespace textkin::report
