#include "engine/index/added_at.h"

#include <fmt/format.h>

#include <algorithm>

namespace textkin::engine::index {
namespace {

constexpr std::string_view kOfField = "field:";
constexpr Seconds kADay = 24 * 60 * 60;  // clocks differ

bool is_to_come(Seconds time) { return time > archive::now() + kADay; }

}  // namespace

Result<AddedAt> AddedAt::parse(const std::string& typed) {
  AddedAt out;
  if (typed.empty()) return out;
  if (typed.starts_with(kOfField) && typed.size() > kOfField.size()) {
    out.field_ = typed.substr(kOfField.size());
    return out;
  }
  TEXTKIN_ASSIGN_OR_RETURN(out.time_, time_of(typed, "--added-at", ", or field:NAME for that of each document"));
  if (is_to_come(*out.time_))
    return Status(Code::kInvalidArgument,
                  fmt::format("--added-at {} is still to come: no age would ever reach it", typed));
  return out;
}

std::optional<std::size_t> AddedAt::place_in(std::vector<std::string>& fields) const {
  if (field_.empty()) return std::nullopt;
  const auto found = std::ranges::find(fields, field_);
  const auto place = static_cast<std::size_t>(found - fields.begin());
  if (found == fields.end()) fields.push_back(field_);
  return place;
}

Result<Seconds> AddedAt::of_one(std::string_view id, const std::string& value) const {
  if (value.empty())
    return Status(Code::kBadInput, fmt::format("{} has nothing in its field {}, of which --added-at takes when it was "
                                               "added; give it a time, as 2026-01-31",
                                               id, field_));
  const Result<Seconds> time = time_of(value, fmt::format("{}: the field {}, ", id, field_));
  if (!time.ok()) return Status(Code::kBadInput, time.status().message());
  if (is_to_come(*time))
    return Status(Code::kBadInput,
                  fmt::format("{}: the field {}, {}, is still to come: no age would ever reach it", id, field_, value));
  return *time;
}

}  // namespace textkin::engine::index
