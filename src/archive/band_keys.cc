#include "archive/band_keys.h"

#include <bit>
#include <cstring>

#include "archive/byte_strings.h"
#include "archive/fingerprint_keys.h"

namespace textkin::archive {

std::uint32_t agreeing_cells(const BandKeys& a, const BandKeys& b) {
  constexpr std::uint64_t kLow = 0x7F7F7F7F7F7F7F7F;
  std::uint32_t cells = 0;
  for (std::uint32_t band = 0; band < kBands; ++band) {
    const std::uint64_t differ = a[band] ^ b[band];
    // The top bit of each byte that is not 0.
    const std::uint64_t not_zero = ((differ & kLow) + kLow) | differ;
    cells += static_cast<std::uint32_t>(std::popcount(~(not_zero | kLow)));
  }
  return cells;
}

std::string encode_keys(FeatureView set, SignatureView cells) {
  std::string out;
  if (set.size() < kShort) {
    for (const Feature feature : set) put_number(feature, out);
    return out;
  }
  // As long as the features of no short set.
  out.push_back('b');
  for (const std::uint64_t key : band_keys(cells)) put_number(key, out);
  return out;
}

bool take_bands(std::string_view keys, BandKeys& out) {
  if (keys.size() != 1 + sizeof out || keys[0] != 'b') return false;
  std::memcpy(out.data(), keys.data() + 1, sizeof out);
  return true;
}

bool append_records(std::string_view keys, DocId doc, KeyRecords& out) {
  if (!take_fingerprints(keys, doc, out[kFingerprintList])) return false;
  const bool bands = keys.size() % sizeof(std::uint64_t) == 1;
  if (bands && (keys.size() != 1 + kBands * sizeof(std::uint64_t) || keys[0] != 'b')) return false;
  if (!bands && keys.size() % sizeof(std::uint64_t) != 0) return false;
  TakenBytes taken(keys.substr(bands ? 1 : 0));
  for (std::uint32_t i = 0; !taken.at_end(); ++i)
    out[bands ? i : kFeatureList].push_back({.value = doc, .key = taken.number<std::uint64_t>()});
  return true;
}

}  // namespace textkin::archive
