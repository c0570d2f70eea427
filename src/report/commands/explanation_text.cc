#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "report/commands/explanation_text.h"
#include "report/text/format.h"
#include "report/text/text_table.h"

namespace textkin::report {
namespace {

using Side = TextTable::Side;

constexpr std::size_t kMostColumns = 12;        // documents beside each other
constexpr std::size_t kMostFunctionsInRow = 8;  // function values beside a row of the characteristic matrix
constexpr std::size_t kMostCells = 8;           // of a bucket
constexpr std::size_t kMostShingle = 24;        // characters of one
constexpr std::size_t kShortId = 6;
constexpr std::size_t kMostShingles = 8;  // of a text, in its order

std::string shown_cell(std::uint64_t value) { return value == Explanation::kInfinity ? "∞" : fmt::format("{}", value); }

class Printout {
 public:
  Printout(const Explanation& e, std::uint64_t show)
      : e_(e),
        show_(static_cast<std::size_t>(
            std::min<std::uint64_t>(show, e.rows.size() + e.functions.size() + e.buckets.size() + e.pairs.size()))) {
    columns_ = std::min(kMostColumns, e.ids.size());
    const bool are_short =
        std::all_of(e.ids.begin(), e.ids.end(), [](const auto& id) { return id.size() <= kShortId; });
    for (std::size_t d = 0; d < e.ids.size(); ++d) {
      names_.push_back(are_short ? base::printable(e.ids[d]) : fmt::format("D{}", d + 1));
      if (!are_short && d < columns_) legend_ += fmt::format("  D{}  {}\n", d + 1, base::printable(e.ids[d]));
    }
  }

  std::string print() {
    out_ = fmt::format("{} documents, {} different shingles\ncompared by {}\n", with_commas(e_.ids.size()),
                       with_commas(e_.rows.size()), e_.spec);
    out_ += legend_ + more(e_.ids.size(), columns_, "documents");
    texts();
    characteristic_matrix();
    functions();
    if (!e_.trace.empty()) trace();
    signature_matrix();
    plan();
    buckets();
    pairs();
    return std::move(out_);
  }

 private:
  static std::string more(std::size_t all, std::size_t shown, std::string_view what) {
    return all <= shown ? "" : fmt::format("  ... and {} more {}\n", with_commas(all - shown), what);
  }
  void heading(std::string_view text) { out_ += fmt::format("\n{}. {}\n", ++step_, text); }
  bool few_functions() const { return e_.functions.size() <= kMostFunctionsInRow; }

  std::vector<std::string> document_names(std::string first) const {
    std::vector<std::string> cells{std::move(first)};
    cells.insert(cells.end(), names_.begin(), names_.begin() + static_cast<std::ptrdiff_t>(columns_));
    return cells;
  }

  std::string names_of(const std::vector<std::uint32_t>& documents) const {
    std::string text;
    for (std::size_t i = 0; i < documents.size() && i < kMostColumns; ++i)
      text += (i == 0 ? "" : ", ") + names_[documents[i]];
    return documents.size() <= kMostColumns ? text
                                            : text + fmt::format(" and {} more", documents.size() - kMostColumns);
  }

  void texts() {
    heading(fmt::format("Shingles in the order of the text{}, each with its hash{}",
                        e_.counted ? ", repeats numbered" : ", repeats left out",
                        e_.shingle_hash == ShingleHash::kMurmur3 ? " (Scala's MurmurHash3, without the sign)" : ""));
    for (std::size_t d = 0; d < columns_; ++d) {
      const std::vector<std::uint32_t>& text = e_.texts[d];
      const std::size_t shown = std::min({show_, kMostShingles, text.size()});
      out_ += fmt::format("  {} ", names_[d]);
      for (std::size_t i = 0; i < shown; ++i)
        out_ += fmt::format("{} {} {}", i == 0 ? "" : ",", quoted(e_.rows[text[i]].name(), kMostShingle),
                            e_.rows[text[i]].hash);
      out_ += shown == text.size() ? "\n" : fmt::format(" and {} more\n", with_commas(text.size() - shown));
    }
    out_ += more(e_.ids.size(), columns_, "documents");
  }

