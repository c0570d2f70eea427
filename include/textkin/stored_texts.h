// StoredTexts: texts that somebody keeps and gives when they are asked for, by number: those of an index.
//
// Threads: all of it may be called from many threads at once.
#pragma once

#include <cstdint>
#include <string>

#include "textkin/status.h"

namespace textkin {

class StoredTexts {
 public:
  virtual ~StoredTexts() = default;

  // Replaces `out` by the text, valid UTF-8, as it was when it was stored.
  virtual Status read(std::uint64_t number, std::string& out) const = 0;
};

}  // namespace textkin
