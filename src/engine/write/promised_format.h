// What the suffix of an output's name promises to whoever opens the file, and what is written there.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace textkin::engine::write {

// A format that suffixes stand for. Not all of them are written here: a name may promise a workbook, too.
struct PromisedFormat {
  std::string_view name;      // one word: "jsonl", as --format and FILE.jsonl of a help say it
  std::string_view said;      // by messages: "JSON lines"
  std::string_view advised;   // the suffix that messages advise: ".jsonl"
  std::string_view suffixes;  // that promise it, a space between; none of what any file may be called
  // Of other formats, whose names are right for this one, too: what reads them reads this.
  std::string_view also;
};

// The format that the name of `path` promises, capitals and a suffix of packing left aside; null: none. Many suffixes
// promise nothing (.txt, .dat, none at all): any text may be called so.
const PromisedFormat* promised_format(std::string_view path);

// The row of that name; null if there is none, as of "pan", which is written into a folder.
const PromisedFormat* find_promised(std::string_view name);

// Whether a file of the format `held` may have the name of a file of `promised`.
bool keeps_promise(const PromisedFormat& held, const PromisedFormat& promised);

}  // namespace textkin::engine::write