  void characteristic_matrix() {
    heading(few_functions() && !e_.rows.empty()
                ? "Characteristic matrix: 1 where a document holds a shingle; and each function's value of the row"
                : "Characteristic matrix: 1 where a document holds a shingle");
    const std::size_t functions = few_functions() ? e_.functions.size() : 0;
    std::vector<Side> sides(2 + columns_ + functions, Side::kRight);
    sides[1] = Side::kLeft;
    TextTable table(std::move(sides));
    std::vector<std::string> head{"row", "shingle"};
    head.insert(head.end(), names_.begin(), names_.begin() + static_cast<std::ptrdiff_t>(columns_));
    for (std::size_t f = 0; f < functions; ++f) head.push_back(fmt::format("h{}", f + 1));
    table.add(std::move(head));
    const std::size_t rows = std::min(show_, e_.rows.size());
    for (std::uint32_t r = 0; r < rows; ++r) {
      std::vector<std::string> cells{fmt::format("{}", r), quoted(e_.rows[r].name(), kMostShingle)};
      for (std::size_t d = 0; d < columns_; ++d)
        cells.push_back(std::binary_search(e_.sets[d].begin(), e_.sets[d].end(), r) ? "1" : "0");
      for (std::size_t f = 0; f < functions; ++f) cells.push_back(fmt::format("{}", e_.functions[f](r)));
      table.add(std::move(cells));
    }
    out_ += table.print("  ") + more(e_.rows.size(), rows, "rows");
  }

  void functions() {
    heading("Hash functions over the row numbers x; of the shingle hashes only the numbers matter");
    const std::size_t shown = std::min(show_, e_.functions.size());
    for (std::size_t f = 0; f < shown; ++f) {
      const Explanation::Function& h = e_.functions[f];
      out_ += fmt::format("  h{}(x) = ({} x + {}) mod {}{}\n", f + 1, h.multiplier, h.offset, h.modulus,
                          h.permutes ? "" : "   (several rows share a value: not a permutation)");
    }
    out_ += more(e_.functions.size(), shown, "functions");
  }

  void trace() {
    heading("The signature matrix as it grows, row by row; rows that change nothing are left out");
    std::vector<std::vector<std::uint64_t>> signature(
        e_.functions.size(), std::vector<std::uint64_t>(e_.ids.size(), Explanation::kInfinity));
    const auto changes_something = [](const Explanation::Step& step) { return !step.changes.empty(); };
    const auto all = static_cast<std::size_t>(std::count_if(e_.trace.begin(), e_.trace.end(), changes_something));
    std::size_t shown = 0;
    for (const Explanation::Step& step : e_.trace) {
      if (step.changes.empty()) continue;
      if (shown++ == show_) break;
      out_ += fmt::format("  row {}, {}:", step.row, quoted(e_.rows[step.row].name(), kMostShingle));
      const std::size_t listed = std::min(step.changes.size(), 2 * kMostColumns);
      for (std::size_t i = 0; i < listed; ++i) {
        const Explanation::Change& change = step.changes[i];
        out_ += fmt::format("{} h{} {} {}→{}", i == 0 ? "" : ",", change.function + 1, names_[change.document],
                            shown_cell(change.before), shown_cell(change.after));
      }
      if (listed < step.changes.size()) out_ += fmt::format(" and {} more changes", step.changes.size() - listed);
      out_ += "\n";
      for (const Explanation::Change& change : step.changes) signature[change.function][change.document] = change.after;
      out_ += table_of(signature, "      ");
    }
    out_ += more(all, std::min(all, show_), "rows that change something");
  }

  std::string table_of(const std::vector<std::vector<std::uint64_t>>& signature, std::string_view indent) const {
    std::vector<Side> sides(1 + columns_, Side::kRight);
    sides[0] = Side::kLeft;
    TextTable table(std::move(sides));
    table.add(document_names(""));
    const std::size_t shown = std::min(show_, signature.size());
    for (std::size_t f = 0; f < shown; ++f) {
      std::vector<std::string> cells{fmt::format("h{}", f + 1)};
      for (std::size_t d = 0; d < columns_; ++d) cells.push_back(shown_cell(signature[f][d]));
      table.add(std::move(cells));
    }
    return table.print(indent) + more(signature.size(), shown, "functions");
  }

  void signature_matrix() {
    heading("Signature matrix: the least value of each function over the rows of each document");
    out_ += table_of(e_.signature, "  ");
  }

