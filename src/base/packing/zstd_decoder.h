// Unpacks zstd: one frame or several. Private to Unpacker. Threads: one each.
//
// What is cut short, damaged or no zstd at all is kBadInput with its place; a window that
// fills more memory than the input's limit is kExhausted.
#pragma once

#include <memory>

#include "base/packing/decoder.h"

namespace textkin::base {

Result<std::unique_ptr<Decoder>> make_zstd_decoder(PackedInput input);

}  // namespace textkin::base
