#include "extract/html.h"

#include <fmt/format.h>
#include <gumbo.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "extract/ascii.h"
#include "extract/charset.h"
#include "extract/look.h"
#include "extract/markup/html_shape.h"
#include "extract/shown_text.h"

namespace textkin::extract {
namespace {

constexpr std::size_t kMetaWithin = 4096;  // bytes in which a page names its charset

constexpr std::array kNotShown{GUMBO_TAG_HEAD,   GUMBO_TAG_SCRIPT,   GUMBO_TAG_STYLE,   GUMBO_TAG_TEMPLATE,
                               GUMBO_TAG_IFRAME, GUMBO_TAG_NOSCRIPT, GUMBO_TAG_NOEMBED, GUMBO_TAG_NOFRAMES};
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

// What stands behind `charset=` in a <meta> of the page's first bytes; empty if nothing does.
std::string declared_charset(std::string_view bytes) {
  const std::string head = lower(bytes.substr(0, kMetaWithin));
  for (std::size_t at = head.find("<meta"); at != std::string::npos; at = head.find("<meta", at + 1)) {
    const std::string_view tag = std::string_view(head).substr(at, head.find('>', at) - at);
    std::size_t begin = tag.find("charset=");
    if (begin == std::string_view::npos) continue;
    begin = std::min(tag.find_first_not_of("\"' ", begin + 8), tag.size());
    return std::string(tag.substr(begin, tag.find_first_of("\"' ;/", begin) - begin));
  }
  return {};
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
  bool transparent = false;  // letters
  bool clips = false;        // its ground to the shape of its letters, which are seen by it
  bool in_ruby = false;
  bool quoted = false;  // of a block quote, and no table in it

  Shown shown() const {
    if (not_displayed) return Shown::kNo;
    const Shown shown = look.shown();
    return shown == Shown::kYes && transparent ? Shown::kAsSpace : shown;
  }
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
    if (is_one_of(tag, kNotShown)) return true;
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
              .not_displayed = parent.not_displayed || tag == GUMBO_TAG_RP,
              .preformatted = parent.preformatted || is_one_of(tag, kPreformatted),
              .transparent = parent.transparent,
              .in_ruby = parent.in_ruby || tag == GUMBO_TAG_RUBY,
              .quoted = (parent.quoted || tag == GUMBO_TAG_BLOCKQUOTE) && tag != GUMBO_TAG_TABLE};
    const GumboVector& attributes = node->v.element.attributes;
    for (unsigned i = 0; i < attributes.length; ++i) {
      const auto* attribute = static_cast<const GumboAttribute*>(attributes.data[i]);
      const std::string_view name = attribute->name;
      const std::string_view value = attribute->value;
      if (name == "hidden" && value != "until-found") open.not_displayed = true;
      if (name == "bgcolor" && is_shade(value)) open.look.shaded = true;
      if (name == "background" || (has_style_sheet_ && (name == "class" || name == "id"))) open.look.shaded = true;
      if (name == "color") {
        open.look.white = is_white(value);
        open.transparent = false;
      }
    }
    if (const GumboAttribute* style = gumbo_get_attribute(&attributes, "style")) apply(style->value, open);
    if (open.clips && open.look.shaded.value_or(false)) open.transparent = false;
    if (tag == GUMBO_TAG_RUBY) has_base_ = false;
    if (tag == GUMBO_TAG_Q) quote(open, quotes_++ == 0 ? "\u201C" : "\u2018");
    return open;
  }

  static void apply(std::string_view style, Open& open) {
    while (!style.empty()) {
      const std::string_view declaration = style.substr(0, style.find(';'));
      style.remove_prefix(std::min(style.size(), declaration.size() + 1));
      const std::size_t colon = declaration.find(':');
      if (colon == std::string_view::npos) continue;
      const std::string name = lower(trimmed(declaration.substr(0, colon)));
      std::string value = lower(declaration.substr(colon + 1));
      value = trimmed(value.substr(0, value.find('!')));  // !important
      declare(name, value, open);
    }
  }

  static void declare(std::string_view name, const std::string& value, Open& open) {
    if (value == "inherit" || value == "unset" || value == "currentcolor") return;
    if (name == "display" && value == "none") open.not_displayed = true;
    if (name == "opacity" && is_faint(value)) open.not_displayed = true;
    if (name == "visibility") open.look.hidden = value == "hidden" || value == "collapse";
    if (name == "color") {
      open.look.white = is_white(value);
      open.transparent = is_transparent(value);
    }
    if (name == "background-color" && is_shade(value)) open.look.shaded = true;
    if (name == "background" && is_shade(value)) open.look.shaded = true;
    if (name.ends_with("background-clip")) open.clips = value == "text";
    if (name == "white-space" && value.starts_with("pre")) open.preformatted = true;
    if (name == "font-size") set_size(value, open);
    if (name == "font") set_size(size_in_font(value), open);
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
