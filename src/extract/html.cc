#include "extract/html.h"

#include <fmt/format.h>
#include <gumbo.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "extract/ascii.h"
#include "extract/charset.h"
#include "extract/look.h"
#include "extract/markup/html_box.h"
#include "extract/markup/html_shape.h"
#include "extract/shown_text.h"

namespace textkin::extract {
namespace {

constexpr std::size_t kMetaWithin = 4096;  // bytes in which a page names its charset

constexpr std::array kNotShown{GUMBO_TAG_HEAD,   GUMBO_TAG_SCRIPT,   GUMBO_TAG_STYLE,   GUMBO_TAG_TEMPLATE,
                               GUMBO_TAG_IFRAME, GUMBO_TAG_NOSCRIPT, GUMBO_TAG_NOEMBED, GUMBO_TAG_NOFRAMES,
                               GUMBO_TAG_TITLE,  GUMBO_TAG_DATALIST, GUMBO_TAG_CANVAS,  GUMBO_TAG_VIDEO,
                               GUMBO_TAG_AUDIO,  GUMBO_TAG_METER,    GUMBO_TAG_PROGRESS};
// Of drawings and formulas: what is there for programs, and what is drawn where another element asks for it.
constexpr std::array<std::string_view, 4> kNotDrawn{"desc", "metadata", "annotation", "annotation-xml"};
constexpr std::array<std::string_view, 6> kDrawnElsewhere{"defs", "symbol", "clippath", "mask", "marker", "pattern"};
constexpr std::array kParagraphs{GUMBO_TAG_P,  GUMBO_TAG_H1, GUMBO_TAG_H2,         GUMBO_TAG_H3,  GUMBO_TAG_H4,
                                 GUMBO_TAG_H5, GUMBO_TAG_H6, GUMBO_TAG_BLOCKQUOTE, GUMBO_TAG_PRE, GUMBO_TAG_TABLE,
                                 GUMBO_TAG_UL, GUMBO_TAG_OL, GUMBO_TAG_DL,         GUMBO_TAG_HR};
constexpr std::array kLines{GUMBO_TAG_DIV,     GUMBO_TAG_LI,       GUMBO_TAG_DT,      GUMBO_TAG_DD,
                            GUMBO_TAG_TR,      GUMBO_TAG_BR,       GUMBO_TAG_SECTION, GUMBO_TAG_ARTICLE,
                            GUMBO_TAG_HEADER,  GUMBO_TAG_FOOTER,   GUMBO_TAG_MAIN,    GUMBO_TAG_NAV,
                            GUMBO_TAG_ASIDE,   GUMBO_TAG_ADDRESS,  GUMBO_TAG_FIGURE,  GUMBO_TAG_FIGCAPTION,
                            GUMBO_TAG_CAPTION, GUMBO_TAG_FIELDSET, GUMBO_TAG_FORM,    GUMBO_TAG_CENTER,
                            GUMBO_TAG_DETAILS, GUMBO_TAG_SUMMARY,  GUMBO_TAG_OPTION,  GUMBO_TAG_TEXTAREA};
constexpr std::array kCells{GUMBO_TAG_TD, GUMBO_TAG_TH};
constexpr std::array kPreformatted{GUMBO_TAG_PRE, GUMBO_TAG_TEXTAREA, GUMBO_TAG_LISTING, GUMBO_TAG_XMP};

constexpr std::array kReadings{GUMBO_TAG_RT, GUMBO_TAG_RTC};
constexpr std::size_t kLongestReading = 120;  // bytes
constexpr int kMostNodes = 20;                // of a reading

template <std::size_t N>
bool is_one_of(GumboTag tag, const std::array<GumboTag, N>& tags) {
  return std::ranges::find(tags, tag) != tags.end();
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// Empty where there is none.
std::string_view value_of(const GumboNode* element, const char* name) {
  const GumboAttribute* const found = gumbo_get_attribute(&element->v.element.attributes, name);
  return found == nullptr ? std::string_view() : found->value;
}

// As the page has it, in small letters.
std::string name_of(const GumboNode* element) {
  GumboStringPiece name = element->v.element.original_tag;
  gumbo_tag_from_original_text(&name);
  return name.data == nullptr ? std::string() : lower({name.data, name.length});
}

bool is_not_drawn(const GumboNode* element) {
  return element->v.element.tag_namespace != GUMBO_NAMESPACE_HTML &&
         std::ranges::find(kNotDrawn, name_of(element)) != kNotDrawn.end();
}

// What a browser shows if a script opens it, if something else asks for it, or if it cannot show what it stands for.
bool is_in_reserve(const GumboNode* element) {
  if (element->v.element.tag == GUMBO_TAG_OBJECT) return !value_of(element, "data").empty();
  if (element->v.element.tag != GUMBO_TAG_UNKNOWN) return false;
  const std::string name = name_of(element);
  if (name == "dialog") return gumbo_get_attribute(&element->v.element.attributes, "open") == nullptr;
  return element->v.element.tag_namespace == GUMBO_NAMESPACE_SVG &&
         std::ranges::find(kDrawnElsewhere, name) != kDrawnElsewhere.end();
}

// Whether an element holds no more text than stands above a word to say how it is read.
bool is_reading(const GumboNode* element) {
  std::vector<const GumboNode*> nodes{element};
  std::size_t size = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const GumboNode* const node = nodes[i];
    if (node->type != GUMBO_NODE_ELEMENT) {
      size += node->type == GUMBO_NODE_COMMENT ? 0 : std::string_view(node->v.text.text).size();
    } else if (const GumboVector& children = node->v.element.children; nodes.size() + children.length <= kMostNodes) {
      for (unsigned k = 0; k < children.length; ++k) nodes.push_back(static_cast<const GumboNode*>(children.data[k]));
    } else {
      return false;
    }
  }
  return size <= kLongestReading;
}

// An element whose children are being read.
struct Open {
  const GumboNode* node = nullptr;
  unsigned next = 0;  // child
  Look look{};
  bool not_displayed = false;  // nothing within can change that
  bool preformatted = false;
  std::optional<bool> ground{};  // its own colour: another than paper, or paper, with nothing seen through it
  bool picture = false;          // before that colour
  bool clips = false;            // its ground to the shape of its letters, which are seen by it
  bool in_ruby = false;
  bool quoted = false;  // of a block quote, and no table in it

