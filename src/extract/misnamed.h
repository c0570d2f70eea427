// A file whose name says one kind and whose bytes are of another: people rename files, programs write web pages and
// tables of text as .doc or .xls, and a key of a certificate is no Keynote.
#pragma once

#include <string_view>

#include "extract/extracted.h"

namespace textkin::extract {

// Whether it begins as a ZIP archive does, as docx and odt are.
bool is_zip(std::string_view bytes);

// What is surely something else than `suffix` says: a docx or odt, a web page, or text. A note says so. kBadInput where
// it is none of them, or what its bytes are for is not plain: source of a PDF, of RTF, PostScript, a mail, XML, JSON.
Result<Extracted> extract_misnamed(std::string_view suffix, std::string_view bytes, const Limits& limits);

// A docx or an odt whose name does not say so, which its parts tell.
Result<Extracted> extract_packed(std::string_view bytes, const Limits& limits);

// What is named .pdf and is none.
Result<Extracted> refuse_no_pdf(std::string_view bytes, const Limits& limits);

}  // namespace textkin::extract
