#include "join/bands/lone_keys.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace textkin::join {
namespace {

constexpr std::size_t kSlotsARecord = 8;
constexpr int kBitsOfPartition = 8;

}  // namespace

void LoneKeys::remove(std::vector<base::KeyValue>& records) {
  const std::size_t slots = std::bit_ceil(std::max<std::size_t>(records.size() * kSlotsARecord, 64));
  slots_.assign(slots / 64, {});
  const int shift = 64 - std::countr_zero(slots);
  const auto slot_of = [&](const base::KeyValue& record) { return record.key << kBitsOfPartition >> shift; };
  for (const base::KeyValue& record : records) {
    const std::uint64_t slot = slot_of(record);
    const std::uint64_t bit = std::uint64_t{1} << (slot % 64);
    Slots& own = slots_[slot / 64];
    own.again |= own.once & bit;
    own.once |= bit;
  }
  // Without a branch: who has company cannot be foretold.
  std::size_t kept = 0;
  for (const base::KeyValue& record : records) {
    const std::uint64_t slot = slot_of(record);
    const bool stays = (slots_[slot / 64].again >> (slot % 64) & 1) != 0;
    records[kept] = record;
    kept += stays;
  }
  records.resize(kept);
}

}  // namespace textkin::join
