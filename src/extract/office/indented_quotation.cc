#include "extract/office/indented_quotation.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "extract/xml_walk.h"

namespace textkin::extract {
namespace {

// Of a length as OpenDocument has it: 1.25cm; 0 for any other.
double points_of(std::string_view length) {
  constexpr std::array<std::pair<std::string_view, double>, 5> kUnits{
      {{"pt", 1.0}, {"cm", 72 / 2.54}, {"mm", 7.2 / 2.54}, {"in", 72.0}, {"pc", 12.0}}};
  double number = 0;
  const auto [end, error] = std::from_chars(length.data(), length.data() + length.size(), number);
  if (error != std::errc()) return 0;
  const std::string_view unit = length.substr(static_cast<std::size_t>(end - length.data()));
  const auto* const known = std::ranges::find(kUnits, unit, &std::pair<std::string_view, double>::first);
  return known == kUnits.end() ? 0 : number * known->second;
}

// The next or the one before, over marks of places and of spelling; null where something else stands there.
pugi::xml_node neighbour(pugi::xml_node paragraph, bool next) {
  pugi::xml_node node = paragraph;
  do {
    node = next ? node.next_sibling() : node.previous_sibling();
  } while (node && (node.type() != pugi::node_element || local_name(node).starts_with("bookmark") ||
                    local_name(node) == "proofErr" || local_name(node) == "soft-page-break"));
  return local_name(node) == "p" ? node : pugi::xml_node();
}

// What it shows, but for what stands beside it: boxes, notes, what was deleted.
std::string text_of(pugi::xml_node paragraph) {
  constexpr auto kOther = std::to_array<std::string_view>(
      {"txbxContent", "p", "h", "delText", "instrText", "note", "annotation", "frame", "text-box"});
  std::string out;
  walk(
      paragraph,
      [&](pugi::xml_node node) {
        if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata) out += node.value();
        return std::ranges::find(kOther, local_name(node)) == kOther.end();
      },
      [](pugi::xml_node) {});
  return out;
}

bool ends_with_numbered_brackets(std::string_view text) {
  const std::size_t end = text.find_last_not_of(" \t\r\n.") + 1;
  if (end == 0 || (text[end - 1] != ')' && text[end - 1] != ']')) return false;
  const std::size_t open = text.rfind(text[end - 1] == ')' ? '(' : '[', end - 1);
  return open != text.npos && std::ranges::any_of(text.substr(open, end - open), base::is_digit);
}

}  // namespace

double indent_of_word(pugi::xml_node paragraph) {
  const pugi::xml_node properties = child_named(paragraph, "pPr");
  const pugi::xml_node indent = child_named(properties, "ind");
  if (child_named(properties, "numPr") || !attribute_named(indent, "hanging").empty()) return -1;
  std::string_view value = attribute_named(indent, "left");
  if (value.empty()) value = attribute_named(indent, "start");
  int twips = 0;
  std::from_chars(value.data(), value.data() + value.size(), twips);
  return twips;
}

double indent_of_style(pugi::xml_node paragraph_properties) {
  const std::string_view left = attribute_named(paragraph_properties, "margin-left");
  if (left.empty()) return std::numeric_limits<double>::quiet_NaN();
  return points_of(attribute_named(paragraph_properties, "text-indent")) < 0 ? -1 : points_of(left);
}

bool is_indented_quotation(pugi::xml_node paragraph, const IndentOf& indent_of) {
  const double indent = indent_of(paragraph);
  if (indent <= 0) return false;
  const pugi::xml_node before = neighbour(paragraph, false);
  const pugi::xml_node behind = neighbour(paragraph, true);
  return before && behind && indent > indent_of(before) && indent > indent_of(behind) &&
         ends_with_numbered_brackets(text_of(paragraph));
}

}  // namespace textkin::extract