  void plan() {
    heading(e_.trials.empty() ? "Bands and rows, as given"
                              : fmt::format("Bands and rows: b x r = {}, and the S-curve rises near (1/b)^(1/r)",
                                            e_.functions.size()));
    for (const Explanation::Trial& trial : e_.trials)
      out_ +=
          fmt::format("  {:4} bands of {:4} rows: {:.4f}{}\n", trial.bands, trial.rows, trial.rises_at,
                      trial.bands == e_.plan.bands && trial.rows == e_.plan.rows
                          ? fmt::format("  <- {}: {} {}", e_.preference,
                                        e_.preference == "speed" ? "the least at or above" : "the largest at or below",
                                        e_.plan.threshold)
                          : "");
    out_ += fmt::format("  {} bands of {} rows: a pair at {} becomes a candidate with probability {:.4f}\n",
                        e_.plan.bands, e_.plan.rows, e_.plan.threshold, e_.plan.recall_at_threshold);
  }

  void buckets() {
    heading("Buckets: documents whose cells in one band are all equal");
    const std::size_t shown = std::min(show_, e_.buckets.size());
    for (std::size_t i = 0; i < shown; ++i) {
      const Explanation::Bucket& bucket = e_.buckets[i];
      std::string cells;
      for (std::size_t c = 0; c < bucket.cells.size() && c < kMostCells; ++c)
        cells += fmt::format("{}{}", c == 0 ? "" : " ", bucket.cells[c]);
      if (bucket.cells.size() > kMostCells) cells += " ...";
      out_ += fmt::format("  band {} ({}): {}\n", bucket.band + 1, cells, names_of(bucket.documents));
    }
    out_ += more(e_.buckets.size(), shown, "buckets of several documents");
    out_ += fmt::format("  {} buckets hold one document\n", with_commas(e_.single_buckets));
  }

  std::string verdict(const Explanation::Pair& pair) const {
    switch (pair.outcome) {
      case Explanation::Outcome::kFiltered:
        return pair.jaccard() < e_.plan.threshold ? "dropped by the filter"
                                                  : "dropped by the filter, though it is similar";
      case Explanation::Outcome::kBelow:
        return "a candidate, but not similar";
      case Explanation::Outcome::kSimilar:
        return "similar";
      case Explanation::Outcome::kNotCandidate:
        break;
    }
    return pair.jaccard() < e_.plan.threshold ? "no bucket in common" : "missed: no bucket in common";
  }

  void pairs() {
    heading(fmt::format("Pairs: {} of {} are candidates; {}", with_commas(e_.candidates),
                        with_commas(e_.ids.size() * (e_.ids.size() - (e_.ids.empty() ? 0 : 1)) / 2),
                        e_.filter
                            ? fmt::format("the filter keeps those with an estimate of at least {}", e_.plan.threshold)
                            : "no filter on the estimate"));
    if (!e_.all_pairs && e_.pairs.empty()) return;
    TextTable table({Side::kLeft, Side::kLeft, Side::kRight, Side::kRight, Side::kRight, Side::kLeft});
    table.add({"a", "b", "bands", "estimate", "Jaccard", ""});
    const std::size_t shown = std::min(show_, e_.pairs.size());
    for (std::size_t i = 0; i < shown; ++i) {
      const Explanation::Pair& pair = e_.pairs[i];
      const std::size_t cells = e_.functions.size();
      table.add({names_[pair.a], names_[pair.b], fmt::format("{}", pair.bands.size()),
                 fmt::format("{}/{} = {:.4f}", pair.matches, cells,
                             static_cast<double>(pair.matches) / static_cast<double>(cells)),
                 fmt::format("{}/{} = {:.4f}", pair.shared, pair.united, pair.jaccard()), verdict(pair)});
    }
    out_ += table.print("  ") + more(e_.pairs.size(), shown, e_.all_pairs ? "pairs" : "candidates");
  }

  const Explanation& e_;
  const std::size_t show_;
  std::size_t columns_ = 0;
  std::vector<std::string> names_;
  std::string legend_;
  std::string out_;
  int step_ = 0;
};

}  // namespace

std::string explain_text(const Explanation& explanation, std::uint64_t show) {
  return Printout(explanation, show).print();
}

}  // namespace textkin::report
