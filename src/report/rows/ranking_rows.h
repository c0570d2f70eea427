// Rows of `textkin report --format tsv|jsonl`: the page's table of pairs for a spreadsheet.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "report/pages/html_report.h"
#include "report/rows/table.h"

namespace textkin::report {

struct RankingRow {
  std::string_view a;
  std::string_view b;
  std::uint32_t longest = 0;
  std::uint32_t matched_a = 0;
  std::uint32_t matched_b = 0;
  std::uint32_t equal_a = 0;
  std::uint32_t equal_b = 0;
  std::uint32_t words_a = 0;
  std::uint32_t words_b = 0;
  std::uint32_t passages = 0;
  std::uint32_t rare_words = 0;
  std::optional<double> similarity;  // of programs as wholes

  double share_a() const { return share(equal_a, words_a); }
  double share_b() const { return share(equal_b, words_b); }

 private:
  static double share(std::uint32_t part, std::uint32_t whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / whole;
  }
};

template <>
inline constexpr auto kColumns<RankingRow> = std::tuple{
    Column{"a", &RankingRow::a},
    Column{"b", &RankingRow::b},
    Column{"longest", &RankingRow::longest},
    Column{"matched_a", &RankingRow::matched_a},
    Column{"matched_b", &RankingRow::matched_b},
    Column{"equal_a", &RankingRow::equal_a},
    Column{"equal_b", &RankingRow::equal_b},
    Column{"words_a", &RankingRow::words_a},
    Column{"words_b", &RankingRow::words_b},
    Column{"share_a", &RankingRow::share_a},
    Column{"share_b", &RankingRow::share_b},
    Column{"passages", &RankingRow::passages},
    Column{"rare_words", &RankingRow::rare_words},
    Column{"similarity", &RankingRow::similarity},
};

// `pair` of the page, which keeps the ids.
inline RankingRow ranking_row(const Page& page, const PagePair& pair) {
  const PageDocument& a = page.documents[pair.a];
  const PageDocument& b = page.documents[pair.b];
  return {.a = a.id,
          .b = b.id,
          .longest = pair.longest,
          .matched_a = pair.a_matched,
          .matched_b = pair.b_matched,
          .equal_a = pair.a_equal,
          .equal_b = pair.b_equal,
          .words_a = a.counted,
          .words_b = b.counted,
          .passages = pair.counted,
          .rare_words = pair.rare_words,
          .similarity = pair.similarity < 0 ? std::nullopt : std::optional(pair.similarity)};
}

}  // namespace textkin::report
