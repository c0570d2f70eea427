// PassageKeys: the fingerprints of a text, which an index that is asked for passages keeps.
//
// They are those that `passages` chooses (align/winnow.h), so what it finds the index finds. Threads: one PassageKeys a
// thread. Cost: some 3 us for 2 KB.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/index/index_spec.h"
#include "engine/passages/text_fingerprints.h"
#include "engine/read/collection.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::engine::index {

class PassageKeys {
 public:
  explicit PassageKeys(const IndexSpec& spec);

  // Puts them behind `keys`, which encode_keys() gave; nothing where the index keeps none.
  void append(std::string_view text, std::string& keys);
  // The same of a document that is read; kExhausted, with what would do, where memory has no room for its words.
  Status append(const Document& document, const read::Collection& collection, std::string& keys);

 private:
  void put(std::string& keys);

  const bool kept_;
  passages::TextFingerprints fingerprints_;
  std::vector<std::uint64_t> hashes_;
};

}  // namespace textkin::engine::index
