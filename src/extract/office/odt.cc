#include "extract/office/odt.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "extract/look.h"
#include "extract/office/aside.h"
#include "extract/office/indented_quotation.h"
#include "extract/packed_parts.h"
#include "extract/shown_text.h"
#include "extract/traces.h"
#include "extract/xml_walk.h"

namespace textkin::extract {
namespace {

constexpr int kMostParents = 50;   // styles of styles; a circle ends there
constexpr int kMostSpaces = 1000;  // that one element may stand for

// What may hold text, and lies on another ground than what is around it.
constexpr auto kShapes =
    std::to_array<std::string_view>({"text-box", "custom-shape", "rect", "circle", "ellipse", "line", "polyline",
                                     "polygon", "regular-polygon", "path", "connector", "caption", "measure"});

Look look_of(pugi::xml_node style) {
  Look look;
  bool automatic = false;
  std::string_view fill;
  std::string_view fill_colour;
  for (const pugi::xml_node properties : style.children()) {
    if (!local_name(properties).ends_with("-properties")) continue;
    const bool of_letters = local_name(properties) == "text-properties";
    const pugi::xml_node image = child_named(properties, "background-image");  // one of nothing is usual
    if (image.first_child() || !attribute_named(image, "href").empty()) look.shaded = true;
    for (const pugi::xml_attribute attribute : properties.attributes()) {
      const std::string_view name = local_name(attribute.name());
      const std::string_view value = attribute.value();
      if (name == "display") look.hidden = value == "none";
      if (name == "color") look.white = is_white(value);
      if (name == "use-window-font-color") automatic = value == "true";
      if (name == "font-size") look.tiny = is_tiny(value);
      if (name == "background-color" && is_shade(value)) look.shaded = true;
      if (name == "fill") fill = value;
      if (name == "fill-color") fill_colour = value;
      if (name == "opacity" && of_letters) look.clear = is_faint(value);
    }
  }
  if (fill == "solid" ? is_shade(fill_colour) : !fill.empty() && fill != "none") look.shaded = true;
  if (automatic) look.white = false;  // whatever colour is written beside it
  return look;
}

class OdtStyles {
 public:
  void add(pugi::xml_node root) {
    walk(
        root,
        [this](pugi::xml_node node) {
          const std::string_view family = attribute_named(node, "family");
          if (local_name(node) == "default-style" && family == "paragraph") defaults_ = look_of(node);
          if (local_name(node) == "page-layout" && look_of(node).shaded) coloured_page_ = true;
          if (local_name(node) != "style") return local_name(node) != "body";
          Style& style = styles_[key(family, attribute_named(node, "name"))];
          style.look = look_of(node);
          style.indent = indent_of_style(child_named(node, "paragraph-properties"));
          style.parent = attribute_named(node, "parent-style-name");
          return false;
        },
        [](pugi::xml_node) {});
  }

  // What holds for all text where nothing else is said.
  Look defaults() const {
    Look look = defaults_;
    if (coloured_page_) look.shaded = true;
    return look;
  }

  Look look(std::string_view family, std::string_view name) const {
    Look out;
    for (int i = 0; i < kMostParents && !name.empty(); ++i) {
      const auto found = styles_.find(key(family, name));
      if (found == styles_.end()) break;
      out = found->second.look.with(out);
      name = found->second.parent;
    }
    return out;
  }

  // Of a style of paragraphs, in points.
  double indent(std::string_view name) const {
    for (int i = 0; i < kMostParents && !name.empty(); ++i) {
      const auto found = styles_.find(key("paragraph", name));
      if (found == styles_.end()) break;
      if (!std::isnan(found->second.indent)) return found->second.indent;
      name = found->second.parent;
    }
    return 0;
  }

