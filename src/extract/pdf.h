// PDF, by running poppler's pdftotext: a program of its own, since poppler's licence is the GPL.
//
// Lines come in reading order as pdftotext finds it; a paragraph goes on over the end of a page (page_breaks.h). Text
// that a page does not show (white, or laid invisibly over a scan) cannot be told apart and is part of the text. Cost:
// starting pdftotext twice over, 30 ms, and what it takes.
// The program is that of limits.pdf_program, else /usr/local/bin/pdftotext or /usr/bin/pdftotext, whatever PATH says;
// it is confined (base/processes/confined_program.h).
#pragma once

#include <string_view>

#include "extract/extracted.h"

namespace textkin::extract {

Result<Extracted> extract_pdf(std::string_view bytes, const Limits& limits);

}  // namespace textkin::extract
