// Signatures that lie elsewhere, as columns of a table: as a file of signatures, and compared row by row.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/run/limits.h"
#include "engine/signatures/row_maker.h"
#include "textkin/signature_block.h"
#include "textkin/status.h"

namespace textkin::engine::signatures {

struct GivenRows {
  std::vector<std::pair<std::string, std::string>> options;  // how they were made, as info() tells it, in its order
  std::span<const std::uint32_t> sizes;                      // of each row; 0: its cells mean nothing
  std::span<const Cell> cells;                               // row after row, packed as in a file
  std::uint32_t words = 0;                                   // a row
  std::function<std::string_view(std::size_t)> id;           // of a row
};

// The file that create() would have left of the same documents. kInvalidArgument for options that this textkin does not
// know, for a shape that does not follow from them, and for an id that stands twice. Cost: a copy of the cells.
Status write_given(const GivenRows& rows, const run::LimitOptions& asked, const std::string& output);

// Of each i what is estimated of row `of_a[i]` of the first file and row `of_b[i]` of the last, two that were made
// alike or one: rows as those of pairs(), in this order, those of nothing in common too, whatever wanted.threshold
// says. Memory: all cells of the files. kInvalidArgument for a row that is not there.
Status estimate_rows(const std::vector<std::string>& files, std::span<const std::uint32_t> of_a,
                     std::span<const std::uint32_t> of_b, const AnswerOptions& wanted);

// The same of the pairs that a table of them names, see read_named_pairs(); where `pairs` is empty, of row i of the
// first file and row i of the last: kInvalidArgument where these are not as many.
Status estimate(const std::vector<std::string>& files, const std::string& pairs, const AnswerOptions& wanted);

}  // namespace textkin::engine::signatures
