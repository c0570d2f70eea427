// Markdown (CommonMark and what GitHub adds): the file itself with what is not read blanked.
//
// Each character of markup becomes a space, so that offsets are those of the file. Blanked are the addresses of links
// and pictures, definitions of references, HTML tags and comments, and the words behind a code fence. All other markup
// (#, *, _, |, >) is no word and stays. No parser of CommonMark is needed for that: what is blanked can be told by a
// few characters, and what is wrongly kept is only words more. Nothing in Markdown hides text; in an HTML comment
// within stands what no reader sees: its words are counted as hidden. Cost: 2 ns a byte. Charset: as decode().
#pragma once

#include <string_view>

#include "extract/extracted.h"

namespace textkin::extract {

Result<Extracted> extract_markdown(std::string_view bytes, const Limits& limits);

}  // namespace textkin::extract
