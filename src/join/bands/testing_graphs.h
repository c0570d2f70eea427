// Band records and their graphs for the tests of this room.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "base/memory_records.h"
#include "hash/mix.h"
#include "join/bands/bucket_groups.h"
#include "textkin/keep.h"

namespace textkin::join {

using Records = std::vector<base::KeyValue>;

// Any keys as those of bands, whose lowest bit is 0.
inline Records of_bands(Records records) {
  for (base::KeyValue& record : records) record.key <<= 1;
  return records;
}

// The graph of all documents in the records, in memory.
inline BucketGraph graph_of_keys(const Records& records, const KeepOrder& order = {},
                                 const std::vector<std::uint8_t>& skip = {}, unsigned threads = 1) {
  base::MemoryRecords held;
  held.append(records);
  std::size_t documents = std::max(order.rank.size(), skip.size());
  for (const base::KeyValue& record : records) documents = std::max<std::size_t>(documents, record.value + 1);
  Result<BucketGroups> groups =
      BucketGroups::collect(held, order, skip, documents, {.threads = threads, .memory = 1ull << 30, .scratch = ""});
  if (!groups.ok() || groups->size() > 1 || groups->spilled_bytes() > 0) std::abort();
  return groups->size() == 0 ? BucketGraph() : std::move(groups->graph(0)).value();
}

inline BucketGraph graph_of(const Records& records, const KeepOrder& order = {},
                            const std::vector<std::uint8_t>& skip = {}, unsigned threads = 1) {
  return graph_of_keys(of_bands(records), order, skip, threads);
}

// Clusters of documents that share most keys, so that equal lists are many and components are small and large.
inline Records clustered_records(std::uint64_t seed, std::size_t documents, std::size_t cluster, std::size_t bands) {
  std::mt19937_64 random(seed);
  Records records;
  for (std::uint64_t doc = 0; doc < documents; ++doc) {
    const std::uint64_t own = random() % 3 == 0 ? doc : doc / (1 + random() % cluster);
    for (std::uint64_t band = 0; band < bands; ++band) {
      const std::uint64_t key = random() % 8 == 0 ? random() : hash::mix64(own << 8 | band);
      records.push_back({.value = doc, .key = key});
    }
  }
  std::ranges::shuffle(records, random);
  return records;
}

inline Result<BucketGroups> collect(const Records& records, const KeepOrder& order, std::span<const std::uint8_t> skip,
                                    std::size_t documents, unsigned threads, std::uint64_t memory,
                                    const std::string& scratch) {
  base::MemoryRecords held;
  held.append(of_bands(records));
  return BucketGroups::collect(held, order, skip, documents,
                               {.threads = threads, .memory = memory, .scratch = scratch});
}

}  // namespace textkin::join
