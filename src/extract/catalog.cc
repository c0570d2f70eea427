#include "extract/catalog.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/utf8.h"
#include "extract/ascii.h"
#include "extract/html.h"
#include "extract/markdown.h"
#include "extract/misnamed.h"
#include "extract/notebook.h"
#include "extract/office/docx.h"
#include "extract/office/odt.h"
#include "extract/pdf.h"
#include "extract/plain_text.h"
#include "extract/rtf.h"
#include "extract/subtitles.h"

namespace textkin::extract {
namespace {

// clang-format off
constexpr std::array<Extractor, 14> kCatalog{{
    {"docx", "docx docm dotx", "Word 2007 and later", extract_docx},
    {"odt", "odt ott fodt", "OpenDocument text", extract_odt},
    {"html", "html htm xhtml", "web pages", extract_html, false, false, true},
    {"markdown", "md markdown", "Markdown; offsets are those of the file", extract_markdown, false, false, true},
    {"pdf", "pdf", "PDF, by the program pdftotext", extract_pdf, true},
    {"no_pdf", "textkin-no-pdf", "what is named as a PDF and is none", refuse_no_pdf, false, true},
    {"rtf", "rtf", "Rich Text Format", extract_rtf},
    {"ipynb", "ipynb", "what is written into notebooks of Jupyter", extract_notebook},
    {"subtitles", "srt vtt", "subtitles, without numbers and times; offsets are those of the file", extract_subtitles, false, false, true},
    {"doc", "doc dot wps", "Word before 2007, named as not read", refuse_old_word, false, true},
    {"apple", "pages key numbers", "Pages, Keynote and Numbers, named as not read", refuse_apple, false, true},
    {"packed", "textkin-packed", "docx or odt of another name", extract_packed},
    {"other", "wpd odp ods ppt pptx xls xlsx epub eml msg mbox mht mhtml", "named as not read", refuse_other_document, false, true},
    {"text", "", "text in any charset", extract_plain_text, false, false, true},
}};
// clang-format on

// Calls body(suffix) for each until it returns true.
template <class Body>
bool for_suffixes(std::string_view list, Body body) {
  while (!list.empty()) {
    const std::string_view suffix = list.substr(0, list.find(' '));
    if (body(suffix)) return true;
    list.remove_prefix(std::min(list.size(), suffix.size() + 1));
  }
  return false;
}

}  // namespace

std::span<const Extractor> extractors() { return kCatalog; }

const Extractor& extractor_of(std::string_view suffix) {
  const std::string small = lower(suffix);
  const auto found = std::ranges::find_if(kCatalog, [&](const Extractor& extractor) {
    return for_suffixes(extractor.suffixes, [&](std::string_view one) { return one == small; });
  });
  return found == kCatalog.end() ? kCatalog.back() : *found;
}

Result<Extracted> extract(std::string_view suffix, std::string_view bytes, const Limits& limits) {
  const Extractor& own = extractor_of(suffix);
  Result<Extracted> made = own.extract(bytes, limits);
  // A process that starts programs is not confined before it has, so it reads nothing itself.
  if (!made.ok() && !own.starts_program && (!own.takes_any_text || is_zip(bytes))) {
    Result<Extracted> other = extract_misnamed(own.name == "no_pdf" ? "pdf" : suffix, bytes, limits);
    if (other.ok()) made = std::move(other);
  }
  if (!made.ok()) return made;
  Extracted out;
  out.notes = std::move(made->notes);
  out.flags = std::move(made->flags);
  out.traces = std::move(made->traces);
  base::append_valid_utf8(made->text, out.text);
  if (out.text.find_first_not_of(" \t\r\n\v\f") == std::string::npos)
    out.notes.emplace_back("no text was found in it; it may be a scan, or made of pictures");
  return out;
}

std::vector<std::string> suffixes() {
  std::vector<std::string> all;
  for (const Extractor& extractor : kCatalog) {
    for_suffixes(extractor.suffixes, [&](std::string_view one) {
      all.emplace_back(one);
      return false;
    });
  }
  return all;
}

}  // namespace textkin::extract
