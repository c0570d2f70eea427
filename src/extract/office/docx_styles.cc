#include "extract/office/docx_styles.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "extract/ascii.h"

namespace textkin::extract {
namespace {

constexpr int kMostBasedOn = 50;  // styles on styles; a circle ends there
constexpr int kClear = 98'000;    // thousandths of a percent that are not seen

// Word's, and LibreOffice's where it writes docx.
constexpr std::array<std::string_view, 4> kQuotations{"quote", "intense quote", "block text", "quotations"};

bool is_on(std::string_view value) { return value != "0" && value != "false" && value != "off"; }

// A ground has a colour, or a pattern of two: the second, of black unless it is told, lies over the first.
bool is_ground(pugi::xml_node shading) {
  const std::string_view pattern = attribute_named(shading, "val");
  const std::string_view over = attribute_named(shading, "color");
  const bool patterned = !pattern.empty() && pattern != "clear" && pattern != "nil";
  if (patterned && (over.empty() || over == "auto" || is_shade(over))) return true;
  return pattern != "solid" && is_shade(attribute_named(shading, "fill"));
}

int number_in(std::string_view value) {
  int number = 0;
  std::from_chars(value.data(), value.data() + value.size(), number);
  return number;
}

// Word's own colour of the page, as it is.
bool is_of_page(std::string_view name) {
  return name == "bg1" || name == "lt1" || name == "background1" || name == "light1";
}

// Of what Word 2010 and later fills letters with, or draws their edges: whether all its colours are white or clear.
Look look_of_fill(pugi::xml_node fill) {
  Look look;
  const auto add = [&](bool white, bool clear) {
    look.white = look.white.value_or(true) && (white || clear);
    look.clear = look.clear.value_or(true) && clear;
  };
  walk(
      fill,
      [&](pugi::xml_node node) {
        const std::string_view name = local_name(node);
        if (name == "noFill") add(true, true);
        if (!name.ends_with("Clr")) return true;
        const std::string_view value = attribute_named(node, "val");
        const pugi::xml_node alpha = child_named(node, "alpha");  // how little is seen
        const bool changed = node.first_child() != alpha || alpha.next_sibling();
        add(!changed && (name == "srgbClr" ? is_white(value) : is_of_page(value)),
            number_in(attribute_named(alpha, "val")) >= kClear);
        return false;
      },
      [](pugi::xml_node) {});
  return look;
}

// Of a style of tables, in what it says of first rows and the like.
bool has_shade(pugi::xml_node style) {
  bool found = false;
  walk(
      style,
      [&](pugi::xml_node node) {
        found = found || (local_name(node) == "shd" && is_ground(node));
        return !found;
      },
      [](pugi::xml_node) {});
  return found;
}

}  // namespace

Look look_of_run(pugi::xml_node properties) {
  Look look;
  for (const pugi::xml_node property : properties.children()) {
    const std::string_view name = local_name(property);
    const std::string_view value = attribute_named(property, "val");
    if (name == "vanish") {
      look.hidden = is_on(value);
    } else if (name == "color") {
      const bool changed =
          !attribute_named(property, "themeShade").empty() || !attribute_named(property, "themeTint").empty();
      look.white = is_white(value) || (!changed && is_of_page(attribute_named(property, "themeColor")));
      look.clear = false;
    } else if (name == "sz") {
      int half_points = 0;
      const auto parsed = std::from_chars(value.data(), value.data() + value.size(), half_points);
      if (parsed.ec == std::errc()) look.tiny = half_points <= 4;
    } else if (name == "shd") {
      if (is_ground(property)) look.shaded = true;
    } else if (name == "highlight") {
      if (is_shade(value)) look.shaded = true;
    }
  }
  look = look.with(look_of_fill(child_named(properties, "textFill")));  // goes before the colour
  if (const Look edges = look_of_fill(child_named(properties, "textOutline")); !edges.white.value_or(true))
    look.white = look.clear = false;  // by which letters are seen
  return look;
}

Look ground_of(pugi::xml_node properties) {
  Look look;
  if (is_ground(child_named(properties, "shd"))) look.shaded = true;
  return look;
}

DocxStyles::DocxStyles(pugi::xml_node root) {
  for (const pugi::xml_node node : root.children()) {
    if (local_name(node) == "docDefaults") {
      const pugi::xml_node paragraph = child_named(child_named(node, "pPrDefault"), "pPr");
      const pugi::xml_node run = child_named(child_named(node, "rPrDefault"), "rPr");
      defaults_ = ground_of(paragraph).with(look_of_run(run));
    }
    if (local_name(node) != "style") continue;
    const std::string id(attribute_named(node, "styleId"));
    Style& style = styles_[id];
    style.type = attribute_named(node, "type");
    if (style.type.empty()) style.type = "paragraph";
    style.name = lower(attribute_named(child_named(node, "name"), "val"));
    style.based_on = attribute_named(child_named(node, "basedOn"), "val");
    style.look = ground_of(child_named(node, "pPr")).with(look_of_run(child_named(node, "rPr")));
    if (style.type == "table" && has_shade(node)) style.look.shaded = true;
    const std::string_view is_default = attribute_named(node, "default");
    if (!is_default.empty() && is_on(is_default)) default_ids_[style.type] = id;  // the last one counts
  }
}

Look DocxStyles::look(std::string_view type, std::string_view id) const {
  auto style = styles_.find(id);
  if (style == styles_.end() || style->second.type != type) {
    const auto usual = type == "character" ? default_ids_.end() : default_ids_.find(type);
    style = usual == default_ids_.end() ? styles_.end() : styles_.find(usual->second);
  }
  Look out;
  for (int i = 0; i < kMostBasedOn && style != styles_.end(); ++i) {
    out = style->second.look.with(out);
    style = styles_.find(style->second.based_on);
  }
  return out;
}

bool DocxStyles::is_quotation(std::string_view id) const {
  auto style = styles_.find(id);
  for (int i = 0; i < kMostBasedOn && style != styles_.end() && style->second.type == "paragraph"; ++i) {
    if (std::ranges::find(kQuotations, style->second.name) != kQuotations.end()) return true;
    style = styles_.find(style->second.based_on);
  }
  return false;
}

}  // namespace textkin::extract
