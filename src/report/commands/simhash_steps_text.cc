#include "report/commands/simhash_steps_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "report/text/format.h"
#include "report/text/text_table.h"

namespace textkin::report {

std::string digits(Bits hash, std::uint32_t bits) {
  std::string out;
  for (std::uint32_t bit = bits; bit-- > 0;) out += (hash >> bit & 1) != 0 ? '1' : '0';
  return out;
}

namespace {

using Side = TextTable::Side;

constexpr std::size_t kMostFeature = 24;  // characters of one

class SimHashPrintout {
 public:
  SimHashPrintout(const SimHashSteps& steps, std::uint64_t show)
      : s_(steps), show_(static_cast<std::size_t>(std::min<std::uint64_t>(show, 1u << 30))) {}

  std::string print() {
    out_ = fmt::format("{} documents, {} different features; fingerprints of {} bits; weights: {}\ncompared by {}\n",
                       with_commas(s_.documents.size()), with_commas(s_.features), s_.bits, s_.weighting, s_.spec);
    TextTable ids({Side::kLeft, Side::kLeft});
    each_document(
        [&](const std::string& name, const auto& document) { ids.add({name, base::printable(document.id)}); });
    out_ += ids.print("  ");
    features();
    sums();
    fingerprints();
    if (!s_.pairs.empty()) pairs();
    if (!s_.permutation.empty()) table();
    return std::move(out_);
  }

 private:
  void heading(const std::string& text) { out_ += fmt::format("\n{}. {}\n", ++step_, text); }

  std::size_t shown(std::size_t all) const { return std::min(all, show_); }
  void more(std::size_t all, std::string_view what) {
    if (all > show_) out_ += fmt::format("  ... and {} more {}\n", with_commas(all - show_), what);
  }

  template <class Use>
  void each_document(Use use) {
    for (std::size_t d = 0; d < shown(s_.documents.size()); ++d) use(fmt::format("D{}", d + 1), s_.documents[d]);
  }

  static std::string vector_of(const std::vector<double>& sums) {
    std::string out;
    for (const double sum : sums) out += fmt::format("{}{:.6g}", out.empty() ? "" : " ", sum == 0 ? 0.0 : sum);
    return out;
  }

  void features() {
    heading(s_.given ? "Features in the order of the text, each with its weight and the hash that was given"
                     : fmt::format("Features in the order of the text, each with its weight and its hash of seed {}",
                                   s_.seed));
    TextTable rows({Side::kLeft, Side::kLeft, Side::kRight, Side::kLeft});
    each_document([&](std::string name, const SimHashSteps::Document& document) {
      for (std::size_t i = 0; i < shown(document.features.size()); ++i) {
        const SimHashSteps::Feature& feature = document.features[i];
        rows.add({std::exchange(name, ""), quoted(feature.name, kMostFeature), fmt::format("{:.6g}", feature.weight),
                  digits(feature.hash, s_.bits)});
      }
      if (document.features.size() > show_)
        rows.add({"", fmt::format("and {} more", with_commas(document.features.size() - show_)), "", ""});
    });
    out_ += rows.print("  ");
    more(s_.documents.size(), "documents");
  }

  void sums() {
    heading("Sums V: for each bit, the weights of the features that have it less those of the features that have not");
    TextTable rows({Side::kLeft, Side::kLeft, Side::kLeft});
    each_document([&](std::string name, const SimHashSteps::Document& document) {
      for (std::size_t i = 0; i < shown(document.features.size()); ++i)
        if (!document.features[i].sums.empty())
          rows.add({std::exchange(name, ""), "after " + quoted(document.features[i].name, kMostFeature),
                    vector_of(document.features[i].sums)});
      if (document.features.empty() || document.features.front().sums.empty() || document.features.size() > show_)
        rows.add({name, "after all", vector_of(document.sums)});
    });
    out_ += rows.print("  ");
    more(s_.documents.size(), "documents");
  }

  void fingerprints() {
    heading("Fingerprints: 1 where the sum is above 0; a sum of 0 has the bit of the feature of the least number");
    TextTable rows({Side::kLeft, Side::kLeft, Side::kLeft});
    each_document([&](const std::string& name, const SimHashSteps::Document& document) {
      rows.add({name, document.features.empty() ? "empty: it has none" : digits(document.fingerprint, s_.bits),
                document.ties == 0 ? "" : fmt::format("{} sums are 0", document.ties)});
    });
    out_ += rows.print("  ");
    more(s_.documents.size(), "documents");
  }

  void pairs() {
    heading("Pairs: bits that differ, the cosine that they speak for, and the exact one");
    TextTable rows({Side::kLeft, Side::kLeft, Side::kRight, Side::kRight, Side::kRight});
    rows.add({"a", "b", "distance", "estimate", "cosine"});
    for (std::size_t i = 0; i < shown(s_.pairs.size()); ++i) {
      const SimHashSteps::Pair& pair = s_.pairs[i];
      rows.add({fmt::format("D{}", pair.a + 1), fmt::format("D{}", pair.b + 1), fmt::format("{}", pair.distance),
                fmt::format("{:.4f}", pair.estimate), fmt::format("{:.4f}", pair.cosine)});
    }
    out_ += rows.print("  ");
    more(s_.pairs.size(), "pairs");
  }

  void table() {
    std::string moves;
    for (std::size_t i = 0; i < s_.permutation.size(); ++i)
      moves += fmt::format("{}{}→{}", i == 0 ? "" : ", ", i + 1, s_.permutation[i]);
    heading("Table of the permutation of bits " + moves + ", sorted");
    TextTable rows({Side::kLeft, Side::kLeft, Side::kLeft});
    for (std::size_t i = 0; i < shown(s_.table.size()); ++i) {
      const SimHashSteps::Document& document = s_.documents[s_.table[i]];
      rows.add({digits(document.permuted, s_.bits), fmt::format("D{}", s_.table[i] + 1),
                "from " + digits(document.fingerprint, s_.bits)});
    }
    out_ += rows.print("  ");
    more(s_.table.size(), "documents");
  }

  const SimHashSteps& s_;
  std::size_t show_;
  std::string out_;
  int step_ = 0;
};

}  // namespace

std::string simhash_steps_text(const SimHashSteps& steps, std::uint64_t show) {
  return SimHashPrintout(steps, show).print();
}

}  // namespace textkin::report
