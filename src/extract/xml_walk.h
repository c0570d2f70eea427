// Reading XML without recursion: however deep elements stand within each other, the stack stays as it is.
#pragma once

#include <cstring>
#include <pugixml.hpp>
#include <string>
#include <string_view>

#include "extract/extracted.h"

namespace textkin::extract {

// Parses `bytes` into `document`, white space kept. Entities are not expanded, nothing else is read. kBadInput: it is
// not well-formed; `part` names it.
inline Status parse_xml(std::string_view bytes, std::string_view part, pugi::xml_document& document) {
  const pugi::xml_parse_result parsed =
      document.load_buffer(bytes.data(), bytes.size(), pugi::parse_default | pugi::parse_ws_pcdata);
  if (parsed) return {};
  return not_extracted(std::string("it is damaged: ") + std::string(part) + ": " + parsed.description());
}

// Without the prefix that stands for its namespace, which is each writer's own choice.
inline std::string_view local_name(const char* name) {
  const char* const colon = std::strchr(name, ':');
  return colon == nullptr ? name : colon + 1;
}
inline std::string_view local_name(pugi::xml_node node) { return local_name(node.name()); }

// Null where there is none.
inline pugi::xml_node child_named(pugi::xml_node node, std::string_view local) {
  return node.find_child([&](pugi::xml_node child) { return local_name(child) == local; });
}
inline std::string_view attribute_named(pugi::xml_node node, std::string_view local) {
  return node.find_attribute([&](pugi::xml_attribute one) { return local_name(one.name()) == local; }).value();
}

// The name of the namespace that a prefix stands for at `node`; empty where none is declared on it, on a few elements
// around it, or on the outermost one, which is where programs declare them. Of bounded cost.
inline std::string_view namespace_of(pugi::xml_node node, std::string_view prefix) {
  constexpr int kMostAround = 16;
  constexpr int kMostAttributes = 200;
  const std::string name = "xmlns:" + std::string(prefix);
  const auto declared_on = [&](pugi::xml_node at) {
    pugi::xml_attribute one = at.first_attribute();
    for (int i = 0; one && i < kMostAttributes && name != one.name(); ++i) one = one.next_attribute();
    return one && name == one.name() ? std::string_view(one.value()) : std::string_view();
  };
  std::string_view found;
  for (int i = 0; i < kMostAround && node && found.empty(); ++i, node = node.parent()) found = declared_on(node);
  return node && found.empty() ? declared_on(node.root().first_child()) : found;
}

// Calls enter(node) for each node below `root` in order of the text, and leave(node) behind what is in it. Where enter
// returns false, what is in the node is passed over, and so is leave.
template <class Enter, class Leave>
void walk(pugi::xml_node root, Enter enter, Leave leave) {
  pugi::xml_node node = root.first_child();
  while (node) {
    const bool entered = enter(node);
    if (entered && node.first_child()) {
      node = node.first_child();
      continue;
    }
    if (entered) leave(node);
    while (node && !node.next_sibling()) {
      node = node.parent();
      if (node == root || !node) return;
      leave(node);
    }
    node = node.next_sibling();
  }
}

}  // namespace textkin::extract
