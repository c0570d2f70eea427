#include "extract/look.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <string>

namespace textkin::extract {
namespace {

constexpr unsigned kNearlyWhite = 250;
constexpr double kTinyPoints = 2;

std::string lower_without_space(std::string_view text) {
  std::string out;
  for (const char byte : text) {
    if (byte != ' ' && (byte < '\t' || byte > '\r'))
      out += byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + 32) : byte;
  }
  return out;
}

// Red, green and blue, each to 255.
using Colour = std::array<unsigned, 3>;

std::optional<Colour> parse_hex(std::string_view digits) {
  if (digits.size() != 3 && digits.size() != 6) return {};
  const std::size_t width = digits.size() / 3;
  Colour colour{};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string_view part = digits.substr(i * width, width);
    const auto [end, error] = std::from_chars(part.data(), part.data() + width, colour[i], 16);
    if (error != std::errc() || end != part.data() + width) return {};
    if (width == 1) colour[i] *= 17;
  }
  return colour;
}

std::optional<Colour> parse_rgb(std::string_view text) {
  text.remove_prefix(text.starts_with("rgba(") ? 5 : 4);
  Colour colour{};
  for (unsigned& part : colour) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), part);
    if (error != std::errc()) return {};
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    const bool percent = text.starts_with('%');
    if (percent) part = part * 255 / 100;
    text.remove_prefix(percent);
    if (!text.empty()) text.remove_prefix(1);
  }
  return colour;
}

std::optional<Colour> parse_colour(std::string_view text) {
  const std::string colour = lower_without_space(text);
  if (colour == "white") return Colour{255, 255, 255};
  if (colour.starts_with("rgb(") || colour.starts_with("rgba(")) return parse_rgb(colour);
  return parse_hex(std::string_view(colour).substr(colour.starts_with('#')));
}

}  // namespace

Look Look::with(const Look& nearer) const {
  return {.hidden = nearer.hidden ? nearer.hidden : hidden,
          .white = nearer.white ? nearer.white : white,
          .tiny = nearer.tiny ? nearer.tiny : tiny,
          .shaded = nearer.shaded ? nearer.shaded : shaded};
}

Shown Look::shown() const {
  if (hidden.value_or(false) || tiny.value_or(false)) return Shown::kNo;
  return white.value_or(false) && !shaded.value_or(false) ? Shown::kAsSpace : Shown::kYes;
}

bool is_white(std::string_view text) {
  const std::optional<Colour> colour = parse_colour(text);
  return colour && (*colour)[0] >= kNearlyWhite && (*colour)[1] >= kNearlyWhite && (*colour)[2] >= kNearlyWhite;
}

bool is_shade(std::string_view text) {
  const std::string colour = lower_without_space(text);
  if (colour.empty() || colour == "none" || colour == "auto" || colour == "transparent" || colour == "inherit")
    return false;
  return !is_white(colour);
}

bool is_tiny(std::string_view text) {
  const std::string size = lower_without_space(text);
  double number = 0;
  const auto [end, error] = std::from_chars(size.data(), size.data() + size.size(), number);
  if (error != std::errc()) return false;
  const std::string_view unit(end, static_cast<std::size_t>(size.data() + size.size() - end));
  if (unit == "em" || unit == "rem") return number * 12 <= kTinyPoints;
  if (unit == "%") return number * 0.12 <= kTinyPoints;
  if (unit == "px") return number * 0.75 <= kTinyPoints;
  if (unit == "pt") return number <= kTinyPoints;
  return number == 0;
}

}  // namespace textkin::extract
