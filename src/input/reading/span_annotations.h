// SpanAnnotations: passages that somebody else wrote down: PAN's XML, or what `textkin passages` wrote.
//
// Bytes are hostile: a broken file is refused with its name, and nothing is read past its end.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "textkin/status.h"

namespace textkin::input {

// Characters, counted from 0.
struct SpanAnnotation {
  std::string suspicious;
  std::string source;
  std::uint64_t suspicious_offset = 0;
  std::uint64_t suspicious_length = 0;
  std::uint64_t source_offset = 0;
  std::uint64_t source_length = 0;
};

// `path` is a folder: every *.xml file below it, in order of their paths, `feature` elements named `plagiarism` or
// `detected-plagiarism`, the suspicious document being the file's `document` reference; features that name no source
// (intrinsic ones) are left out. Else: a table with the columns a, b, a_offset, a_length, b_offset, b_length in any
// order, fields as `passages --format tsv` writes them, or JSON lines with these keys; packed as its name says.
// kNotFound, kIo, or kBadInput with file and line or place.
Result<std::vector<SpanAnnotation>> read_annotations(const std::string& path);

}  // namespace textkin::input
