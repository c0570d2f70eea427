#include "engine/rules/item_rows.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/free_room.h"

namespace textkin::engine::rules {
namespace {

using Number = std::array<char, 4>;

std::string_view bytes_of(const Number& number) { return {number.data(), number.size()}; }

}  // namespace

Status ItemRows::add(Feature feature, std::string_view name) {
  const auto [at, is_new] =
      numbers_.try_emplace(feature, Item{.number = static_cast<std::uint32_t>(supports_.size()), .last_row = row_});
  Item& item = at->second;
  if (is_new) {
    const auto size = std::bit_cast<std::array<char, 2>>(static_cast<std::uint16_t>(name.size()));
    TEXTKIN_RETURN_IF_ERROR(names_.write({size.data(), size.size()}));
    TEXTKIN_RETURN_IF_ERROR(names_.write(name));
    supports_.push_back(0);
  } else if (item.last_row == row_) {
    return {};
  }
  item.last_row = row_;
  ++supports_[item.number];
  return places_.write(bytes_of(std::bit_cast<Number>(item.number)));
}

Status ItemRows::end_row() {
  ++row_;
  return places_.write(bytes_of(std::bit_cast<Number>(kRowEnds)));
}

Status ItemRows::gather(std::uint32_t first, std::uint32_t last) {
  TEXTKIN_RETURN_IF_ERROR(places_.rewind());
  std::vector<std::uint64_t> ends(begins_.begin(), begins_.end() - 1);
  for (std::uint32_t row = 0; !places_.at_end();) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::string_view some, places_.read_some());
    for (std::size_t at = 0; at < some.size(); at += sizeof(Number)) {
      std::uint32_t item = 0;
      std::memcpy(&item, some.data() + at, sizeof item);
      if (item == kRowEnds) {
        ++row;
      } else if (item >= first && item < last && begins_[item - first] < begins_[item - first + 1]) {
        rows_[ends[item - first]++] = row;
      }
    }
  }
  return {};
}

Status ItemRows::for_columns(std::uint64_t least, std::uint64_t memory,
                             const std::function<Status(const Column&)>& take) {
  base::free_room(numbers_);
  TEXTKIN_RETURN_IF_ERROR(names_.rewind());
  const auto all = static_cast<std::uint32_t>(supports_.size());
  for (std::uint32_t first = 0, last = 0; first < all; first = last) {
    begins_.assign(1, 0);
    do {
      begins_.push_back(begins_.back() + (supports_[last] < least ? 0 : supports_[last]));
    } while (++last < all && (begins_.back() + supports_[last]) * sizeof(std::uint32_t) <= memory);
    rows_.resize(begins_.back());
    TEXTKIN_RETURN_IF_ERROR(gather(first, last));
    for (std::uint32_t item = first; item < last; ++item) {
      TEXTKIN_ASSIGN_OR_RETURN(const std::string_view size, names_.read(sizeof(std::uint16_t)));
      std::uint16_t length = 0;
      std::memcpy(&length, size.data(), sizeof length);
      TEXTKIN_ASSIGN_OR_RETURN(const std::string_view name, names_.read(length));
      const std::uint64_t begin = begins_[item - first];
      if (const std::uint64_t end = begins_[item - first + 1]; begin < end)
        TEXTKIN_RETURN_IF_ERROR(take({.name = name, .rows = std::span(rows_).subspan(begin, end - begin)}));
    }
  }
  return {};
}

}  // namespace textkin::engine::rules
