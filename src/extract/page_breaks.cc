#include "extract/page_breaks.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "unicode/uchar.h"
#include "unicode/utf8.h"

namespace textkin::extract {
namespace {

constexpr std::size_t kMostFurniture = 3;     // lines between a page's text and its edge
constexpr std::size_t kLinesOfParagraph = 6;  // that are looked at, for how long they are
constexpr std::size_t kLongestNumber = 24;    // bytes of a line that is a page's number

using Lines = std::vector<std::string_view>;

// The lines of a page, without what ends them.
Lines lines_of(std::string_view page) {
  Lines out;
  while (!page.empty()) {
    const std::size_t end = std::min(page.find('\n'), page.size());
    out.push_back(page.substr(0, end));
    page.remove_prefix(std::min(page.size(), end + 1));
  }
  return out;
}

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == line.npos; }

// A line without digits and white space: the same for running heads with the page's number in them.
std::string key_of(std::string_view line) {
  std::string out;
  for (const char c : line)
    if (!base::is_digit(c) && c != ' ' && c != '\t' && c != '\r') out.push_back(c);
  return out;
}

// 17, - 17 -, xvii, Page 3 of 9.
bool is_page_number(std::string_view line, std::string key) {
  if (line.size() > kLongestNumber) return false;
  for (const std::string_view word : {"Page", "page", "Seite", "of", "von", "sur", "de"})
    if (const std::size_t at = key.find(word); at != key.npos) key.erase(at, word.size());
  constexpr std::string_view kSigns = "-.|/()[]";
  const auto is_any_of = [](std::string_view set) { return [set](char c) { return set.find(c) != set.npos; }; };
  std::erase_if(key, is_any_of(kSigns));
  return std::ranges::all_of(key, is_any_of("ivxlc"));
}

struct PageLines {
  Lines lines;
  bool ends_line = true;  // its last line has an end
  std::size_t first = 0;  // line of its text; the number of lines where there is none
  std::size_t last = 0;

  bool empty() const { return first > last || last >= lines.size(); }
};

std::vector<PageLines> pages_of(std::string_view text) {
  std::vector<PageLines> out;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\f', begin), text.size());
    const std::string_view page = text.substr(begin, end - begin);
    out.push_back({.lines = lines_of(page), .ends_line = page.ends_with('\n')});
    begin = end + 1;
  }
  return out;
}

// Calls `visit` with the lines nearest to an edge of a page that are not empty, until it says no.
template <typename Visit>
void visit_edge(const Lines& lines, bool from_end, Visit visit) {
  std::size_t seen = 0;
  for (std::size_t i = 0; i < lines.size() && seen <= kMostFurniture; ++i) {
    const std::size_t at = from_end ? lines.size() - 1 - i : i;
    if (is_blank(lines[at])) continue;
    ++seen;
    if (!visit(at)) return;
  }
}

void find_text(std::vector<PageLines>& pages) {
  std::map<std::pair<bool, std::string>, std::size_t> times;  // of keys at the beginning and at the end of pages
  for (const PageLines& page : pages)
    for (const bool from_end : {false, true}) {
      std::vector<std::string> keys;
      visit_edge(page.lines, from_end, [&](std::size_t at) {
        keys.push_back(key_of(page.lines[at]));
        return keys.size() < kMostFurniture;
      });
      std::ranges::sort(keys);
      const auto repeated = std::ranges::unique(keys);
      keys.erase(repeated.begin(), repeated.end());
      for (std::string& key : keys) ++times[{from_end, std::move(key)}];
    }
  for (PageLines& page : pages)
    for (const bool from_end : {false, true}) {
      std::size_t text = page.lines.size();
      visit_edge(page.lines, from_end, [&](std::size_t at) {
        std::string key = key_of(page.lines[at]);
        const auto known = times.find({from_end, key});
        const bool running = known != times.end() && known->second > 1;
        if (running || is_page_number(page.lines[at], std::move(key))) return true;
        text = at;
        return false;
      });
      (from_end ? page.last : page.first) = text;
    }
}

// As ICU's macros read them.
const std::uint8_t* bytes_of(std::string_view line) { return reinterpret_cast<const std::uint8_t*>(line.data()); }

UChar32 first_letter(std::string_view line) {
  UChar32 c = 0;
  for (std::int32_t i = 0; i < std::ssize(line);) {
    // NOLINTNEXTLINE(bugprone-inc-dec-in-conditions): ICU's macro
    U8_NEXT_OR_FFFD(bytes_of(line), i, static_cast<std::int32_t>(line.size()), c);
    if (u_isalnum(c)) return c;
  }
  return 0;
}

bool ends_sentence(std::string_view line) {
  constexpr auto kPasses = U_GC_Z_MASK | U_GC_PE_MASK | U_GC_PF_MASK | U_GC_PI_MASK | U_GC_CC_MASK;
  UChar32 c = 0;
  for (std::int32_t i = static_cast<std::int32_t>(line.size()); i > 0;) {
    U8_PREV_OR_FFFD(bytes_of(line), 0, i, c);
    if ((U_GET_GC_MASK(c) & kPasses) == 0 && c != '"' && c != '\'') break;
  }
  constexpr std::u32string_view kEnds = U".!?…。！？।";
  return kEnds.find(static_cast<char32_t>(c)) != kEnds.npos;
}

// Whether the last line of the text of `page` is one of a paragraph that it fills.
bool is_full(const PageLines& page) {
  const std::size_t size = page.lines[page.last].size();
  std::size_t longest = 0;
  for (std::size_t i = page.last; i > page.first && page.last - i + 1 < kLinesOfParagraph; --i) {
    if (is_blank(page.lines[i - 1])) break;
    longest = std::max(longest, page.lines[i - 1].size());
  }
  return longest > 0 && 5 * size >= 4 * longest;
}

bool goes_on(const PageLines& page, const PageLines& next) {
  if (page.empty() || next.empty()) return false;
  if (u_islower(first_letter(next.lines[next.first])) && !ends_sentence(page.lines[page.last])) return true;
  const bool alone = next.first + 1 >= next.lines.size() || is_blank(next.lines[next.first + 1]);
  return is_full(page) && !alone;
}

}  // namespace

std::string join_pages(std::string_view text) {
  std::vector<PageLines> pages = pages_of(text);
  find_text(pages);
  std::string out;
  out.reserve(text.size() + pages.size());
  bool went_on = false;
  for (std::size_t p = 0; p < pages.size(); ++p) {
    const PageLines& page = pages[p];
    const bool goes = p + 1 < pages.size() && goes_on(page, pages[p + 1]);
    for (std::size_t i = 0; i < page.lines.size(); ++i) {
      const bool between = (went_on && i < page.first) || (goes && i > page.last);
      if (between && is_blank(page.lines[i])) continue;
      out += page.lines[i];
      if (i + 1 < page.lines.size() || page.ends_line || goes) out += '\n';
    }
    if (!goes && p + 1 < pages.size()) out += '\n';
    went_on = goes;
  }
  return out;
}

}  // namespace textkin::extract
