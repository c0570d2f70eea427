// Packs with gzip, level 6, without name and time: one member, whose pieces of half a MiB are deflated by themselves,
// so that several threads pack one file (RFC 1951, 1952). Private to OutputFile. Threads: one each, which calls for
// others while it packs.
//
// Cost: on one thread a third of zlib's time at its level, for sizes within a hundredth of zlib's; 1.5 MiB a thread.
#pragma once

#include <memory>
#include <string>

#include "base/packing/encoder.h"

namespace textkin::base {

// `sink` takes packed bytes; its failure is what write() and finish() return. `path` is for messages.
Result<std::unique_ptr<Encoder>> make_gzip_encoder(std::string path, Encoder::Sink sink);

}  // namespace textkin::base
