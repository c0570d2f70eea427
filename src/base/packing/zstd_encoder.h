// Packs with zstd, level 3 with checksum: one frame, of pieces of a MiB that libzstd's own threads pack; the same bytes
// for any number of them, which depend on the version of libzstd. Private to OutputFile. Threads: one each, which waits
// for those that pack but for what it copies to them. Cost: 0.12 GB/s a thread; 4 MB and 3 MB a thread.
#pragma once

#include <memory>
#include <string>

#include "base/packing/encoder.h"

namespace textkin::base {

// `sink` takes packed bytes; its failure is what write() and finish() return. `path` is for messages.
Result<std::unique_ptr<Encoder>> make_zstd_encoder(std::string path, Encoder::Sink sink);

}  // namespace textkin::base
