#include "extract/office/docx_styles.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "extract/ascii.h"

namespace textkin::extract {
namespace {

constexpr int kMostBasedOn = 50;  // styles on styles; a circle ends there

// Word's, and LibreOffice's where it writes docx.
constexpr std::array<std::string_view, 4> kQuotations{"quote", "intense quote", "block text", "quotations"};

bool is_on(std::string_view value) { return value != "0" && value != "false" && value != "off"; }

// Of a style of tables, in what it says of first rows and the like.
bool has_shade(pugi::xml_node style) {
  bool found = false;
  walk(
      style,
      [&](pugi::xml_node node) {
        found = found || (local_name(node) == "shd" && is_shade(attribute_named(node, "fill")));
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
      look.white = is_white(value);
    } else if (name == "sz") {
      int half_points = 0;
      const auto parsed = std::from_chars(value.data(), value.data() + value.size(), half_points);
      if (parsed.ec == std::errc()) look.tiny = half_points <= 4;
    } else if (name == "shd") {
      if (is_shade(attribute_named(property, "fill"))) look.shaded = true;
    } else if (name == "highlight") {
      if (is_shade(value)) look.shaded = true;
    }
  }
  return look;
}

Look ground_of(pugi::xml_node properties) {
  Look look;
  if (is_shade(attribute_named(child_named(properties, "shd"), "fill"))) look.shaded = true;
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
