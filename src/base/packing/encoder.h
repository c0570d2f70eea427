// Encoder: compresses a stream of bytes. Private to OutputFile.
//
// The same bytes give the same packed bytes, on any number of threads: gzip level 6 without name and time, zstd level 3
// with checksum, xz level 6, bzip2 level 9.
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

  // How many may pack; one where it is not called. Before the first write. xz and bzip2 make no use of them.
  virtual void use_threads(unsigned /*threads*/) {}

  virtual Status write(std::string_view bytes) = 0;
  virtual Status finish() = 0;
};

}  // namespace textkin::base
