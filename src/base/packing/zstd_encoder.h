// Packs with zstd, level 3 with checksum. Private to OutputFile. Threads: one each.
#pragma once

#include <memory>
#include <string>

#include "base/packing/encoder.h"

namespace textkin::base {

// `sink` takes packed bytes; its failure is what write() and finish() return. `path` is for messages.
Result<std::unique_ptr<Encoder>> make_zstd_encoder(std::string path, Encoder::Sink sink);

}  // namespace textkin::base
