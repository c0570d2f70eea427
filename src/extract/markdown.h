// Markdown (CommonMark and what GitHub adds): the file itself with what is not read blanked.
//
// Each character of markup becomes a space, so that offsets are those of the file. Blanked are the addresses of links
// and pictures, definitions of references, HTML tags and comments, and the words behind a code fence, each only as the
// grammar of CommonMark has it (markup/markdown_markup.h): what is nearly markup is shown, so it is read. All other
// markup (#, *, _, |, >) is no word and stays. No parser of CommonMark is needed for that: where a list or a table may
// break markup off it is taken to do so, since what is wrongly kept is only words more. Nothing in Markdown hides text;
// in an HTML comment stands what no reader sees: its words are counted as hidden, and so are those of tags and titles
// as long as a sentence. Cost: 2 ns a byte. Charset: as decode().
#pragma once

#include <string_view>

#include "extract/extracted.h"

namespace textkin::extract {

Result<Extracted> extract_markdown(std::string_view bytes, const Limits& limits);

}  // namespace textkin::extract
