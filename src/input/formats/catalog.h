// The catalogue of input formats: what --as calls them, which files are read so by their names, and what reads them.
//
// A new format is a row here and its class (formats/format.h). The conformance test, --as and its help find it here.
#pragma once

#include <span>
#include <string_view>

#include "input/formats/format.h"

namespace textkin::input {

struct InputFormat {
  std::string_view name;              // that --as takes; empty: nothing in a file is of this format
  std::string_view suffixes;          // of files that are read so where --as says nothing else; a space between
  std::string_view whole_run_suffix;  // of inputs that are read so where all of a run have it; empty: none
  const Format& (*format)();
  // A small file of the format, with two documents or more if it can hold them. The tests break it in every way.
  std::string_view example;
};

std::span<const InputFormat> formats();

// The row of that name; null if there is none.
const InputFormat* find_format(std::string_view name);

// The format of files with the name `path`, a suffix of packing left aside; null if no suffix says so.
const Format* format_by_suffix(std::string_view path);

// `path` without the suffix of its packing.
std::string_view without_packing(std::string_view path);

// Whether `path` ends like inputs of that format, a suffix of packing left aside.
bool has_whole_run_suffix(const InputFormat& format, std::string_view path);

}  // namespace textkin::input
