#include "serve/handlers/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace textkin::serve {
namespace {

// What may stand more than once.
constexpr std::array<std::string_view, 4> kSeveral{"where", "not", "checkpoint", "field"};

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

template <class Number>
Status take_number(const std::optional<std::string>& text, std::string_view name, const char* kind, Number& out) {
  if (!text) return {};
  Number value{};
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (text->empty() || error != std::errc() || end != text->data() + text->size())
    return Status(Code::kInvalidArgument, fmt::format("{}={} is not {}", name, *text, kind));
  out = value;
  return {};
}

}  // namespace

Result<std::string> decoded(std::string_view text, bool plus) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += plus && text[i] == '+' ? ' ' : text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? digit(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? digit(text[i + 2]) : -1;
    if (high < 0 || low < 0 || high + low == 0)
      return Status(Code::kInvalidArgument,
                    "a % of the address is not followed by two hexadecimal digits of a byte "
                    "other than 0; write % itself as %25");
    out += static_cast<char>(16 * high + low);
    i += 2;
  }
  return out;
}

Result<Parameters> Parameters::parse(std::string_view query) {
  Parameters made;
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view one = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    if (one.empty()) continue;
    const std::size_t equals = std::min(one.find('='), one.size());
    TEXTKIN_ASSIGN_OR_RETURN(std::string name, decoded(one.substr(0, equals), true));
    TEXTKIN_ASSIGN_OR_RETURN(std::string value, decoded(one.substr(std::min(equals + 1, one.size())), true));
    made.all_.emplace_back(std::move(name), std::move(value));
  }
  return made;
}

Status Parameters::check(std::span<const std::string_view> known) const {
  for (const auto& [name, value] : all_) {
    if (std::ranges::find(known, name) == known.end())
      return Status(Code::kInvalidArgument,
                    known.empty()
                        ? fmt::format("there is no parameter {} here, nor any other", name)
                        : fmt::format("there is no parameter {} here, only {}", name, fmt::join(known, ", ")));
    if (std::ranges::find(kSeveral, name) == kSeveral.end() && texts(name).size() > 1)
      return Status(Code::kInvalidArgument, fmt::format("{} is given twice; give it once", name));
  }
  return {};
}

std::optional<std::string> Parameters::text(std::string_view name) const {
  for (const auto& [known, value] : all_)
    if (known == name) return value;
  return std::nullopt;
}

std::vector<std::string> Parameters::texts(std::string_view name) const {
  std::vector<std::string> found;
  for (const auto& [known, value] : all_)
    if (known == name) found.push_back(value);
  return found;
}

Status Parameters::take(std::string_view name, double& out) const {
  double value = out;
  TEXTKIN_RETURN_IF_ERROR(take_number(text(name), name, "a number", value));
  if (!std::isfinite(value)) return Status(Code::kInvalidArgument, fmt::format("{} is not finite", name));
  out = value;
  return {};
}
Status Parameters::take(std::string_view name, std::uint64_t& out) const {
  return take_number(text(name), name, "a whole number", out);
}
Status Parameters::take_above_zero(std::string_view name, std::uint64_t& out) const {
  TEXTKIN_RETURN_IF_ERROR(take(name, out));
  if (text(name) && out == 0) return Status(Code::kInvalidArgument, fmt::format("{}=0: it is 1 or more", name));
  return {};
}
Status Parameters::take(std::string_view name, std::uint32_t& out) const {
  return take_number(text(name), name, "a whole number below 4294967296", out);
}
Status Parameters::take(std::string_view name, bool& out) const {
  const std::optional<std::string> typed = text(name);
  if (!typed) return {};
  if (*typed != "true" && *typed != "false")
    return Status(Code::kInvalidArgument, fmt::format("{}={} is neither true nor false", name, *typed));
  out = *typed == "true";
  return {};
}

}  // namespace textkin::serve
