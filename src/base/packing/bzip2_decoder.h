// Unpacks bzip2 with libarchive. Private to Unpacker. Threads: one each.
//
// What is cut short, damaged or no bzip2 at all is kBadInput with its place; so are bytes behind the end.
#pragma once

#include <memory>

#include "base/packing/decoder.h"

namespace textkin::base {

Result<std::unique_ptr<Decoder>> make_bzip2_decoder(PackedInput input);

}  // namespace textkin::base