  // Of a style of paragraphs: whether it is the one for quotations, or one made of it.
  bool is_quotation(std::string_view name) const {
    for (int i = 0; i < kMostParents && !name.empty(); ++i) {
      if (name == "Quotations") return true;
      const auto found = styles_.find(key("paragraph", name));
      name = found == styles_.end() ? std::string_view() : found->second.parent;
    }
    return false;
  }

 private:
  struct Style {
    Look look;
    double indent;  // NaN: its parent's
    std::string parent;
  };

  // Styles of several families may have one name.
  static std::string key(std::string_view family, std::string_view name) {
    return std::string(family) + "\n" + std::string(name);
  }

  Look defaults_;
  bool coloured_page_ = false;  // some of its pages
  std::map<std::string, Style> styles_;
};

bool is_block(std::string_view name) { return name == "p" || name == "h"; }

bool is_section(std::string_view name) {
  return name == "section" || name == "table-of-content" || name == "bibliography" || name.ends_with("-index");
}

// Comments, the numbers of notes, how words are read (ruby), what pictures show, and their bytes.
bool is_left_out(pugi::xml_node node) {
  const std::string_view name = local_name(node);
  if (name == "title") {  // of a picture, or a field that shows the document's
    const std::string_view prefix = std::string_view(node.name()).substr(0, std::strlen(node.name()) - name.size());
    const std::string_view space = prefix.empty() ? prefix : namespace_of(node, prefix.substr(0, prefix.size() - 1));
    return space.empty() ? prefix == "svg:" : space.ends_with(":svg-compatible:1.0");
  }
  return name == "annotation" || name == "note-citation" || name == "sequence-decls" || name == "forms" ||
         name == "ruby-text" || name == "desc" || name == "binary-data";
}

// Whether a paragraph holds the field that hides it; a section says so itself.
bool is_hidden(pugi::xml_node node, std::string_view name) {
  const auto hides = [](pugi::xml_node one) { return attribute_named(one, "is-hidden") == "true"; };
  if (name == "section") {
    const std::string_view display = attribute_named(node, "display");
    return display == "none" || (display == "condition" && hides(node));
  }
  if (!is_block(name)) return false;
  bool found = false;
  walk(
      node,
      [&](pugi::xml_node inner) {
        const std::string_view inner_name = local_name(inner);
        found = found || (inner_name == "hidden-paragraph" && hides(inner));
        return !found && !is_block(inner_name) && inner_name != "text-box" && inner_name != "note";
      },
      [](pugi::xml_node) {});
  return found;
}

class OdtReader {
 public:
  explicit OdtReader(const OdtStyles& styles) : styles_(styles) { looks_.push_back(styles.defaults()); }

  Extracted read(pugi::xml_node body) && {
    walk_all(body);
    text_.end_paragraph();
    text_.begin_notes();
    notes_.take([this](pugi::xml_node note, const Look&) { walk_all(note); });
    std::vector<std::string> told;
    if (deleted_) told.emplace_back("tracked changes: what was deleted is left out");
    return std::move(text_).finish(std::move(told));
  }

 private:
  void walk_all(pugi::xml_node root) {
    walk(root, [this](pugi::xml_node node) { return enter(node); }, [this](pugi::xml_node node) { leave(node); });
  }

  static std::string_view family_of(std::string_view name) {
    if (is_block(name)) return "paragraph";
    if (name == "span" || name == "a") return "text";
    if (is_section(name)) return "section";
    return name == "table" || name == "table-row" || name == "table-cell" ? name : std::string_view();
  }

  // What stands beside the text around it: a shape, or whatever else holds paragraphs within a paragraph.
  bool is_box(pugi::xml_node node, std::string_view name) const {
    if (std::ranges::find(kShapes, name) != kShapes.end()) return true;
    return paragraphs_ > 0 && node.find_child([](pugi::xml_node child) {
      return is_block(local_name(child)) || local_name(child) == "list";
    });
  }