  Shown shown() const { return not_displayed ? Shown::kNo : look.shown(); }
};

class HtmlReader {
 public:
  explicit HtmlReader(bool has_style_sheet) : has_style_sheet_(has_style_sheet) {}

  void read(const GumboNode* root) {
    stack_.push_back({.node = root});
    while (!stack_.empty()) {
      Open& top = stack_.back();
      const GumboVector& children = top.node->v.element.children;
      if (top.next == children.length) {
        leave(top);
        stack_.pop_back();
        continue;
      }
      see(static_cast<const GumboNode*>(children.data[top.next++]));
    }
  }

  Extracted finish(std::vector<std::string> notes) && {
    if (readings_ > 0)
      notes.push_back(fmt::format("readings above {} are left out (ruby)",
                                  readings_ == 1 ? "a word" : fmt::format("{} words", readings_)));
    return std::move(text_).finish(std::move(notes));
  }

 private:
  void see(const GumboNode* node) {
    const Open& parent = stack_.back();
    switch (node->type) {
      case GUMBO_NODE_TEXT:
      case GUMBO_NODE_WHITESPACE:
      case GUMBO_NODE_CDATA:
        text_.set_quoted(parent.quoted);
        text_.add(node->v.text.text, parent.shown(), parent.preformatted);
        if (node->type != GUMBO_NODE_WHITESPACE && parent.shown() == Shown::kYes) has_base_ = true;
        break;
      case GUMBO_NODE_ELEMENT:
        if (!is_left_out(node, parent)) stack_.push_back(enter(node, parent));
        break;
      default:
        break;
    }
  }

  // Readings in the middle of the words would tear the text that is read.
  bool is_left_out(const GumboNode* node, const Open& parent) {
    const GumboTag tag = node->v.element.tag;
    if (is_one_of(tag, kNotShown) || is_not_drawn(node)) return true;
    const bool reading = is_one_of(tag, kReadings);
    if (!(reading || tag == GUMBO_TAG_RP) || !parent.in_ruby || !has_base_ || !is_reading(node)) return false;
    readings_ += reading;
    return true;
  }

