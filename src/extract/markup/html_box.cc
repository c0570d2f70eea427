#include "extract/markup/html_box.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <vector>

namespace textkin::extract {
namespace {

constexpr double kFarPixels = -500;
constexpr double kFarParts = -150;  // of the window or of what holds it; the next of some slides is one such part away
constexpr double kPixelsAnEm = 16;
constexpr double kNoRoom = 1;  // pixels, in which no letter is seen

struct Length {
  double number = 0;
  std::string_view unit;

  bool is_part() const { return unit == "%" || unit.starts_with('v'); }
  double pixels() const { return unit.ends_with("em") ? number * kPixelsAnEm : number; }
};

std::optional<Length> parse_length(std::string_view text) {
  Length out;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out.number);
  if (error != std::errc()) return {};
  out.unit = text.substr(static_cast<std::size_t>(end - text.data()));
  return out;
}

bool is_far(std::string_view value) {
  const std::optional<Length> length = parse_length(value);
  return length && (length->is_part() ? length->number <= kFarParts : length->pixels() <= kFarPixels);
}

bool is_no_room(std::string_view value) {
  const std::optional<Length> length = parse_length(value);
  return length && length->number >= 0 && (length->is_part() ? length->number == 0 : length->pixels() <= kNoRoom);
}

// What stands in the brackets of "inset(50% 0)"; empty where the function is another.
std::vector<std::string_view> arguments_of(std::string_view function, std::string_view value) {
  std::vector<std::string_view> out;
  if (!value.starts_with(function) || !value.substr(function.size()).starts_with('(')) return out;
  value = value.substr(function.size() + 1);
  value = value.substr(0, value.find(')'));
  constexpr std::string_view kBetween = " \t\r\n,";
  while (!value.empty()) {
    value.remove_prefix(std::min(value.find_first_not_of(kBetween), value.size()));
    const std::string_view word = value.substr(0, value.find_first_of(kBetween));
    if (!word.empty()) out.push_back(word);
    value.remove_prefix(word.size());
  }
  return out;
}

// "rect(top, right, bottom, left)", all from the upper left corner.
bool clips_all(std::string_view value) {
  const std::vector<std::string_view> sides = arguments_of("rect", value);
  if (sides.size() != 4) return false;
  std::array<double, 4> pixels{};
  for (std::size_t i = 0; i < 4; ++i) {
    const std::optional<Length> length = parse_length(sides[i]);
    if (!length) return false;
    pixels[i] = length->pixels();
  }
  return pixels[2] - pixels[0] <= kNoRoom || pixels[1] - pixels[3] <= kNoRoom;
}

// Insets of a half on both sides, as one length says, or of all of one.
bool leaves_no_path(std::string_view value) {
  const std::vector<std::string_view> insets = arguments_of("inset", value);
  const auto part = [&](std::size_t i) {
    const std::optional<Length> length = parse_length(insets[i]);
    return length && length->unit == "%" ? length->number : 0;
  };
  for (std::size_t i = 0; i < std::min<std::size_t>(insets.size(), 4); ++i)
    if (part(i) >= 100 || (i < 2 && insets.size() <= i + 2 && part(i) >= 50)) return true;
  const std::vector<std::string_view> radius = arguments_of("circle", value);
  return !radius.empty() && is_no_room(radius[0]);
}

}  // namespace

void HtmlBox::declare(std::string_view name, std::string_view value) {
  if (name == "position") positioned_ = value == "absolute" || value == "fixed";
  if (name == "float") boxed_ = value != "none";
  if (name == "display") {
    in_line_ = value == "inline" || value == "contents";
    boxed_ = !in_line_;
  }
  if (name == "left" || name == "right" || name == "top" || name == "bottom") outside_ |= is_far(value);
  if (name == "clip") clipped_to_nothing_ = clips_all(value);
  if (name == "clip-path") no_path_ = leaves_no_path(value);
  if (name == "transform") {
    const std::vector<std::string_view> scale = arguments_of("scale", value);
    scaled_to_nothing_ = !scale.empty() && parse_length(scale[0]).value_or(Length{1, {}}).number == 0;
  }
  if (name == "filter") {
    const std::vector<std::string_view> opacity = arguments_of("opacity", value);
    faded_ = !opacity.empty() && parse_length(opacity[0]).value_or(Length{1, {}}).number == 0;
  }
  if (name == "content-visibility") skipped_ = value == "hidden";
  if (name == "width" || name == "max-width") no_width_ |= is_no_room(value);
  if (name == "height" || name == "max-height") no_height_ |= is_no_room(value);
  if (name.starts_with("padding")) padded_ |= !is_no_room(value);
  if (name == "overflow") cuts_ = value.starts_with("hidden") || value.starts_with("clip");
}

bool HtmlBox::is_unseen(bool is_block) const {
  if (faded_) return true;
  if (positioned_ && (outside_ || clipped_to_nothing_)) return true;
  const bool has_box = positioned_ || boxed_ || (is_block && !in_line_);
  return has_box && (no_path_ || skipped_ || scaled_to_nothing_ || (cuts_ && !padded_ && (no_width_ || no_height_)));
}

}  // namespace textkin::extract
