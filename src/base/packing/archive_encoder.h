// Packs with xz or bzip2 through libarchive, at the levels that encoder.h tells. Private to OutputFile. Threads:
// one each.
#pragma once

#include <memory>
#include <string>

#include "base/packing/encoder.h"

namespace textkin::base {

// `sink` takes packed bytes; its failure is what write() and finish() return. `path` is for messages.
Result<std::unique_ptr<Encoder>> make_archive_encoder(std::string path, Packing packing, Encoder::Sink sink);

}  // namespace textkin::base
