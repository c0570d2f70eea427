// AddedAt: when documents count as added, by which `--older-than` goes: now, at one time, or each at the time that a
// field of it has, as an export writes it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/index/typed_times.h"
#include "textkin/status.h"

namespace textkin::engine::index {

// The member of an exported line that says when its document was added.
inline constexpr std::string_view kFieldOfExports = "textkin_added_at";

class AddedAt {
 public:
  // Empty: now. kInvalidArgument for what is neither a time nor `field:NAME`, and for a time to come: no age would ever
  // reach it.
  static Result<AddedAt> parse(const std::string& typed);

  // Where the values of that field stand among those that are read of each document: where they are already, or
  // behind them, and then its name is appended. Nothing where no field says it.
  std::optional<std::size_t> place_in(std::vector<std::string>& fields) const;

  // Of all documents; nothing: now.
  std::optional<Seconds> of_all() const { return time_; }
  // What the field of the document `id` says, `value`; kBadInput where that is no time, or is to come.
  Result<Seconds> of_one(std::string_view id, const std::string& value) const;

 private:
  std::optional<Seconds> time_;
  std::string field_;
};

}  // namespace textkin::engine::index
