// Rows of `textkin index query --answers`: how sure the answer to each question is.
#pragma once

#include <cstdint>
#include <string_view>

#include "report/rows/table.h"

namespace textkin::report {

struct AnswerRow {
  std::string_view id;         // of the document that was asked about
  std::uint64_t sequence = 0;  // of the index
  std::uint64_t found = 0;
  double recall = 1;  // least probability that a document of the similarity `at`, or above it, was found
  std::uint64_t rows = 0;
  std::uint64_t candidates = 0;
  std::uint64_t verified = 0;
  std::uint64_t skipped_as_common = 0;  // bands asked with more rows or not at all, or runs of words
  double at = 0;                        // the threshold; or the similarity of the last of the most alike
  std::string_view statement;           // the same as a sentence
};

template <>
inline constexpr auto kColumns<AnswerRow> = std::tuple{
    Column{"id", &AnswerRow::id},
    Column{"sequence", &AnswerRow::sequence},
    Column{"found", &AnswerRow::found},
    Column{"recall", &AnswerRow::recall},
    Column{"rows", &AnswerRow::rows},
    Column{"candidates", &AnswerRow::candidates},
    Column{"verified", &AnswerRow::verified},
    Column{"skipped_as_common", &AnswerRow::skipped_as_common},
    Column{"at", &AnswerRow::at},
    Column{"statement", &AnswerRow::statement},
};

}  // namespace textkin::report
