// Traces: what a file says of how it was made. Written by programs, and by whoever likes to: reasons to ask, no proof.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "extract/extracted.h"

namespace textkin::extract {

// Of docProps/core.xml, docProps/app.xml and word/settings.xml, each perhaps empty or damaged: then it says nothing.
Traces traces_of_docx(const std::string& core, const std::string& app, const std::string& settings);

// Of meta.xml, or of a whole flat document.
Traces traces_of_odt(const std::string& meta);

// Of the lines before the text that `pdftotext -htmlmeta` writes.
Traces traces_of_pdf(std::string_view head);

// One line of printable text, cut to kLongestTrace bytes.
inline constexpr std::size_t kLongestTrace = 200;
std::string clean_trace(std::string_view value);

}  // namespace textkin::extract
