// Pairs of rows that a table names, as `textkin signatures pairs` and `textkin pairs` write them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "textkin/status.h"

namespace textkin::engine::signatures {

// Of each pair its rows, counted from 0.
struct RowPairs {
  std::vector<std::uint32_t> of_a;
  std::vector<std::uint32_t> of_b;
};

// The rows that lines of `path` name in their columns a and b, in their order; other columns are not looked at. `a_ids`
// and `b_ids`: of the rows of either side, no two of a side equal. kBadInput names the line where there is no such
// column or a line has other fields than the header; kInvalidArgument an id that stands in no row. Memory: the file,
// and a map of the ids.
Result<RowPairs> read_named_pairs(const std::string& path, std::span<const std::string> a_ids,
                                  std::span<const std::string> b_ids);

}  // namespace textkin::engine::signatures
