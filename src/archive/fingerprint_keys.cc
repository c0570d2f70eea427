#include "archive/fingerprint_keys.h"

#include <cstring>

#include "archive/byte_strings.h"
#include "base/sort.h"

namespace textkin::archive {
namespace {

// Behind them: how long what stands before them is, how many they are, and a mark. As long, all together, as no keys
// without fingerprints are.
constexpr std::string_view kMark = "fp";
constexpr std::size_t kBytesBehind = 2 * sizeof(std::uint32_t) + kMark.size();

}  // namespace

void append_fingerprints(std::vector<std::uint64_t>& fingerprints, std::string& keys) {
  if (fingerprints.empty()) return;
  for (std::uint64_t& fingerprint : fingerprints) fingerprint = fingerprint_key(fingerprint);
  base::sort_unique(fingerprints);
  const std::size_t before = keys.size();
  const std::size_t behind = before + fingerprints.size() * kBytesOfAFingerprint;
  keys.reserve(behind + sizeof(std::uint64_t) + kBytesBehind);
  keys.resize(behind + sizeof(std::uint64_t));
  for (std::size_t i = 0; i < fingerprints.size(); ++i) {
    const std::uint64_t kept = fingerprints[i] >> kCutBits;
    std::memcpy(keys.data() + before + i * kBytesOfAFingerprint, &kept,
                sizeof kept);  // the next one goes over what is more
  }
  keys.resize((behind + 7) / 8 * 8);
  put_number(static_cast<std::uint32_t>(before), keys);
  put_number(static_cast<std::uint32_t>(fingerprints.size()), keys);
  keys += kMark;
}

bool cut_fingerprints(std::string_view& keys, std::string_view& fingerprints) {
  fingerprints = {};
  if (keys.size() % 8 != kMark.size()) return true;
  if (keys.size() < kBytesBehind || !keys.ends_with(kMark)) return false;
  TakenBytes behind(keys.substr(keys.size() - kBytesBehind));
  const std::uint64_t before = behind.number<std::uint32_t>();
  const std::uint64_t count = behind.number<std::uint32_t>();
  const std::uint64_t all = before + count * kBytesOfAFingerprint;
  if ((all + 7) / 8 * 8 + kBytesBehind != keys.size()) return false;
  fingerprints = keys.substr(before, count * kBytesOfAFingerprint);
  keys = keys.substr(0, before);
  return true;
}

bool take_fingerprints(std::string_view& keys, DocId doc, std::vector<base::KeyValue>& out) {
  std::string_view fingerprints;
  if (!cut_fingerprints(keys, fingerprints)) return false;
  for (std::size_t at = 0; at < fingerprints.size(); at += kBytesOfAFingerprint)
    out.push_back({.value = doc, .key = fingerprint_at(fingerprints, at)});
  return true;
}

}  // namespace textkin::archive
