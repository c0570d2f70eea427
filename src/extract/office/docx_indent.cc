#include "extract/office/docx_indent.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "extract/xml_walk.h"

namespace textkin::extract {
namespace {

// In twentieths of a point, of the side where lines begin.
int indent_of(pugi::xml_node paragraph) {
  const pugi::xml_node indent = child_named(child_named(paragraph, "pPr"), "ind");
  std::string_view value = attribute_named(indent, "left");
  if (value.empty()) value = attribute_named(indent, "start");
  int twips = 0;
  std::from_chars(value.data(), value.data() + value.size(), twips);
  return twips;
}

// The next or the one before, over marks of places and of spelling; null where something else stands there.
pugi::xml_node neighbour(pugi::xml_node paragraph, bool next) {
  pugi::xml_node node = paragraph;
  do {
    node = next ? node.next_sibling() : node.previous_sibling();
  } while (node && (node.type() != pugi::node_element || local_name(node).starts_with("bookmark") ||
                    local_name(node) == "proofErr"));
  return local_name(node) == "p" ? node : pugi::xml_node();
}

std::string text_of(pugi::xml_node paragraph) {
  std::string out;
  walk(
      paragraph,
      [&](pugi::xml_node node) {
        if (local_name(node) == "t") out += node.child_value();
        return local_name(node) != "txbxContent" && local_name(node) != "p";
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

bool is_indented_quotation(pugi::xml_node paragraph) {
  const int indent = indent_of(paragraph);
  if (indent <= 0) return false;
  const pugi::xml_node properties = child_named(paragraph, "pPr");
  if (child_named(properties, "numPr") || !attribute_named(child_named(properties, "ind"), "hanging").empty())
    return false;
  const pugi::xml_node before = neighbour(paragraph, false);
  const pugi::xml_node behind = neighbour(paragraph, true);
  return before && behind && indent > indent_of(before) && indent > indent_of(behind) &&
         ends_with_numbered_brackets(text_of(paragraph));
}

}  // namespace textkin::extract
