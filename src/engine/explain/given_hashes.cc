#include "engine/explain/given_hashes.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/file.h"

namespace textkin::engine::explain {
namespace {

constexpr std::size_t kLongestList = 16u << 20;
constexpr std::string_view kBlank = " \t\r";

// "FEATURE DIGITS" into both; false where the line is something else.
bool split_line(std::string_view line, std::string_view& feature, std::string_view& digits) {
  const std::size_t space = line.find_last_of(kBlank);
  if (space == std::string_view::npos) return false;
  digits = line.substr(space + 1);
  feature = line.substr(0, line.find_last_not_of(kBlank, space) + 1);
  return !feature.empty() && digits.size() <= 64 && digits.find_first_not_of("01") == std::string_view::npos;
}

}  // namespace

Result<GivenHashes> read_given_hashes(const std::string& path) {
  TEXTKIN_ASSIGN_OR_RETURN(base::File file, base::File::open(path));
  std::string bytes(kLongestList + 1, '\0');
  TEXTKIN_ASSIGN_OR_RETURN(const std::size_t size, file.read(bytes.data(), bytes.size()));
  if (size > kLongestList) return Status(Code::kBadInput, path + " is longer than 16 MiB, which is too long a list");
  GivenHashes given;
  std::string_view text(bytes.data(), size);
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::size_t end = line.find_last_not_of(kBlank);
    if (end == std::string_view::npos) continue;
    line = line.substr(0, end + 1);
    const auto refuse = [&](std::string_view why) {
      return Status(Code::kBadInput, fmt::format("{}:{}: {}", path, number, why));
    };
    std::string_view feature;
    std::string_view digits;
    if (!split_line(line, feature, digits)) return refuse("not a line 'FEATURE DIGITS', up to 64 digits 0 and 1");
    if (given.bits != 0 && digits.size() != given.bits)
      return refuse(fmt::format("{} digits, where the lines before have {}", digits.size(), given.bits));
    given.bits = static_cast<std::uint32_t>(digits.size());
    std::uint64_t hash = 0;
    for (const char digit : digits) hash = 2 * hash + (digit == '1');
    if (!given.of.emplace(feature, hash).second) return refuse("this feature has a hash already");
  }
  if (given.of.empty()) return Status(Code::kBadInput, path + " has no line 'FEATURE DIGITS'");
  return given;
}

}  // namespace textkin::engine::explain