  Open enter(const GumboNode* node, const Open& parent) {
    const GumboTag tag = node->v.element.tag;
    separate(tag);
    Open open{.node = node,
              .look = parent.look,
              .not_displayed = parent.not_displayed || tag == GUMBO_TAG_RP || is_in_reserve(node),
              .preformatted = parent.preformatted || is_one_of(tag, kPreformatted),
              .in_ruby = parent.in_ruby || tag == GUMBO_TAG_RUBY,
              .quoted = (parent.quoted || tag == GUMBO_TAG_BLOCKQUOTE) && tag != GUMBO_TAG_TABLE};
    const GumboVector& attributes = node->v.element.attributes;
    for (unsigned i = 0; i < attributes.length; ++i) {
      const auto* attribute = static_cast<const GumboAttribute*>(attributes.data[i]);
      const std::string_view name = attribute->name;
      const std::string_view value = attribute->value;
      if (name == "popover" || (name == "hidden" && value != "until-found")) open.not_displayed = true;
      if (name == "bgcolor") lay_ground(value, open);
      if (name == "background") open.picture = true;
      if (has_style_sheet_ && (name == "class" || name == "id")) open.look.shaded = true;
      if (name == "color") {
        open.look.white = is_white(value);
        open.look.clear = false;
      }
    }
    apply(value_of(node, "style"), open);
    const bool shaded = open.picture || open.ground.value_or(false);
    if (shaded || (open.ground && !has_style_sheet_)) open.look.shaded = shaded;  // a sheet may lay more over white
    if (open.clips && open.look.shaded.value_or(false)) open.look.clear = false;
    if (tag == GUMBO_TAG_RUBY) has_base_ = false;
    if (tag == GUMBO_TAG_Q) quote(open, quotes_++ == 0 ? "\u201C" : "\u2018");
    return open;
  }

  static void apply(std::string_view style, Open& open) {
    HtmlBox box;
    while (!style.empty()) {
      const std::string_view declaration = style.substr(0, style.find(';'));
      style.remove_prefix(std::min(style.size(), declaration.size() + 1));
      const std::size_t colon = declaration.find(':');
      if (colon == std::string_view::npos) continue;
      const std::string name = lower(trimmed(declaration.substr(0, colon)));
      std::string value = lower(declaration.substr(colon + 1));
      value = trimmed(value.substr(0, value.find('!')));  // !important
      declare(name, value, open);
      box.declare(name, value);
    }
    const GumboTag tag = open.node->v.element.tag;
    if (box.is_unseen(is_one_of(tag, kParagraphs) || is_one_of(tag, kLines))) open.not_displayed = true;
  }

  static void declare(std::string_view name, const std::string& value, Open& open) {
    if (value == "inherit" || value == "unset" || value == "currentcolor") return;
    if (name == "display" && value == "none") open.not_displayed = true;
    if (name == "opacity" && is_faint(value)) open.not_displayed = true;
    if (name == "visibility") open.look.hidden = value == "hidden" || value == "collapse";
    if (name == "color") {
      open.look.white = is_white(value);
      open.look.clear = is_transparent(value);
    }
    if (name == "background-image") open.picture = is_shade(value);
    if (name == "background") open.picture = is_shade(value) && value.find('(') != value.npos;
    if (name == "background" || name == "background-color") lay_ground(value, open);
    if (name.ends_with("background-clip")) open.clips = value == "text";
    if (name == "white-space" && value.starts_with("pre")) open.preformatted = true;
    if (name == "font-size") set_size(value, open);
    if (name == "font") set_size(size_in_font(value), open);
  }

  static void lay_ground(std::string_view colour, Open& open) {
    if (is_shade(colour)) open.ground = true;
    if (is_paper(colour)) open.ground = false;
  }

  static void set_size(std::string_view value, Open& open) {
    // A share of the parent's size is no news where that is tiny.
    const bool relative = value.ends_with('%') || (value.ends_with("em") && !value.ends_with("rem")) ||
                          value == "larger" || value == "smaller";
    if (is_tiny(value) || !relative) open.look.tiny = is_tiny(value);
  }

  // Of "italic 700 1px/2 a": the first number that is no weight and no angle.
  static std::string_view size_in_font(std::string_view value) {
    constexpr std::string_view kSpaces = " \t\r\n\f";
    while (!value.empty()) {
      const std::string_view word = value.substr(0, value.find_first_of(kSpaces));
      const std::string_view size = word.substr(0, word.find('/'));
      const bool has_unit = size.find_first_not_of("0123456789.") != std::string_view::npos;
      if (size.find_first_of("0123456789.") == 0 && (has_unit ? !size.ends_with("deg") : is_tiny(size))) return size;
      value.remove_prefix(word.size());
      value.remove_prefix(std::min(value.find_first_not_of(kSpaces), value.size()));
    }
    return {};
  }

  // The mark that a browser puts around <q>.
  void quote(const Open& open, std::string_view mark) {
    if (open.shown() != Shown::kYes) return;
    text_.set_quoted(open.quoted);
    text_.add(mark, Shown::kYes);
  }

  void separate(GumboTag tag) {
    if (is_one_of(tag, kParagraphs)) text_.end_paragraph();
    if (is_one_of(tag, kLines)) text_.end_line();
    if (is_one_of(tag, kCells)) text_.add_tab();
  }

