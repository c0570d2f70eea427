#include "laws/ru_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "laws/member_list.h"

namespace textkin::laws {
namespace {

using Rows = std::vector<std::uint32_t>;

Result<Rows> parse_rows(std::string_view option, std::string_view list) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::vector<std::uint64_t> members, parse_members(option, list, UINT32_MAX));
  return Rows(members.begin(), members.end());
}

std::uint32_t count_shared(const Rows& a, const Rows& b) {
  Rows both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  return static_cast<std::uint32_t>(both.size());
}

// The doubled list of RUM: the members of A, then those of B; a shared one has two rows, both of both sets.
void double_list(Rows& a, Rows& b) {
  Rows rows_a;
  Rows rows_b;
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    rows_a.push_back(i + 1);
    if (std::ranges::binary_search(b, a[i])) rows_b.push_back(i + 1);
  }
  for (std::uint32_t j = 0; j < b.size(); ++j) {
    const auto row = static_cast<std::uint32_t>(a.size()) + j + 1;
    if (std::ranges::binary_search(a, b[j])) rows_a.push_back(row);
    rows_b.push_back(row);
  }
  a = std::move(rows_a);
  b = std::move(rows_b);
}

}  // namespace

Result<RuColumns> ru_columns(const RuSets& sets) {
  const bool sized = sets.size_a || sets.size_b || sets.shared;
  RuColumns columns;
  columns.listed = !sets.set_a.empty() || !sets.set_b.empty();
  if (columns.listed == sized || (sized && !(sets.size_a && sets.size_b && sets.shared)))
    return Status(Code::kInvalidArgument,
                  "give either both sets, --set-a and --set-b, or --size-a, --size-b and --shared");
  if (columns.listed) {
    TEXTKIN_ASSIGN_OR_RETURN(Rows a, parse_rows("--set-a", sets.set_a));
    TEXTKIN_ASSIGN_OR_RETURN(Rows b, parse_rows("--set-b", sets.set_b));
    columns.a = std::move(a);
    columns.b = std::move(b);
    columns.size_a = static_cast<std::uint32_t>(columns.a.size());
    columns.size_b = static_cast<std::uint32_t>(columns.b.size());
    columns.shared = count_shared(columns.a, columns.b);
    if (sets.modified) double_list(columns.a, columns.b);
  } else {
    columns.size_a = *sets.size_a;
    columns.size_b = *sets.size_b;
    columns.shared = *sets.shared;
    if (columns.shared > std::min(columns.size_a, columns.size_b))
      return Status(Code::kInvalidArgument,
                    fmt::format("--shared {} is more than the smaller set has", columns.shared));
  }
  const std::uint64_t doubled = std::uint64_t{columns.size_a} + columns.size_b;
  if (sets.modified && (sets.rows != 0 || doubled > UINT32_MAX))
    return Status(Code::kInvalidArgument, "with --modified the rows are those of the doubled list; leave out --rows");
  if (!sets.modified && sets.rows == 0) return Status(Code::kInvalidArgument, "--rows N is missing: the n of mod n");
  columns.rows = sets.modified ? static_cast<std::uint32_t>(doubled) : sets.rows;
  // There both columns have the shared rows of the other beside their own.
  columns.more = sets.modified ? columns.shared : 0;
  return columns;
}

}  // namespace textkin::laws
