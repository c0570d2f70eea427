#include "extract/markup/html_shape.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

#include "base/ascii.h"

namespace textkin::extract {
namespace {

using base::is_letter;
using base::is_space;

constexpr std::array<std::string_view, 32> kNoEndTag{
    "area",   "base",  "br",     "col",      "embed",    "hr", "img", "input", "link", "meta", "param",
    "source", "track", "wbr",    "p",        "li",       "dt", "dd",  "tr",    "td",   "th",   "thead",
    "tbody",  "tfoot", "option", "optgroup", "colgroup", "rp", "rt",  "html",  "head", "body"};
constexpr std::array<std::string_view, 8> kRawText{"script", "style",  "textarea", "title",
                                                   "xmp",    "iframe", "noembed",  "noframes"};

std::string name_at(std::string_view page, std::size_t at) {
  std::string name;
  for (; at < page.size() && page[at] != '>' && page[at] != '/' && static_cast<unsigned char>(page[at]) > ' '; ++at)
    name += is_letter(page[at]) ? static_cast<char>(page[at] | 32) : page[at];
  return name;
}

// Whether the tag whose name begins at `at` is `name`, in any case. Looks at no more than that.
bool is_named(std::string_view page, std::size_t at, std::string_view name) {
  return name_at(page.substr(0, std::min(page.size(), at + name.size() + 1)), at) == name;
}

// The place of `</name` from `at` on, in any case; the end where there is none.
std::size_t end_of_raw_text(std::string_view page, std::size_t at, std::string_view name) {
  while ((at = page.find("</", at)) != std::string_view::npos) {
    if (is_named(page, at + 2, name)) return at;
    at += 2;
  }
  return page.size();
}

// The same of a script, in which a script within a comment is no end: it ends with its own end tag, or the comment.
std::size_t end_of_script(std::string_view page, std::size_t at) {
  bool in_comment = false;
  bool in_script = false;
  for (; at < page.size(); ++at) {
    const std::string_view rest = page.substr(at);
    if (rest.starts_with("-->")) {
      in_comment = in_script = false;
    } else if (rest.starts_with("<!--")) {
      in_comment = true;
      ++at;  // its dashes may end it, too
    } else if (rest.starts_with("</") && is_named(page, at + 2, "script")) {
      if (!in_script) return at;
      in_script = false;
    } else if (in_comment && rest.starts_with("<") && is_named(page, at + 1, "script")) {
      in_script = true;
    }
  }
  return page.size();
}

// From behind `<!--`: where what ends the comment ends, also one that ends as it begins.
std::size_t end_of_comment(std::string_view page, std::size_t at) {
  for (const std::string_view end : {">", "->"})
    if (page.substr(at).starts_with(end)) return at + end.size();
  // Of both at once: where only one stands, a search for the other would go to the page's end, at each comment anew.
  for (; (at = page.find("--", at)) != std::string_view::npos; ++at)
    for (const std::string_view end : {"-->", "--!>"})
      if (page.substr(at).starts_with(end)) return at + end.size();
  return page.size();
}

// Where a script, a style or a text field is no raw text: within these, as they are read by the HTML standard.
constexpr std::array<std::string_view, 4> kNoRawText{"svg", "math", "select", "frameset"};

bool is_blank(char byte) { return is_space(byte) || byte == '/'; }

// From behind a tag's name to its `>`: moves `at` there and returns how many attributes there are, as the tokenizer of
// the HTML standard counts them. A quote begins a value only behind `=`.
std::uint64_t skip_attributes(std::string_view page, std::size_t& at) {
  std::uint64_t count = 0;
  for (;;) {
    while (at < page.size() && is_blank(page[at])) ++at;
    if (at >= page.size() || page[at] == '>') return count;
    ++count;
    for (++at; at < page.size() && page[at] != '=' && page[at] != '>' && !is_blank(page[at]);) ++at;
    std::size_t value = at;
    while (value < page.size() && is_space(page[value])) ++value;
    if (value >= page.size() || page[value] != '=') continue;
    for (at = value + 1; at < page.size() && is_space(page[at]);) ++at;
    if (at < page.size() && (page[at] == '"' || page[at] == '\'')) {
      at = std::min(page.find(page[at], at + 1), page.size() - 1) + 1;
    } else {
      while (at < page.size() && page[at] != '>' && !is_space(page[at])) ++at;
    }
  }
}

// Goes once over the tags of a page.
class Walk {
 public:
  explicit Walk(std::string_view page) : page_(page) {}

  HtmlShape shape() {
    for (std::size_t at = page_.find('<'); at < page_.size(); at = page_.find('<', at)) {
      const std::string_view rest = page_.substr(at);
      if (at < end_of_cdata_) {
        // Gumbo knows better where it is CDATA: what begins there counts, and what ends there does not.
        if (rest.size() > 1 && is_letter(rest[1])) {
          see_tag(at, false);
          at = std::min(at, end_of_cdata_);
        } else {
          ++at;
        }
      } else if (rest.starts_with("<!--")) {
        at = end_of_comment(page_, at + 4);
      } else if (rest.starts_with("<![CDATA[") && knows_no_raw_text()) {
        end_of_cdata_ = std::min(page_.find("]]>", at), page_.size());
      } else if (rest.starts_with("<!") || rest.starts_with("<?") || is_odd_end(rest)) {
        at = std::min(page_.find('>', at), page_.size());  // a comment, too
      } else {
        see_tag(at, rest.starts_with("</"));
      }
    }
    return shape_;
  }

 private:
  static bool is_odd_end(std::string_view rest) {
    return rest.starts_with("</") && rest.size() > 2 && !is_letter(rest[2]);
  }

  bool knows_no_raw_text() const {
    return std::ranges::any_of(kNoRawText, [&](std::string_view name) {
      const auto found = open_.find(std::string(name));
      return found != open_.end() && found->second > 0;
    });
  }

  // At `<` or `</`, after which `at` is behind the tag, or, of raw text, at its end.
  void see_tag(std::size_t& at, bool closes) {
    at += closes ? 2 : 1;
    if (at >= page_.size() || !is_letter(page_[at])) return;
    const std::string name = name_at(page_, at);
    at += name.size();
    count(name, skip_attributes(page_, at));
    if (std::ranges::find(kNoEndTag, name) != kNoEndTag.end()) return;
    if (!closes && std::ranges::find(kRawText, name) != kRawText.end() && !knows_no_raw_text()) {
      at = name == "script" ? end_of_script(page_, at) : end_of_raw_text(page_, at, name);
      return;
    }
    std::uint64_t& of_name = open_[name];
    if (!closes) {
      ++of_name;
      shape_.depth = std::max(shape_.depth, ++depth_);
    } else if (of_name > 0) {
      --of_name;
      --depth_;
    }
  }

  void count(std::string_view name, std::uint64_t attributes) {
    if (name == "html") attributes = of_html_ += attributes;
    if (name == "body") attributes = of_body_ += attributes;
    shape_.attributes = std::max(shape_.attributes, attributes);
  }

  const std::string_view page_;
  std::unordered_map<std::string, std::uint64_t> open_;
  std::size_t end_of_cdata_ = 0;
  std::uint64_t depth_ = 0;
  std::uint64_t of_html_ = 0;
  std::uint64_t of_body_ = 0;
  HtmlShape shape_;
};

}  // namespace

HtmlShape html_shape(std::string_view page) { return Walk(page).shape(); }

}  // namespace textkin::extract
