#include "join/hamming/hamming_table.h"

#include <algorithm>
#include <numeric>

#include "base/parallel.h"
#include "hash/mix.h"

namespace textkin::join {
namespace {

// Stretches of the table that are sorted side by side, and of the fingerprints that are read side by side.
constexpr std::size_t kStretches = 256;
constexpr std::size_t kChunk = 1u << 16;

// Steps of interpolation, after which what is left is halved.
constexpr int kMostSteps = 8;

BitPermutation::Run block_of(const HammingPlan& plan, std::uint32_t block) {
  std::uint32_t above = 0;
  for (std::uint32_t i = 0; i < block; ++i) above += plan.block_bits(i);
  return {plan.bits - above - plan.block_bits(block), plan.block_bits(block)};
}

Fingerprint bits_of(const BitPermutation::Run& run) { return BitPermutation::low_bits(run.length) << run.low; }

BitPermutation to_the_front(const HammingPlan& plan, std::span<const std::uint32_t> equal) {
  std::vector<BitPermutation::Run> runs;
  for (const std::uint32_t block : equal) runs.push_back(block_of(plan, block));
  for (std::uint32_t block = 0; block < plan.blocks; ++block)
    if (!std::ranges::binary_search(equal, block)) runs.push_back(block_of(plan, block));
  return BitPermutation(std::move(runs));
}

}  // namespace

TableKey::TableKey(const HammingPlan& plan, std::span<const std::uint32_t> equal)
    : bits_(plan.bits), permutation_(to_the_front(plan, equal)) {
  for (const std::uint32_t block : equal) {
    equal_ |= bits_of(block_of(plan, block));
    key_bits_ += plan.block_bits(block);
  }
  if (equal.empty()) return;
  for (std::uint32_t block = 0; block < equal.back(); ++block)
    if (!std::ranges::binary_search(equal, block)) before_.push_back(bits_of(block_of(plan, block)));
}

std::uint64_t TableKey::mixed(Fingerprint code) const {
  const std::uint32_t looked_at = std::min(key_bits_, 64u);
  return hash::mix64(static_cast<std::uint64_t>(permutation_(code) >> (bits_ - looked_at)));
}

bool TableKey::owns(Fingerprint difference) const {
  return (difference & equal_) == 0 &&
         std::ranges::all_of(before_, [&](Fingerprint block) { return (difference & block) != 0; });
}

std::vector<TableKey> table_keys(const HammingPlan& plan) {
  const std::uint32_t chosen = plan.blocks - plan.distance;
  std::vector<std::uint32_t> equal(chosen);
  std::iota(equal.begin(), equal.end(), 0u);
  std::vector<TableKey> keys;
  for (;;) {
    keys.emplace_back(plan, equal);
    // The next choice in lexicographic order: the last block that can move does, those behind it follow.
    std::uint32_t i = chosen;
    while (i > 0 && equal[i - 1] == plan.blocks - chosen + i - 1) --i;
    if (i == 0) return keys;
    ++equal[i - 1];
    for (; i < chosen; ++i) equal[i] = equal[i - 1] + 1;
  }
}

// Counted, then put where it belongs, then sorted: each stretch has its own range of mixed keys.
Result<HammingTable> HammingTable::make(const Fingerprints& codes, const TableKey& key, std::size_t part,
                                        std::size_t parts, unsigned threads) {
  const std::size_t chunks = (codes.size() + kChunk - 1) / kChunk;
  const auto for_part = [&](std::size_t chunk, auto use) {
    const std::size_t end = std::min(codes.size(), (chunk + 1) * kChunk);
    for (std::size_t i = chunk * kChunk; i < end; ++i) {
      const std::uint64_t mixed = key.mixed(codes[i]);
      if (part_of(mixed, parts) == part) use(part_of(mixed, parts * kStretches) % kStretches, mixed, i);
    }
  };
  std::vector<std::size_t> places(chunks * kStretches + 1, 0);
  const auto place = [&](std::size_t chunk, std::size_t stretch) -> std::size_t& {
    return places[stretch * chunks + chunk];
  };
  TEXTKIN_RETURN_IF_ERROR(base::parallel_for(chunks, threads, [&](std::size_t chunk, unsigned) {
    for_part(chunk, [&](std::size_t stretch, auto...) { ++place(chunk, stretch); });
    return Status();
  }));
  std::exclusive_scan(places.begin(), places.end(), places.begin(), std::size_t{0});
  HammingTable table;
  table.rows_.resize(places.back());
  std::vector<std::size_t> begins;
  for (std::size_t stretch = 0; stretch < kStretches && chunks > 0; ++stretch) begins.push_back(place(0, stretch));
  begins.push_back(places.back());
  TEXTKIN_RETURN_IF_ERROR(base::parallel_for(chunks, threads, [&](std::size_t chunk, unsigned) {
    for_part(chunk, [&](std::size_t stretch, std::uint64_t mixed, std::size_t i) {
      table.rows_[place(chunk, stretch)++] = {.value = i, .key = mixed};
    });
    return Status();
  }));
  TEXTKIN_RETURN_IF_ERROR(base::parallel_for(begins.size() - 1, threads, [&](std::size_t stretch, unsigned) {
    base::sort(table.rows_.data() + begins[stretch], begins[stretch + 1] - begins[stretch]);
    return Status();
  }));
  return table;
}

std::span<const base::KeyValue> HammingTable::find(std::uint64_t mixed) const {
  // Rows before `low` have smaller keys, rows from `high` on keys at least as great.
  std::size_t low = 0;
  std::size_t high = rows_.size();
  std::uint64_t least = rows_.empty() ? 0 : rows_.front().key;
  std::uint64_t most = rows_.empty() ? 0 : rows_.back().key;
  for (int step = 0; step < kMostSteps && high - low > 8 && mixed > least && mixed <= most; ++step) {
    const Fingerprint share = Fingerprint{mixed - least} * (high - low - 1);
    const std::size_t guess = low + static_cast<std::size_t>(share / (most - least));
    if (rows_[guess].key < mixed) {
      low = guess + 1;
      least = rows_[guess].key;
    } else {
      high = guess;
      most = rows_[guess].key;
    }
  }
  const auto first = std::partition_point(rows_.begin() + static_cast<std::ptrdiff_t>(low),
                                          rows_.begin() + static_cast<std::ptrdiff_t>(high),
                                          [&](const base::KeyValue& row) { return row.key < mixed; });
  auto last = first;
  while (last != rows_.end() && last->key == mixed) ++last;
  return {first, last};
}

}  // namespace textkin::join