  bool enter(pugi::xml_node node) {
    const std::string_view name = local_name(node);
    if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata) {
      // White space between blocks is the writer's layout of the file.
      if (paragraphs_ > 0) text_.add(node.value(), looks_.back().shown());
      return false;
    }
    if (name == "tracked-changes") {
      deleted_ = true;
      return false;
    }
    if (is_left_out(node)) return false;
    if (is_hidden(node, name) || (name == "note" && looks_.back().hidden.value_or(false))) {
      add_hidden(node);
      return false;
    }
    if (name == "note") {
      text_.add_note_reference(looks_.back().shown());
      notes_.put(node, {});
      return false;
    }
    if (is_box(node, name)) {
      boxes_.put(node, looks_.back());
      if (paragraphs_ == 0) read_boxes();
      return false;
    }
    if (name == "hidden-text" || name == "hidden-paragraph") {
      const bool shown = attribute_named(node, "is-hidden") == "false";
      text_.add(attribute_named(node, "string-value"), shown ? looks_.back().shown() : Shown::kNo);
      return false;
    }
    if (name == "tab") text_.add_tab();
    if (name == "line-break") text_.end_line();
    if (name == "s") add_spaces(attribute_named(node, "c"));
    enter_block(name);
    if (is_block(name))
      text_.set_quoted(styles_.is_quotation(attribute_named(node, "style-name")) ||
                       is_indented_quotation(node, [this](pugi::xml_node one) {
                         return styles_.indent(attribute_named(one, "style-name"));
                       }));
    if (!family_of(name).empty()) looks_.push_back(look(node, name));
    return true;
  }

  // Cells of a table stand on lines of their own, paragraphs of one cell are paragraphs.
  void enter_block(std::string_view name) {
    if (is_block(name)) {
      if (begins_cell_)
        text_.end_line();
      else
        text_.end_paragraph();
      ++paragraphs_;
    } else if (name == "table") {
      if (!begins_cell_) text_.end_paragraph();
    } else if (name == "table-cell") {
      begins_cell_ = true;
    }
  }

  void add_hidden(pugi::xml_node node) {
    walk(
        node,
        [this](pugi::xml_node inner) {
          text_.add(inner.value(), Shown::kNo);
          return !is_left_out(inner);
        },
        [](pugi::xml_node) {});
  }

  void add_spaces(std::string_view count) {
    int spaces = 1;
    std::from_chars(count.data(), count.data() + count.size(), spaces);
    if (looks_.back().shown() != Shown::kYes) return;
    text_.add(std::string(static_cast<std::size_t>(std::clamp(spaces, 1, kMostSpaces)), ' '), Shown::kYes);
  }

  Look look(pugi::xml_node node, std::string_view name) const {
    std::string_view style = attribute_named(node, "style-name");
    const bool named = !style.empty();
    if (!named && is_block(name)) style = "Standard";  // what programs give it
    Look look = looks_.back().with(styles_.look(family_of(name), style));
    if (name == "table-cell" && named) look.shaded = true;
    return look;
  }

  void leave(pugi::xml_node node) {
    const std::string_view name = local_name(node);
    if (!family_of(name).empty()) looks_.pop_back();
    if (name == "table") {
      begins_cell_ = false;
      text_.end_paragraph();
    }
    if (!is_block(name)) return;
    text_.set_quoted(false);
    text_.end_line();
    begins_cell_ = false;
    if (--paragraphs_ == 0) read_boxes();
  }

  void read_boxes() {
    boxes_.take([this](pugi::xml_node box, const Look& look) { read_box(box, look); });
  }

  void read_box(pugi::xml_node box, Look look) {
    text_.end_paragraph();
    look.shaded = true;
    looks_.push_back(look);
    walk_all(box);
    looks_.pop_back();
  }

  const OdtStyles& styles_;
  ShownText text_;
  std::vector<Look> looks_;
  Aside boxes_;
  Aside notes_;         // foot- and endnotes
  int paragraphs_ = 0;  // around
  bool begins_cell_ = false;
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
