#include "extract/office/docx.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "extract/ascii.h"
#include "extract/look.h"
#include "extract/office/alternate_content.h"
#include "extract/office/aside.h"
#include "extract/office/docx_styles.h"
#include "extract/office/indented_quotation.h"
#include "extract/office/relations.h"
#include "extract/packed_parts.h"
#include "extract/shown_text.h"
#include "extract/traces.h"
#include "extract/xml_walk.h"

namespace textkin::extract {
namespace {

// The character that "Insert symbol" puts into a text. Word adds 0xF000 to the number of what a font has below 0x100:
// of a symbol font such a private character stays, as other formats have it; of others it is the letter that they show.
// Empty where it is no number of a character.
std::string symbol(pugi::xml_node node) {
  constexpr std::array<std::string_view, 6> kSymbolFonts{"symbol",  "wingdings", "webdings",
                                                         "marlett", "mt extra",  "zapf dingbats"};
  constexpr unsigned kPrivate = 0xF000;
  const std::string_view digits = attribute_named(node, "char");
  unsigned c = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), c, 16);
  if (error != std::errc() || end != digits.data() + digits.size() || c > 0xFFFF) return {};
  const std::string font = lower(attribute_named(node, "font"));
  const auto is_font = [&](std::string_view name) { return font.starts_with(name); };
  const bool is_private = c >= kPrivate && c < kPrivate + 0x100;
  if (std::ranges::any_of(kSymbolFonts, is_font)) {
    if (c < 0x100) c += kPrivate;
  } else if (is_private) {
    c -= kPrivate;
  }
  const bool is_character = (c >= 0x20 && c < 0x7F) || (c >= 0xA0 && (c < 0xD800 || c > 0xDFFF) && c < 0xFFFE);
  char bytes[4];
  return is_character ? std::string(bytes, base::encode_utf8(c, bytes)) : std::string();
}

class DocxReader {
 public:
  DocxReader(const DocxStyles& styles, bool coloured_page) : styles_(styles) {
    Look page = styles.defaults();
    if (coloured_page) page.shaded = true;
    looks_.push_back(page);
  }

  void read(pugi::xml_node root) {
    text_.end_paragraph();
    walk_all(root);
  }
  void begin_notes() { text_.begin_notes(); }

  Extracted finish() && {
    std::vector<std::string> notes;
    if (deleted_) notes.emplace_back("tracked changes: what was deleted is left out");
    if (has_other_file_)
      notes.emplace_back("a file within it (altChunk) is not read; open it in Word and save it anew");
    return std::move(text_).finish(std::move(notes));
  }

 private:
  void walk_all(pugi::xml_node root) {
    walk(root, [this](pugi::xml_node node) { return enter(node); }, [this](pugi::xml_node node) { leave(node); });
  }

  static bool has_look(std::string_view name) { return name == "p" || name == "r" || name == "tbl" || name == "tc"; }

  bool enter(pugi::xml_node node) {
    const std::string_view name = local_name(node);
    if (name == "del" || name == "moveFrom") {
      deleted_ = true;
      return false;
    }
    if (name == "delText" || name == "instrText" || name.ends_with("Pr")) return false;
    if (name == "rt") return false;  // how a word is read
    if (name == "AlternateContent") alternatives_.push_back(shown_alternative(node));
    if (name == "Choice" || name == "Fallback") return !alternatives_.empty() && node == alternatives_.back();
    if (name == "t") {
      for (const pugi::xml_node part : node.children()) text_.add(part.value(), looks_.back().shown());
      return false;
    }
    if (name == "txbxContent") {
      boxes_.put(node, looks_.back());
      if (paragraphs_ == 0) read_boxes();
      return false;
    }
    if (name == "altChunk") has_other_file_ = true;
    if (name == "footnoteReference" || name == "endnoteReference") text_.add_note_reference(looks_.back().shown());
    if (name == "sym") text_.add(symbol(node), looks_.back().shown());
    if (name == "tab" || name == "ptab") text_.add_tab();
    if (name == "br" || name == "cr") text_.end_line();
    if (name == "noBreakHyphen") text_.add("-", looks_.back().shown());
    enter_block(name);
    if (name == "p")
      text_.set_quoted(styles_.is_quotation(attribute_named(child_named(child_named(node, "pPr"), "pStyle"), "val")) ||
                       is_indented_quotation(node, indent_of_word));
    if (has_look(name)) looks_.push_back(look(node, name));
    return true;
  }

