// Unpacks xz and bzip2 with libarchive. Private to Unpacker. Threads: one each.
//
// What is cut short, damaged or not what `packing` says is kBadInput with its place; so are bytes behind the end.
#pragma once

#include <memory>

#include "base/packing/decoder.h"

namespace textkin::base {

Result<std::unique_ptr<Decoder>> make_archive_decoder(PackedInput input, Packing packing);

}  // namespace textkin::base
