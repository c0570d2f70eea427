// Keys of documents as an index has them, from a seed: bands and features, with keys that many share. For tests only.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "archive/band_keys.h"
#include "archive/fingerprint_keys.h"
#include "archive/key_lists.h"

namespace textkin::archive {

// A key; many draws give the same one, or one with the same first bytes, and some an edge.
inline std::uint64_t some_key(std::mt19937_64& random) {
  switch (random() % 8) {
    case 0:
      return 0;
    case 1:
      return ~std::uint64_t{0};
    case 2:
      return random() % 4;
    case 3:
      return (random() % 3) << 56 | (random() % 4);
    default:
      return random() % 2 == 0 ? random() : (random() % 64) << 58;
  }
}

// encode_keys() of some document: bands, features of a short set, or none.
inline std::string some_keys(std::mt19937_64& random) {
  std::vector<Feature> features(random() % 3 == 0 ? random() % kShort : 0);
  for (Feature& feature : features) feature = some_key(random);
  std::ranges::sort(features);
  if (!features.empty() || random() % 8 == 0) return encode_keys(features, {});
  std::string keys = "b";
  for (std::uint32_t band = 0; band < kBands; ++band) {
    const std::uint64_t key = some_key(random);
    keys.append(reinterpret_cast<const char*>(&key), sizeof key);
  }
  return keys;
}

// The same of an index that is asked for passages.
inline std::string some_keys_and_fingerprints(std::mt19937_64& random) {
  std::string keys = some_keys(random);
  std::vector<std::uint64_t> fingerprints(random() % 40);
  for (std::uint64_t& fingerprint : fingerprints) fingerprint = some_key(random);
  append_fingerprints(fingerprints, keys);
  return keys;
}

// What lists should say: key -> documents, a list each.
class TwinLists {
 public:
  void add(std::string_view keys, DocId doc) {
    KeyRecords records;
    append_records(keys, doc, records);
    for (std::uint32_t list = 0; list < kLists; ++list)
      for (const base::KeyValue& record : records[list]) lists_[list].emplace(record.key, record.value);
  }
  std::vector<DocId> find(std::uint32_t list, std::uint64_t low, std::uint64_t high) const {
    std::vector<DocId> found;
    for (auto at = lists_[list].lower_bound(low); at != lists_[list].end() && at->first <= high; ++at)
      found.push_back(static_cast<DocId>(at->second));
    std::ranges::sort(found);
    return found;
  }
  std::uint64_t size(std::uint32_t list) const { return lists_[list].size(); }
  const std::multimap<std::uint64_t, std::uint64_t>& list(std::uint32_t list) const { return lists_[list]; }
  KeyRecords records() const {
    KeyRecords records;
    for (std::uint32_t list = 0; list < kLists; ++list)
      for (const auto& [key, doc] : lists_[list]) records[list].push_back({.value = doc, .key = key});
    return records;
  }

 private:
  std::array<std::multimap<std::uint64_t, std::uint64_t>, kLists> lists_;
};

// The documents that a directory finds, ascending.
inline Result<std::vector<DocId>> find_documents(const KeyDirectory& directory, std::uint32_t list, std::uint64_t low,
                                                 std::uint64_t high) {
  // More than are looked for at once, and the same again: what is expected changes nothing.
  const std::vector<KeyLists::Expected> expected(low % 2 == 0 ? 1 : 2 * kLists, {.list = list, .low = low});
  directory.expect(expected);
  std::vector<Stretch> stretches;
  TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t records, directory.find(list, low, high, stretches));
  std::vector<DocId> found;
  for (const Stretch& stretch : stretches)
    TEXTKIN_RETURN_IF_ERROR(stretch.of->append_documents(stretch.list, stretch.begin, stretch.end, found));
  if (found.size() != records) return Status(Code::kBadInput, "other documents than were counted");
  std::ranges::sort(found);
  return found;
}

// A list, and two keys in order: mostly of records that are there, or of a prefix.
struct TestingRange {
  std::uint32_t list;
  std::uint64_t low;
  std::uint64_t high;
};
inline TestingRange some_range(std::mt19937_64& random) {
  const auto list = static_cast<std::uint32_t>(random() % kLists);
  if (random() % 2 == 0) {
    const auto [low, high] = keys_of_prefix(some_key(random), static_cast<std::uint32_t>(1 + random() % kRows));
    return {list, low, high};
  }
  const std::uint64_t a = some_key(random);
  const std::uint64_t b = random() % 4 == 0 ? a : some_key(random);
  return {list, std::min(a, b), std::max(a, b)};
}

}  // namespace textkin::archive