  // Cells of a table stand on lines of their own, paragraphs of one cell are paragraphs.
  void enter_block(std::string_view name) {
    if (name == "p") {
      if (begins_cell_)
        text_.end_line();
      else
        text_.end_paragraph();
      ++paragraphs_;
    } else if (name == "tbl") {
      if (!begins_cell_) text_.end_paragraph();
    } else if (name == "tc") {
      begins_cell_ = true;
    }
  }

  Look look(pugi::xml_node node, std::string_view name) const {
    Look look = looks_.back();
    if (name == "r") {
      const pugi::xml_node properties = child_named(node, "rPr");
      Look style = styles_.look("character", attribute_named(child_named(properties, "rStyle"), "val"));
      // Styles of both kinds that hide let it be seen (17.7.3, toggle properties).
      if (style.hidden) style.hidden = *style.hidden != look.hidden.value_or(false);
      return look.with(style).with(look_of_run(properties));
    }
    const pugi::xml_node properties = child_named(node, std::string(name) + "Pr");
    if (name == "p")
      look = look.with(styles_.look("paragraph", attribute_named(child_named(properties, "pStyle"), "val")));
    if (name == "tbl")
      look = look.with(styles_.look("table", attribute_named(child_named(properties, "tblStyle"), "val")));
    return look.with(ground_of(properties));
  }

  void leave(pugi::xml_node node) {
    const std::string_view name = local_name(node);
    if (name == "AlternateContent") alternatives_.pop_back();
    if (has_look(name)) looks_.pop_back();
    if (name == "tbl") {
      begins_cell_ = false;
      text_.end_paragraph();
    }
    if (name != "p") return;
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
    look.shaded = true;  // by its shape, which says so in many ways
    looks_.push_back(look);
    walk_all(box);
    looks_.pop_back();
  }

  const DocxStyles& styles_;
  ShownText text_;
  std::vector<Look> looks_;
  std::vector<pugi::xml_node> alternatives_;  // of each AlternateContent around, what of it is shown
  Aside boxes_;
  int paragraphs_ = 0;  // around
  bool begins_cell_ = false;
  bool deleted_ = false;
  bool has_other_file_ = false;
};

// The parts of a file by what they are; those of no name are not there.
struct Parts {
  std::string main, styles, footnotes, endnotes, settings;
};

Result<Parts> find_parts(std::string_view bytes, const Limits& limits) {
  const std::string of_file = relations_of("");
  TEXTKIN_ASSIGN_OR_RETURN(auto first, read_parts(bytes, {of_file}, "docx", limits));
  Parts parts;
  parts.main = Relations(first[of_file], "").part("officeDocument");
  if (parts.main.empty()) parts.main = "word/document.xml";
  const std::string of_main = relations_of(parts.main);
  TEXTKIN_ASSIGN_OR_RETURN(auto second, read_parts(bytes, {of_main}, "docx", limits));
  const Relations relations(second[of_main], parts.main);
  const auto name = [&](std::string_view kind) {
    return relations.known() ? std::string(relations.part(kind)) : folder_of(parts.main) + std::string(kind) + ".xml";
  };
  parts.styles = name("styles");
  parts.footnotes = name("footnotes");
  parts.endnotes = name("endnotes");
  parts.settings = name("settings");
  return parts;
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
  TEXTKIN_ASSIGN_OR_RETURN(const Parts named, find_parts(bytes, limits));
  const std::vector<std::string> names{named.main, named.styles, named.footnotes, named.endnotes};
  TEXTKIN_ASSIGN_OR_RETURN(auto parts, read_parts(bytes, names, "docx", limits));
  if (!parts.contains(named.main)) return not_extracted("it holds no " + named.main + ", so it is no docx file");

  std::vector<pugi::xml_document> documents(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto found = parts.find(names[i]);
    if (found != parts.end()) TEXTKIN_RETURN_IF_ERROR(parse_xml(found->second, names[i], documents[i]));
  }
  const pugi::xml_node body = documents[0].document_element();
  if (local_name(body) != "document") return not_extracted(named.main + " holds no document, so it is no docx file");
  const DocxStyles styles(documents[1].document_element());
  DocxReader reader(styles, is_shade(attribute_named(child_named(body, "background"), "color")));
  reader.read(body);
  reader.begin_notes();
  for (const std::size_t i : {2, 3}) reader.read(documents[i].document_element());
  Extracted out = std::move(reader).finish();
  if (limits.traces) out.traces = read_traces(bytes, named.settings, limits);
  return out;
}

}  // namespace textkin::extract
