// Unpacks gzip with ISA-L: one member or several, with zeros behind them. Private to Unpacker. Threads: one each.
//
// What is cut short, damaged or no gzip at all is kBadInput with its place. The checksum of each member is checked.
#pragma once

#include <memory>

#include "base/packing/decoder.h"

namespace textkin::base {

Result<std::unique_ptr<Decoder>> make_gzip_decoder(PackedInput input);

}  // namespace textkin::base