  void leave(const Open& open) {
    const GumboTag tag = open.node->v.element.tag;
    if (tag == GUMBO_TAG_Q) quote(open, --quotes_ == 0 ? "\u201D" : "\u2019");
    separate(tag);
  }

  const bool has_style_sheet_;
  ShownText text_;
  std::vector<Open> stack_;
  std::uint64_t quotes_ = 0;    // <q> that are open
  bool has_base_ = false;       // the <ruby> that was opened last: words that its readings are of
  std::uint64_t readings_ = 0;  // left out
};

// In a page with a drawing: of a select within one Gumbo 0.10.1 loses track, and aborts. With another name it is an
// element as any other, and its options are shown as ever. Wherever these letters stand, since whether they are a tag
// within a drawing Gumbo alone can tell. `tags`: the page in small letters.
void rename_selects(std::string_view tags, std::string& page) {
  if (tags.find("<svg") == std::string_view::npos && tags.find("<math") == std::string_view::npos) return;
  for (const std::string_view tag : {"<select", "</select"})
    for (std::size_t at = tags.find(tag); at != std::string_view::npos; at = tags.find(tag, at + 1))
      page[at + tag.find('s')] = 'x';
}

struct Page {
  explicit Page(std::string_view text)
      : output(gumbo_parse_with_options(&kGumboDefaultOptions, text.data(), text.size())) {}
  ~Page() {
    if (output != nullptr) gumbo_destroy_output(&kGumboDefaultOptions, output);
  }
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;
  GumboOutput* output;
};

// "windows-1251" of "text/html; charset=windows-1251".
std::string_view charset_in(std::string_view content) {
  constexpr std::string_view kCharset = "charset";
  const std::size_t at = content.find(kCharset);
  if (at == content.npos) return {};
  std::string_view value = trimmed(content.substr(at + kCharset.size()));
  if (!value.starts_with('=')) return {};
  value.remove_prefix(std::min(value.find_first_not_of("= \t\r\n\f\"'"), value.size()));
  return value.substr(0, value.find_first_of(" \t\r\n\f\"';"));
}

// What a <meta> of a page's first bytes says of its charset; empty if none does. Gumbo knows what is one.
std::string declared_charset(std::string_view bytes) {
  std::string head = lower(bytes.substr(0, kMetaWithin));
  if (head.find("charset") == head.npos) return {};
  for (char& byte : head)
    if (static_cast<unsigned char>(byte) >= 0x80) byte = '?';
  rename_selects(std::string(head), head);
  const Page page(head);
  std::vector<const GumboNode*> left;
  if (page.output != nullptr) left.push_back(page.output->root);
  while (!left.empty()) {
    const GumboNode* const node = left.back();
    left.pop_back();
    if (node->type != GUMBO_NODE_ELEMENT) continue;
    if (node->v.element.tag == GUMBO_TAG_META) {
      std::string_view charset = trimmed(value_of(node, "charset"));
      if (charset.empty() && value_of(node, "http-equiv") == "content-type")
        charset = charset_in(value_of(node, "content"));
      if (!charset.empty()) return std::string(charset);
    }
    const GumboVector& children = node->v.element.children;
    for (unsigned i = children.length; i > 0; --i) left.push_back(static_cast<const GumboNode*>(children.data[i - 1]));
  }
  return {};
}

}  // namespace

Result<Extracted> extract_html(std::string_view bytes, const Limits& limits) {
  TEXTKIN_ASSIGN_OR_RETURN(Decoded decoded, decode(bytes, declared_charset(bytes)));
  const std::string tags = lower(decoded.text);
  rename_selects(tags, decoded.text);
  const HtmlShape shape = html_shape(decoded.text);
  if (shape.depth > limits.depth)
    return not_extracted(fmt::format("its elements stand more than {} deep within each other", limits.depth));
  if (shape.attributes > limits.attributes)
    return not_extracted(fmt::format("one of its elements has more than {} attributes", limits.attributes));
  const bool sheet = tags.find("<style") != std::string::npos || tags.find("stylesheet") != std::string::npos;
  const Page page(decoded.text);
  if (page.output == nullptr) return not_extracted("it cannot be read as HTML");
  std::vector<std::string> notes;
  if (std::string note = charset_note(decoded); !note.empty()) notes.push_back(std::move(note));
  HtmlReader reader(sheet);
  reader.read(page.output->root);
  return std::move(reader).finish(std::move(notes));
}

}  // namespace textkin::extract
