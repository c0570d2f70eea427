// Unpacks xz: one stream or several. Private to Unpacker. Threads: one each.
//
// What is cut short, damaged or no xz at all is kBadInput with its place; so are bytes behind the end. A dictionary
// that fills more memory than the input's limit is kExhausted.
#pragma once

#include <memory>

#include "base/packing/decoder.h"

namespace textkin::base {

Result<std::unique_ptr<Decoder>> make_xz_decoder(PackedInput input);

}  // namespace textkin::base
