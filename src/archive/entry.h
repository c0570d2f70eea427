// Entry: what the archive knows of a document besides its text. It stays when the document is removed, so that numbers
// have no gaps and an answer can be as of an earlier sequence.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "textkin/status.h"

namespace textkin::archive {

struct Entry {
  std::uint64_t added = 0;    // the sequence with which it came
  std::uint64_t removed = 0;  // and went; 0: it is there
  std::uint32_t size = 0;     // features
  std::uint32_t text_bytes = 0;
  std::uint64_t checksum = 0;  // XXH3 of the text
  std::string id;
  std::vector<std::string> fields;  // in the order of the index's

  bool alive() const { return removed == 0; }
  bool alive_at(std::uint64_t sequence) const { return added <= sequence && (removed == 0 || removed > sequence); }
};

std::string encode(const Entry& entry);
// False where the bytes are no entry.
bool decode(std::string_view bytes, Entry& out);

}  // namespace textkin::archive
