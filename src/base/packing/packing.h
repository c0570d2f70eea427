// Packing: how the bytes of a file are compressed, as its name says.
#pragma once

#include <string_view>

namespace textkin::base {

enum class Packing { kNone, kGzip, kZstd, kXz, kBzip2 };

// By the suffix of `path`: .gz .zst .xz .bz2, else none. Upper and lower case are different.
Packing packing_of(std::string_view path);

// The suffix that stands for it, with its dot; empty for none.
std::string_view suffix_of(Packing packing);

// What people call it: "gzip", "zstd", "xz", "bzip2"; empty for none.
std::string_view name_of(Packing packing);

}  // namespace textkin::base
