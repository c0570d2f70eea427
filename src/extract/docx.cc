#include "extract/docx.h"

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

constexpr int kMostBasedOn = 50;  // styles on styles; a circle ends there

bool is_on(std::string_view value) { return value != "0" && value != "false" && value != "off"; }

// Of run properties, rPr.
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

// Of the properties of a paragraph, a table or a cell.
Look ground_of(pugi::xml_node properties) {
  Look look;
  if (is_shade(attribute_named(child_named(properties, "shd"), "fill"))) look.shaded = true;
  return look;
}

class DocxStyles {
 public:
  explicit DocxStyles(pugi::xml_node root) {
    for (const pugi::xml_node node : root.children()) {
      if (local_name(node) != "style") continue;
      Style& style = styles_[std::string(attribute_named(node, "styleId"))];
      style.look = ground_of(child_named(node, "pPr")).with(look_of_run(child_named(node, "rPr")));
      style.based_on = attribute_named(child_named(node, "basedOn"), "val");
      if (attribute_named(node, "type") == "table" && has_shade(node)) style.look.shaded = true;
    }
  }

  Look look(std::string_view id) const {
    Look out;
    for (int i = 0; i < kMostBasedOn; ++i) {
      const auto found = styles_.find(std::string(id));
      if (found == styles_.end()) break;
      out = found->second.look.with(out);
      id = found->second.based_on;
    }
    return out;
  }

 private:
  struct Style {
    Look look;
    std::string based_on;
  };

  static bool has_shade(pugi::xml_node style) {
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

  std::map<std::string, Style> styles_;
};

class DocxReader {
 public:
  DocxReader(const DocxStyles& styles, bool coloured_page) : styles_(styles) {
    Look page;
    if (coloured_page) page.shaded = true;
    looks_.push_back(page);
  }

  void read(pugi::xml_node root) {
    walk(root, [this](pugi::xml_node node) { return enter(node); }, [this](pugi::xml_node node) { leave(node); });
    text_.end_paragraph();
  }

  Extracted finish() && {
    std::vector<std::string> notes;
    if (deleted_) notes.push_back("tracked changes: what was deleted is left out");
    return std::move(text_).finish(std::move(notes));
  }

 private:
  static bool has_look(std::string_view name) {
    return name == "p" || name == "r" || name == "tbl" || name == "tc" || name == "txbxContent";
  }

  bool enter(pugi::xml_node node) {
    const std::string_view name = local_name(node);
    if (name == "del" || name == "moveFrom") {
      deleted_ = true;
      return false;
    }
    // Fallback holds once more what a newer element beside it says.
    if (name == "delText" || name == "instrText" || name == "Fallback" || name.ends_with("Pr")) return false;
    if (name == "t") {
      for (const pugi::xml_node part : node.children()) text_.add(part.value(), looks_.back().shown());
      return false;
    }
    if (name == "tab" || name == "ptab") text_.add_tab();
    if (name == "br" || name == "cr") text_.end_line();
    if (name == "noBreakHyphen") text_.add("-", looks_.back().shown());
    if (has_look(name)) looks_.push_back(look(node, name));
    return true;
  }

  Look look(pugi::xml_node node, std::string_view name) const {
    Look look = looks_.back();
    if (name == "txbxContent") {
      look.shaded = true;  // by its shape, which says so in many ways
    } else if (name == "r") {
      const pugi::xml_node properties = child_named(node, "rPr");
      look = look.with(styles_.look(attribute_named(child_named(properties, "rStyle"), "val")));
      look = look.with(look_of_run(properties));
    } else {
      const pugi::xml_node properties = child_named(node, std::string(name) + "Pr");
      const std::string_view style = name == "p" ? "pStyle" : "tblStyle";
      look = look.with(styles_.look(attribute_named(child_named(properties, style), "val")));
      look = look.with(ground_of(properties));
    }
    return look;
  }

  void leave(pugi::xml_node node) {
    const std::string_view name = local_name(node);
    if (has_look(name)) looks_.pop_back();
    if (name == "p") text_.end_line();
  }

  const DocxStyles& styles_;
  ShownText text_;
  std::vector<Look> looks_;
  bool deleted_ = false;
};

// The part that _rels/.rels names as the document; Word online calls it document2.xml.
std::string main_part(const std::string& relations) {
  constexpr std::string_view kUsual = "word/document.xml";
  pugi::xml_document document;
  if (!parse_xml(relations, "_rels/.rels", document).ok()) return std::string(kUsual);
  for (const pugi::xml_node relation : document.document_element().children()) {
    if (!attribute_named(relation, "Type").ends_with("/officeDocument")) continue;
    std::string_view target = attribute_named(relation, "Target");
    if (target.starts_with('/')) target.remove_prefix(1);
    return std::string(target);
  }
  return std::string(kUsual);
}

// A file whose properties are damaged is read all the same.
Traces read_traces(std::string_view bytes, const std::string& settings, Limits limits) {
  constexpr std::uint64_t kMostProperties = 8u << 20;
  limits.unpacked = kMostProperties;
  const auto part = [&](const std::string& name) {
    Result<std::map<std::string, std::string>> parts = read_parts(bytes, {name}, "docx", limits);
    return parts.ok() ? std::move((*parts)[name]) : std::string();
  };
  return traces_of_docx(part("docProps/core.xml"), part("docProps/app.xml"), part(settings));
}

}  // namespace

Result<Extracted> extract_docx(std::string_view bytes, const Limits& limits) {
  constexpr const char* kRelations = "_rels/.rels";
  TEXTKIN_ASSIGN_OR_RETURN(auto first, read_parts(bytes, {kRelations}, "docx", limits));
  const std::string main = main_part(first[kRelations]);
  const std::string folder = main.substr(0, main.rfind('/') + 1);
  const std::vector<std::string> names{main, folder + "styles.xml", folder + "footnotes.xml", folder + "endnotes.xml"};
  TEXTKIN_ASSIGN_OR_RETURN(auto parts, read_parts(bytes, names, "docx", limits));
  if (!parts.contains(main)) return not_extracted("it holds no " + main + ", so it is no docx file");

  std::vector<pugi::xml_document> documents(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto found = parts.find(names[i]);
    if (found != parts.end()) TEXTKIN_RETURN_IF_ERROR(parse_xml(found->second, names[i], documents[i]));
  }
  const pugi::xml_node body = documents[0].document_element();
  if (local_name(body) != "document") return not_extracted(main + " holds no document, so it is no docx file");
  const DocxStyles styles(documents[1].document_element());
  DocxReader reader(styles, is_shade(attribute_named(child_named(body, "background"), "color")));
  for (const std::size_t i : {0, 2, 3}) reader.read(documents[i].document_element());
  Extracted out = std::move(reader).finish();
  if (limits.traces) out.traces = read_traces(bytes, folder + "settings.xml", limits);
  return out;
}

}  // namespace textkin::extract
