#include "extract/misnamed.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "extract/ascii.h"
#include "extract/charset.h"
#include "extract/html.h"
#include "extract/office/docx.h"
#include "extract/office/odt.h"
#include "extract/packed_parts.h"
#include "extract/plain_text.h"

namespace textkin::extract {
namespace {

constexpr std::size_t kShown = 1024;  // bytes at a file's beginning that say what it is

// Text that is written for a program: what it says to a person is not to be had by reading it as it stands.
constexpr auto kSources = std::to_array<std::string_view>({"%pdf-", "{\\rtf", "%!ps", "mime-version:"});

bool is_page(std::string_view begin) {
  return std::ranges::any_of(std::to_array<std::string_view>({"<!doctype html", "<html"}),
                             [&](std::string_view tag) { return begin.find(tag) != std::string_view::npos; });
}

Result<Extracted> as_text(std::string_view bytes, const Limits& limits, std::string_view& kind) {
  TEXTKIN_ASSIGN_OR_RETURN(const Decoded decoded, decode(bytes));
  const std::string begin = lower(std::string_view(decoded.text).substr(0, kShown));
  const std::size_t first = begin.find_first_not_of(" \t\r\n\v\f");
  const bool tags = first != std::string::npos && begin[first] == '<';
  const bool object = first != std::string::npos && begin[first] == '{';
  if (tags && is_page(begin)) {
    kind = "web page";
    return extract_html(bytes, limits);
  }
  const bool source =
      std::ranges::any_of(kSources, [&](std::string_view word) { return begin.find(word) != std::string::npos; });
  const bool binary = decoded.text.find('\0') != std::string::npos;
  if (first == std::string::npos || tags || object || source || binary)
    return not_extracted("it is of no kind that is known here");
  kind = "text";
  return extract_plain_text(bytes, limits);
}

}  // namespace

bool is_zip(std::string_view bytes) { return bytes.starts_with("PK\x03\x04"); }

Result<Extracted> extract_packed(std::string_view bytes, const Limits& limits) {
  const std::vector<std::string> names{"word/document.xml", "content.xml"};
  TEXTKIN_ASSIGN_OR_RETURN(const auto found, read_parts(bytes, names, "docx", limits));
  if (found.contains(names[0])) return extract_docx(bytes, limits);
  if (found.contains(names[1])) return extract_odt(bytes, limits);
  return not_extracted(
      "it is an archive, or a document of another kind; unpack it and name the folder, or save it as .docx");
}

Result<Extracted> extract_misnamed(std::string_view suffix, std::string_view bytes, const Limits& limits) {
  std::string_view kind = "docx or odt";
  Result<Extracted> made = is_zip(bytes) ? extract_packed(bytes, limits) : as_text(bytes, limits, kind);
  if (made.ok())
    made->notes.insert(made->notes.begin(), fmt::format("named .{}, and read as the {} that it is", suffix, kind));
  return made;
}

Result<Extracted> refuse_no_pdf(std::string_view /*bytes*/, const Limits& /*limits*/) {
  return not_extracted("it is no PDF, whatever its name says");
}

}  // namespace textkin::extract
