#include "extract/odt.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "extract/look.h"
#include "extract/packed_parts.h"
#include "extract/shown_text.h"
#include "extract/traces.h"
#include "extract/xml_walk.h"

namespace textkin::extract {
namespace {

constexpr int kMostParents = 50;   // styles of styles; a circle ends there
constexpr int kMostSpaces = 1000;  // that one element may stand for

Look look_of(pugi::xml_node style) {
  Look look;
  for (const pugi::xml_node properties : style.children()) {
    if (!local_name(properties).ends_with("-properties")) continue;
    for (const pugi::xml_attribute attribute : properties.attributes()) {
      const std::string_view name = local_name(attribute.name());
      const std::string_view value = attribute.value();
      if (name == "display") look.hidden = value == "none";
      if (name == "color") look.white = is_white(value);
      if (name == "font-size") look.tiny = is_tiny(value);
      if (name == "background-color" && is_shade(value)) look.shaded = true;
    }
  }
  return look;
}

class OdtStyles {
 public:
  void add(pugi::xml_node root) {
    walk(
        root,
        [this](pugi::xml_node node) {
          if (local_name(node) != "style") return local_name(node) != "body";
          Style& style = styles_[std::string(attribute_named(node, "name"))];
          style.look = look_of(node);
          style.parent = attribute_named(node, "parent-style-name");
          return false;
        },
        [](pugi::xml_node) {});
  }

  Look look(std::string_view name) const {
    Look out;
    for (int i = 0; i < kMostParents && !name.empty(); ++i) {
      const auto found = styles_.find(std::string(name));
      if (found == styles_.end()) break;
      out = found->second.look.with(out);
      name = found->second.parent;
    }
    return out;
  }

 private:
  struct Style {
    Look look;
    std::string parent;
  };
  std::map<std::string, Style> styles_;
};

class OdtReader {
 public:
  explicit OdtReader(const OdtStyles& styles) : styles_(styles) { looks_.emplace_back(); }

  Extracted read(pugi::xml_node body) && {
    walk_all(body);
    // In the middle of a sentence they would tear it.
    for (const pugi::xml_node footnote : std::exchange(footnotes_, {})) walk_all(footnote);
    std::vector<std::string> notes;
    if (deleted_) notes.push_back("tracked changes: what was deleted is left out");
    return std::move(text_).finish(std::move(notes));
  }

 private:
  void walk_all(pugi::xml_node root) {
    walk(root, [this](pugi::xml_node node) { return enter(node); }, [this](pugi::xml_node node) { leave(node); });
  }

  static bool is_block(std::string_view name) { return name == "p" || name == "h"; }
  static bool has_look(std::string_view name) {
    return is_block(name) || name == "span" || name == "table-cell" || name == "text-box";
  }

  bool enter(pugi::xml_node node) {
    const std::string_view name = local_name(node);
    if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata) {
      // White space between blocks is the writer's layout of the file.
      if (inside_ > 0) text_.add(node.value(), looks_.back().shown());
      return false;
    }
    if (name == "tracked-changes") {
      deleted_ = true;
      return false;
    }
    if (name == "note") {
      footnotes_.push_back(node);
      return false;
    }
    if (name == "annotation" || name == "note-citation" || name == "sequence-decls" || name == "forms") return false;
    if (name == "hidden-text" || name == "hidden-paragraph") {
      text_.add(attribute_named(node, "string-value"), Shown::kNo);
      return false;
    }
    if (name == "tab") text_.add_tab();
    if (name == "line-break") text_.end_line();
    if (name == "s") add_spaces(attribute_named(node, "c"));
    if (is_block(name)) {
      text_.end_line();
      ++inside_;
    }
    if (has_look(name)) looks_.push_back(look(node, name));
    return true;
  }

  void add_spaces(std::string_view count) {
    int spaces = 1;
    std::from_chars(count.data(), count.data() + count.size(), spaces);
    if (looks_.back().shown() != Shown::kYes) return;
    text_.add(std::string(static_cast<std::size_t>(std::clamp(spaces, 1, kMostSpaces)), ' '), Shown::kYes);
  }

  Look look(pugi::xml_node node, std::string_view name) const {
    Look look = looks_.back().with(styles_.look(attribute_named(node, "style-name")));
    if (name == "text-box" || (name == "table-cell" && !attribute_named(node, "style-name").empty()))
      look.shaded = true;
    return look;
  }

  void leave(pugi::xml_node node) {
    const std::string_view name = local_name(node);
    if (has_look(name)) looks_.pop_back();
    if (!is_block(name)) return;
    --inside_;
    text_.end_line();
  }

  const OdtStyles& styles_;
  ShownText text_;
  std::vector<Look> looks_;
  int inside_ = 0;                         // of blocks
  std::vector<pugi::xml_node> footnotes_;  // and endnotes, in order
  bool deleted_ = false;
};

}  // namespace

Result<Extracted> extract_odt(std::string_view bytes, const Limits& limits) {
  const std::string content = "content.xml";
  const std::string named = "styles.xml";
  std::map<std::string, std::string> parts;
  constexpr const char* kMeta = "meta.xml";
  const bool flat = bytes.starts_with('<') || bytes.starts_with("\xEF\xBB\xBF<");
  if (flat) {
    parts[content] = bytes;
  } else {
    TEXTKIN_ASSIGN_OR_RETURN(parts, read_parts(bytes, {content, named}, "odt", limits));
  }
  if (!parts.contains(content)) return not_extracted("it holds no content.xml, so it is no odt file");
  pugi::xml_document document;
  pugi::xml_document styles_document;
  TEXTKIN_RETURN_IF_ERROR(parse_xml(parts[content], content, document));
  if (parts.contains(named)) TEXTKIN_RETURN_IF_ERROR(parse_xml(parts[named], named, styles_document));
  const pugi::xml_node root = document.document_element();
  const pugi::xml_node body = child_named(root, "body");
  if (!body || local_name(root) == "html") return not_extracted("it holds no text, so it is no odt file");
  OdtStyles styles;
  styles.add(styles_document);
  styles.add(document);
  Extracted out = OdtReader(styles).read(body);
  if (!limits.traces) return out;
  if (flat) {
    out.traces = traces_of_odt(parts[content]);
  } else if (auto meta = read_parts(bytes, {kMeta}, "odt", limits); meta.ok()) {
    out.traces = traces_of_odt((*meta)[kMeta]);
  }
  return out;
}

}  // namespace textkin::extract
