#include "extract/html_depth.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

#include "extract/ascii.h"

namespace textkin::extract {
namespace {

constexpr std::array<std::string_view, 32> kNoEndTag{
    "area",   "base",  "br",     "col",      "embed",    "hr", "img", "input", "link", "meta", "param",
    "source", "track", "wbr",    "p",        "li",       "dt", "dd",  "tr",    "td",   "th",   "thead",
    "tbody",  "tfoot", "option", "optgroup", "colgroup", "rp", "rt",  "html",  "head", "body"};
constexpr std::array<std::string_view, 5> kRawText{"script", "style", "textarea", "title", "xmp"};

std::string name_at(std::string_view page, std::size_t at) {
  std::string name;
  for (; at < page.size() && page[at] != '>' && page[at] != '/' && static_cast<unsigned char>(page[at]) > ' '; ++at)
    name += is_letter(page[at]) ? static_cast<char>(page[at] | 32) : page[at];
  return name;
}

// The place of `</name` from `at` on, in any case; the end where there is none.
std::size_t end_of_raw_text(std::string_view page, std::size_t at, std::string_view name) {
  while ((at = page.find("</", at)) != std::string_view::npos) {
    if (name_at(page, at + 2) == name) return at;
    at += 2;
  }
  return page.size();
}

}  // namespace

std::uint64_t html_depth(std::string_view page) {
  std::unordered_map<std::string, std::uint64_t> open;
  std::uint64_t depth = 0;
  std::uint64_t deepest = 0;
  for (std::size_t at = page.find('<'); at < page.size(); at = page.find('<', at)) {
    if (page.substr(at).starts_with("<!--")) {
      at = std::min(page.find("-->", at + 4), page.size());
      continue;
    }
    const bool closes = page.substr(at).starts_with("</");
    at += closes ? 2 : 1;
    if (at >= page.size() || !is_letter(page[at])) continue;
    const std::string name = name_at(page, at);
    at += name.size();
    if (std::ranges::find(kNoEndTag, name) != kNoEndTag.end()) continue;
    if (!closes && std::ranges::find(kRawText, name) != kRawText.end()) {
      at = end_of_raw_text(page, at, name);
      continue;
    }
    std::uint64_t& of_name = open[name];
    if (!closes) {
      ++of_name;
      deepest = std::max(deepest, ++depth);
    } else if (of_name > 0) {
      --of_name;
      --depth;
    }
  }
  return deepest;
}

}  // namespace textkin::extract
