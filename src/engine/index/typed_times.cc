#include "engine/index/typed_times.h"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <optional>
#include <string_view>

namespace textkin::engine::index {
namespace {

namespace chrono = std::chrono;

// All of `text`, which is digits.
std::optional<int> digits(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || text[0] == '-' || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Seconds> date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const std::optional<int> year = digits(text.substr(0, 4));
  const std::optional<int> month = digits(text.substr(5, 2));
  const std::optional<int> day = digits(text.substr(8, 2));
  if (!year || !month || !day) return std::nullopt;
  const chrono::year_month_day named{chrono::year(*year), chrono::month(static_cast<unsigned>(*month)),
                                     chrono::day(static_cast<unsigned>(*day))};
  if (!named.ok()) return std::nullopt;
  return Seconds{chrono::sys_days(named).time_since_epoch() / chrono::seconds(1)};
}

std::optional<Seconds> time_in(std::string_view text) {
  const std::optional<Seconds> day = date(text.substr(0, 10));
  if (!day || text.size() == 10) return day;
  text.remove_prefix(10);
  if (text.size() != 10 || text[0] != 'T' || text[3] != ':' || text[6] != ':' || text[9] != 'Z') return std::nullopt;
  const std::optional<int> hour = digits(text.substr(1, 2));
  const std::optional<int> minute = digits(text.substr(4, 2));
  const std::optional<int> second = digits(text.substr(7, 2));
  if (!hour || !minute || !second || *hour > 23 || *minute > 59 || *second > 59) return std::nullopt;
  return *day + 3600 * *hour + 60 * *minute + *second;
}

std::optional<Seconds> age(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const char unit = text.back();
  const std::optional<int> number = digits(text.substr(0, text.size() - 1));
  if (!number || (unit != 'd' && unit != 'h')) return std::nullopt;
  return Seconds{*number} * (unit == 'd' ? 86400 : 3600);
}

}  // namespace

Result<Seconds> time_of(const std::string& typed, const std::string& option, const std::string& or_else) {
  if (const std::optional<Seconds> time = time_in(typed)) return *time;
  return Status(Code::kInvalidArgument,
                fmt::format("{} {} is no time; write 2026-01-31 or 2026-01-31T12:00:00Z{}", option, typed, or_else));
}

Result<Seconds> time_or_age(const std::string& typed, const std::string& option, Seconds now) {
  if (const std::optional<Seconds> time = time_in(typed)) return *time;
  if (const std::optional<Seconds> old = age(typed)) return now - *old;
  return Status(
      Code::kInvalidArgument,
      fmt::format("{} {} is no age and no time; write 365d, 12h, 2026-01-31 or 2026-01-31T12:00:00Z", option, typed));
}

std::string as_text(Seconds time) {
  const chrono::sys_seconds at{chrono::seconds(time)};
  const chrono::sys_days day = chrono::floor<chrono::days>(at);
  const chrono::year_month_day named(day);
  const Seconds rest = (at - day) / chrono::seconds(1);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(named.year()),
                     static_cast<unsigned>(named.month()), static_cast<unsigned>(named.day()), rest / 3600,
                     rest / 60 % 60, rest % 60);
}

}  // namespace textkin::engine::index
