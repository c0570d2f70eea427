#include "laws/member_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace textkin::laws {
namespace {

constexpr std::uint64_t kMostListed = 10'000'000;

}  // namespace

Result<std::vector<std::uint64_t>> parse_members(std::string_view option, std::string_view list, std::uint64_t most) {
  const auto bad = [&](std::string_view part) {
    return Status(Code::kInvalidArgument,
                  fmt::format("{}: '{}' is neither a number nor a range such as 3-8; a list is 1,4,7-9", option,
                              part.substr(0, 40)));
  };
  std::vector<std::uint64_t> members;
  while (!list.empty()) {
    const std::string_view part = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), part.size() + 1));
    std::uint64_t first = 0;
    const char* const end = part.data() + part.size();
    const auto [place, error] = std::from_chars(part.data(), end, first);
    if (error != std::errc()) return bad(part);
    std::uint64_t last = first;
    if (place != end) {
      if (*place != '-') return bad(part);
      const auto [behind, wrong] = std::from_chars(place + 1, end, last);
      if (wrong != std::errc() || behind != end || last < first) return bad(part);
    }
    if (last > most) return Status(Code::kInvalidArgument, fmt::format("{}: {} is more than {}", option, last, most));
    if (last - first >= kMostListed || members.size() + (last - first) >= kMostListed)
      return Status(Code::kInvalidArgument, fmt::format("{}: more than {} members", option, kMostListed));
    for (std::uint64_t member = first;; ++member) {
      members.push_back(member);
      if (member == last) break;
    }
  }
  std::ranges::sort(members);
  members.erase(std::ranges::unique(members).begin(), members.end());
  return members;
}

}  // namespace textkin::laws
