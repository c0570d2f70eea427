#include "extract/look.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "extract/ascii.h"

namespace textkin::extract {
namespace {

// Each part of the colour: to paper its contrast is 1.14 at most (WCAG 2.2, of 21), and nobody reads it. Yellow, with a
// contrast of 1.07, is read: it is its lack of blue that is seen.
constexpr double kNearlyWhite = 240;
constexpr std::array<std::string_view, 10> kWhites = {"white",       "whitesmoke", "ivory", "snow",      "ghostwhite",
                                                      "floralwhite", "mintcream",  "azure", "aliceblue", "honeydew"};
constexpr double kFaintest = 0.06;  // of black, which is then nearly white
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
struct Colour {
  std::array<double, 3> parts{};
  double alpha = 1;
};

// "0.5", "50%" of `whole`; moves `text` behind it.
std::optional<double> parse_part(std::string_view& text, double whole) {
  double part = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), part);
  if (error != std::errc()) return {};
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (text.starts_with('%')) part *= whole / 100;
  text.remove_prefix(std::min(text.find_first_of(" \t\r\n,/)"), text.size()));
  return part;
}

std::optional<Colour> parse_hex(std::string_view digits) {
  const bool has_alpha = digits.size() == 4 || digits.size() == 8;
  const std::size_t width = digits.size() / (has_alpha ? 4 : 3);
  if (width < 1 || width > 2 || digits.size() != width * (has_alpha ? 4 : 3)) return {};
  Colour colour;
  for (std::size_t i = 0; i * width < digits.size(); ++i) {
    const char* const first = digits.data() + i * width;
    unsigned value = 0;
    const auto [end, error] = std::from_chars(first, first + width, value, 16);
    if (error != std::errc() || end != first + width) return {};
    if (width == 1) value *= 17;
    (i < 3 ? colour.parts[i] : colour.alpha) = i < 3 ? value : value / 255.0;
  }
  return colour;
}

// "rgb(1, 2, 3)", "rgb(1 2 3 / 4%)", and hsl() with what its colour has least of.
std::optional<Colour> parse_function(std::string_view text) {
  const bool rgb = text.starts_with("rgb");
  text.remove_prefix(text.find('(') + 1);
  Colour colour;
  for (std::size_t i = 0; i < 4; ++i) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n,/"), text.size()));
    const std::optional<double> part = parse_part(text, i == 3 || !rgb ? 1 : 255);
    if (!part && i < 3) return {};
    if (part) (i < 3 ? colour.parts[i] : colour.alpha) = *part;
  }
  if (!rgb) {
    const double light = colour.parts[2];
    colour.parts.fill(255 * (light - colour.parts[1] * std::min(light, 1 - light)));
  }
  return colour;
}

std::optional<Colour> parse_colour(std::string_view text) {
  const std::string colour = lower_without_space(text);
  if (std::ranges::find(kWhites, colour) != kWhites.end()) return Colour{{255, 255, 255}};
  if (colour == "transparent") return Colour{{}, 0};
  for (const std::string_view name : {"rgb(", "rgba(", "hsl(", "hsla("})
    if (colour.starts_with(name))
      return parse_function(lower(text.substr(std::min(text.find_first_of("rRhH"), text.size()))));
  const bool marked = colour.starts_with('#');
  if (!marked && colour.size() != 3 && colour.size() != 6) return {};
  return parse_hex(std::string_view(colour).substr(marked));
}

}  // namespace

Look Look::with(const Look& nearer) const {
  return {.hidden = nearer.hidden ? nearer.hidden : hidden,
          .white = nearer.white ? nearer.white : white,
          .tiny = nearer.tiny ? nearer.tiny : tiny,
          .shaded = nearer.shaded ? nearer.shaded : shaded,
          .clear = nearer.clear ? nearer.clear : clear};
}

Shown Look::shown() const {
  if (hidden.value_or(false) || tiny.value_or(false)) return Shown::kNo;
  const bool as_paper = white.value_or(false) && !shaded.value_or(false);
  return as_paper || clear.value_or(false) ? Shown::kAsSpace : Shown::kYes;
}

bool is_white(std::string_view text) {
  const std::optional<Colour> colour = parse_colour(text);
  return colour && std::ranges::all_of(colour->parts, [](double part) { return part >= kNearlyWhite; });
}

bool is_transparent(std::string_view text) {
  const std::optional<Colour> colour = parse_colour(text);
  return colour && colour->alpha <= kFaintest;
}

bool is_faint(std::string_view opacity) {
  const std::optional<double> part = parse_part(opacity, 1);
  return part && *part <= kFaintest;
}

bool is_shade(std::string_view text) {
  const std::string colour = lower_without_space(text);
  if (colour.empty() || colour == "none" || colour == "auto" || colour == "inherit") return false;
  return !is_white(text) && !is_transparent(text);
}

bool is_paper(std::string_view text) {
  const std::optional<Colour> colour = parse_colour(text);
  return is_white(text) && colour->alpha >= 1 - kFaintest;
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
