// The catalogue of extractors: which kind of file is read by what.
//
// An extractor is a function of the file's bytes alone: the same bytes give the same text and notes. Bytes are hostile:
// what cannot be read is kBadInput (see not_extracted), nothing is read past the end, nothing is written, nothing is
// fetched. Deep or long input may still cost much time and memory; a process of its own with limits is the caller's
// matter. Threads: any.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extract/extracted.h"
#include "textkin/status.h"

namespace textkin::extract {

struct Extractor {
  std::string_view name;
  std::string_view suffixes;  // lower case, without dots, a space between; empty: for all that have no other
  std::string_view doc;
  Result<Extracted> (*extract)(std::string_view bytes, const Limits& limits);
  bool starts_program = false;  // a process that extracts by it must be able to
  bool refuses = false;         // it says what to do instead
  bool takes_any_text = false;  // else plain text that has such a name is misnamed
};

// The last one is for files of any other suffix: text in some charset.
std::span<const Extractor> extractors();

// By a suffix without its dot, upper and lower case alike.
const Extractor& extractor_of(std::string_view suffix);

// What the extractor for that suffix makes of it, in valid UTF-8; a note says so where that is no word at all. What it
// cannot read is read as what its bytes show that it is, where they do (misnamed.h).
Result<Extracted> extract(std::string_view suffix, std::string_view bytes, const Limits& limits);

// All suffixes that have one of their own.
std::vector<std::string> suffixes();

}  // namespace textkin::extract
