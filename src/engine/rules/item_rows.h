// ItemRows: the items of transactions and the rows that hold them, written down row by row, given column by column.
//
// Items are told apart by their features and numbered as they come first, rows as they come. Memory: kBytesAnItem for
// each different item; how items are spelled and which row has which lies in nameless files. Errors: kIo; kNotFound where
// there is no folder for them. Threads: one.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/rules/scratch_stream.h"
#include "textkin/feature_set.h"
#include "textkin/status.h"

namespace textkin::engine::rules {

class ItemRows {
 public:
  // In a table that grows, and the number of its rows. Measured.
  static constexpr std::uint64_t kBytesAnItem = 64;

  // `directory` takes the files.
  explicit ItemRows(const std::string& directory) : names_(directory), places_(directory) {}

  bool has(Feature item) const { return numbers_.contains(item); }
  // An item of the row that is on its way. Once a row is enough: more change nothing. `name` has 65,535 bytes at most.
  Status add(Feature item, std::string_view name);
  Status end_row();

  std::uint32_t rows() const { return row_; }
  std::uint64_t items() const { return supports_.size(); }

  struct Column {
    std::string_view name;
    std::span<const std::uint32_t> rows;  // that hold it, ascending
  };
  // Calls `take` for each item that is in `least` rows or more, in the order of their numbers; behind the last row,
  // once. `memory`: bytes for rows at the same time; what there is is read once for each time that they fill it. One
  // item has what it needs, 4 bytes a row.
  Status for_columns(std::uint64_t least, std::uint64_t memory, const std::function<Status(const Column&)>& take);

 private:
  struct Item {
    std::uint32_t number;
    std::uint32_t last_row;
  };
  static constexpr std::uint32_t kRowEnds = 0xFFFFFFFFu;  // among the numbers of items in places_

  // Fills rows_ with the rows of items [first, last) that begin at begins_[item - first].
  Status gather(std::uint32_t first, std::uint32_t last);

  std::unordered_map<Feature, Item> numbers_;
  std::vector<std::uint32_t> supports_;  // by item: how many rows hold it
  std::uint32_t row_ = 0;
  ScratchStream names_;   // length as u16, and the bytes
  ScratchStream places_;  // numbers of items row by row
  std::vector<std::uint64_t> begins_;
  std::vector<std::uint32_t> rows_;
};

}  // namespace textkin::engine::rules
