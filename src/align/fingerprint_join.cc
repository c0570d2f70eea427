#include "align/fingerprint_join.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include "base/parallel.h"

namespace textkin::align {
namespace {

constexpr std::size_t kFlush = 1u << 14;

// An odd factor and its inverse modulo 2^32: document numbers are spread over the partitions, and found again.
constexpr std::uint32_t kSpread = 0x9E3779B1u;
constexpr std::uint32_t inverse(std::uint32_t odd) {
  std::uint32_t x = odd;
  for (int i = 0; i < 5; ++i) x *= 2 - odd * x;
  return x;
}
static_assert(kSpread * inverse(kSpread) == 1);

base::KeyValue seed_record(DocId a, DocId b, std::uint32_t place_a, std::uint32_t place_b) {
  return {.value = std::uint64_t{place_a} << 32 | place_b, .key = std::uint64_t{a * kSpread} << 32 | b};
}

DocId doc_of(const base::KeyValue& posting) { return static_cast<DocId>(posting.value >> 32); }
std::uint32_t place_of(const base::KeyValue& posting) { return static_cast<std::uint32_t>(posting.value); }

// What becomes of a fingerprint: whether it makes pairs of INPUT with the rest, and of INPUT's own documents.
struct Use {
  bool across = false;
  bool inside = false;
  bool common = false;  // pairs that are wanted are left out
};

Use use_of(std::uint32_t of_input, std::uint32_t documents, const Sides& sides, std::uint32_t most) {
  if (!sides.two()) return {.across = false, .inside = documents > 1 && documents <= most, .common = documents > most};
  const std::uint32_t others = documents - of_input;
  const bool across = of_input > 0 && others > 0;
  const bool inside = sides.within && of_input > 1;
  Use use{.across = across && others <= most, .inside = inside && documents <= most, .common = false};
  use.common = use.across != across || use.inside != inside;
  return use;
}

// Postings of one fingerprint, ascending by document; none has more than kMostPostings.
using Postings = std::vector<base::KeyValue>;

template <class Give>
void for_pairs(const Postings& postings, const Sides& sides, const Use& use, Give give) {
  const auto others = std::ranges::partition_point(
      postings, [&](const base::KeyValue& posting) { return !sides.two() || doc_of(posting) < sides.against; });
  for (auto one = postings.begin(); one != others; ++one) {
    if (use.inside)
      for (auto other = one + 1; other != others; ++other)
        if (doc_of(*other) != doc_of(*one)) give(*one, *other);
    if (use.across)
      for (auto other = others; other != postings.end(); ++other) give(*one, *other);
  }
}

}  // namespace

Status join_fingerprints(base::SpillingRecords& fingerprints, const Sides& sides, std::uint32_t most, unsigned threads,
                         base::SpillingRecords& seeds, FingerprintCounts& counts) {
  std::mutex mutex;  // of seeds and counts
  TEXTKIN_RETURN_IF_ERROR(
      base::parallel_for(base::RecordPartitions::kPartitions, threads, [&](std::size_t partition, unsigned) -> Status {
        std::vector<base::KeyValue> records;
        TEXTKIN_RETURN_IF_ERROR(fingerprints.take(partition, records));
        base::sort(records.data(), records.size());
        std::vector<base::KeyValue> found;
        std::vector<CommonPlace> common;
        const auto flush = [&]() -> Status {
          const std::lock_guard lock(mutex);
          TEXTKIN_RETURN_IF_ERROR(seeds.append(found));
          found.clear();
          counts.common += common.size();
          if (counts.common <= counts.most_places)
            counts.places.insert(counts.places.end(), common.begin(), common.end());
          else
            std::exchange(counts.places, {});
          common.clear();
          return {};
        };
        Postings postings;
        for (std::size_t begin = 0, end = 0; begin < records.size(); begin = end) {
          std::uint32_t documents = 0;
          std::uint32_t of_input = 0;
          for (; end < records.size() && records[end].key == records[begin].key; ++end) {
            const bool next = end == begin || doc_of(records[end]) != doc_of(records[end - 1]);
            documents += next;
            of_input += next && doc_of(records[end]) < sides.against;
          }
          const Use use = use_of(of_input, documents, sides, most);
          if (use.common) common.push_back({doc_of(records[begin]), place_of(records[begin]), documents});
          if (!use.across && !use.inside) continue;
          postings.clear();
          std::uint32_t places = 0;
          for (std::size_t i = begin; i < end; ++i) {
            places = i == begin || doc_of(records[i]) != doc_of(records[i - 1]) ? 1 : places + 1;
            if (places <= kMostPostings) postings.push_back(records[i]);
          }
          Status status;
          for_pairs(postings, sides, use, [&](const base::KeyValue& x, const base::KeyValue& y) {
            found.push_back(seed_record(doc_of(x), doc_of(y), place_of(x), place_of(y)));
            if (found.size() == kFlush && status.ok()) status = flush();
          });
          TEXTKIN_RETURN_IF_ERROR(status);
        }
        return flush();
      }));
  std::ranges::sort(counts.places, {}, [](const CommonPlace& x) { return std::pair(x.doc, x.place); });
  return {};
}

Status for_candidates(base::SpillingRecords& seeds, unsigned threads,
                      const std::function<Status(DocId, DocId, std::vector<Seed>&, unsigned)>& body,
                      const std::function<void(std::uint64_t done, std::uint64_t all)>& told) {
  std::mutex telling;
  std::uint64_t done = 0;
  return base::parallel_for(base::RecordPartitions::kPartitions, threads, [&](std::size_t partition, unsigned worker) {
    std::vector<base::KeyValue> records;
    TEXTKIN_RETURN_IF_ERROR(seeds.take(partition, records));
    base::sort(records.data(), records.size());
    std::vector<Seed> of_pair;
    for (std::size_t begin = 0, end = 0; begin < records.size(); begin = end) {
      const std::uint64_t key = records[begin].key;
      of_pair.clear();
      for (; end < records.size() && records[end].key == key; ++end)
        of_pair.push_back({static_cast<std::uint32_t>(records[end].value >> 32), place_of(records[end])});
      const DocId a = static_cast<DocId>(key >> 32) * inverse(kSpread);
      TEXTKIN_RETURN_IF_ERROR(body(a, static_cast<DocId>(key), of_pair, worker));
    }
    const std::lock_guard lock(telling);
    told(++done, base::RecordPartitions::kPartitions);
    return Status();
  });
}

}  // namespace textkin::align
