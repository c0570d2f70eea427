// FingerprintKeys: by what the passages of a document are found: the runs of words that winnowing chooses in its text
// (align/winnow.h), each once.
//
// A key is the first 48 bits of a fingerprint: in an index of 10^8 different ones another one has the same with
// probability 10^-6 or so. Then a document is read in vain, or counted among those that share what is common; what is
// said of passages is compared word by word.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/sort.h"
#include "textkin/document.h"

namespace textkin::archive {

inline constexpr unsigned kCutBits = 16;  // of a fingerprint, which its key lacks

inline std::uint64_t fingerprint_key(std::uint64_t fingerprint) { return fingerprint >> kCutBits << kCutBits; }

inline constexpr std::size_t kBytesOfAFingerprint = 6;

// Puts the keys of `fingerprints`, in any order, behind `keys`, which encode_keys() gave.
void append_fingerprints(std::vector<std::uint64_t>& fingerprints, std::string& keys);
// Takes them off again, as they stand there, kBytesOfAFingerprint each; false where the bytes are none.
bool cut_fingerprints(std::string_view& keys, std::string_view& fingerprints);
// The key that stands at byte `at` of them.
inline std::uint64_t fingerprint_at(std::string_view fingerprints, std::size_t at) {
  std::uint64_t kept = 0;
  std::memcpy(&kept, fingerprints.data() + at, kBytesOfAFingerprint);
  return kept << kCutBits;
}
// The same as records of `doc`.
bool take_fingerprints(std::string_view& keys, DocId doc, std::vector<base::KeyValue>& out);

}  // namespace textkin::archive
