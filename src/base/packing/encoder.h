// Encoder: compresses a stream of bytes. Private to OutputFile.
//
// The same bytes give the same packed bytes: gzip level 6 without name and time, zstd level 3 with checksum, xz level
// 6, bzip2 level 9.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/packing/packing.h"
#include "textkin/status.h"

namespace textkin::base {

class Encoder {
 public:
  using Sink = std::function<Status(std::string_view)>;

  virtual ~Encoder() = default;

  virtual Status write(std::string_view bytes) = 0;
  virtual Status finish() = 0;
};

// `sink` takes packed bytes; its failure is what write() and finish() return. `path` is for messages.
Result<std::unique_ptr<Encoder>> make_zstd_encoder(std::string path, Encoder::Sink sink);
Result<std::unique_ptr<Encoder>> make_archive_encoder(std::string path, Packing packing, Encoder::Sink sink);  // others

}  // namespace textkin::base
