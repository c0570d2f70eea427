// textkin extract: the text that is compared, of a file that is more than text.
#pragma once

#include <cstdint>
#include <string>

#include "engine/run/read_options.h"
#include "engine/write/results.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::files {

struct ExtractOptions {
  std::string output = "-";
  std::uint32_t shuffled = 0;  // instead of the text so many copies of shuffled_words(); 0: the text
  std::uint64_t seed = 1;      // of these
};

// Writes the text of the one INPUT, a file that is one document, as every other command reads it, to the output, or to
// options.answer where there is one; its notes go to `progress`. A file that cannot be read is the Status. kExhausted
// where the memory has no room for the copies.
Status extract_text(const run::ReadOptions& options, const ExtractOptions& wanted, write::Results& results,
                    Progress& progress);

// "docx, odt, html, ...": what can be extracted, for a help text.
std::string extracted_formats();

}  // namespace textkin::engine::files
