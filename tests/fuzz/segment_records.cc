// Blocks of band records in a file that is whole: numbers, sizes and contents may be anything.
#include "store/segment_records.h"

#include <fuzzer/FuzzedDataProvider.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "memory_file.h"
#include "store/testing_file.h"

namespace textkin {
namespace {

constexpr std::uint64_t kRun = 1;

void load(const std::string& bytes, DocId first, DocId documents) {
  const fuzz::MemoryFile memory(bytes);
  const auto file = store::BlockFile::open(memory.path(), kRun);
  fuzz::require(file.ok());
  for (const store::RecordKind kind : {store::RecordKind::kWhole, store::RecordKind::kBands}) {
    store::SegmentRecords records(kind, nullptr);
    if (!records.add(*file, first, documents).ok()) {
      fuzz::require(records.size() == 0);
      continue;
    }
    std::uint64_t taken = 0;
    bool whole = true;
    for (std::size_t partition = 0; partition < base::RecordPartitions::kPartitions; ++partition) {
      std::vector<base::KeyValue> out;
      if (!records.take(partition, out).ok()) {
        whole = false;
        continue;
      }
      taken += out.size();
      for (const base::KeyValue& record : out)
        fuzz::require(base::RecordPartitions::partition_of(record.key) == partition && record.value >= first &&
                      record.value - first < documents);
    }
    fuzz::require(!whole || taken == records.size());
  }
}

}  // namespace
}  // namespace textkin

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider provider(data, size);
  const auto first = provider.ConsumeIntegral<std::uint32_t>();
  const auto documents = provider.ConsumeBool() ? provider.ConsumeIntegral<std::uint32_t>()
                                                : provider.ConsumeIntegralInRange<std::uint32_t>(0, 100);
  textkin::store::TestingFile file{.version = textkin::store::kBlockFileVersion, .run = 1, .blocks = {}, .bend = {}};
  std::set<std::pair<std::uint32_t, std::uint32_t>> names;  // ascending, as an index must be
  for (int n = provider.ConsumeIntegralInRange(0, 20); n > 0; --n)
    names.emplace(provider.ConsumeIntegralInRange<std::uint32_t>(5, 10),
                  provider.ConsumeIntegralInRange<std::uint32_t>(0, 257));
  // Mostly as many documents as keys.
  for (const auto& [kind, number] : names) {
    if (kind == 7 || kind == 9) continue;
    std::string keys, docs;
    for (std::uint32_t n = provider.ConsumeIntegralInRange<std::uint32_t>(0, 20); n > 0; --n) {
      const std::uint64_t key = provider.ConsumeIntegral<std::uint64_t>();
      textkin::store::put(keys, provider.ConsumeBool() ? key : key >> 8 | std::uint64_t{number} << 56);
      textkin::store::put(docs, provider.ConsumeIntegralInRange<std::uint32_t>(0, documents));
    }
    if (provider.ConsumeBool()) keys += provider.ConsumeRandomLengthString(8);
    file.blocks.push_back({kind, number, keys});
    if (names.count({kind + 1, number}) > 0 || provider.ConsumeBool()) file.blocks.push_back({kind + 1, number, docs});
  }
  std::sort(file.blocks.begin(), file.blocks.end(),
            [](const auto& a, const auto& b) { return std::tie(a.kind, a.number) < std::tie(b.kind, b.number); });
  const auto same = [](const auto& a, const auto& b) { return a.kind == b.kind && a.number == b.number; };
  file.blocks.erase(std::unique(file.blocks.begin(), file.blocks.end(), same), file.blocks.end());
  textkin::load(file.bytes(), first, documents);
  return 0;
}
