#include "sketch/fss_rounds.h"

#include <algorithm>
#include <bit>

#include "base/cpu.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sketch/fss_rounds.cc"
#include "hwy/foreach_target.h"
// Must come after foreach_target.h.
#include "hash/mix-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace textkin::sketch::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<std::uint32_t>;
using V = hn::Vec<D>;
constexpr std::size_t kLanes = hn::MaxLanes(D());
static_assert(kLanes <= FssScratch::kPad);

// floor(v k / 2^32), lane by lane.
HWY_INLINE V bins_of(V v, V k) {
  const D d;
  const hn::ScalableTag<std::uint64_t> d64;
  const auto even = hn::MulEven(v, k);
  const auto odd = hn::MulEven(hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(d64, v))), k);
  return hn::OddEven(hn::BitCast(d, odd), hn::BitCast(d, hn::ShiftRight<32>(even)));
}

// The bins that are still empty, held in registers where the target can look words up across a vector.
struct EmptyBins {
#if HWY_MAX_BYTES == 64
  V words;
  explicit EmptyBins(const std::uint32_t* bits) : words(hn::Load(D(), bits)) {}
  V word_of(V bin) const { return hn::TableLookupLanes(words, hn::IndicesFromVec(D(), hn::ShiftRight<5>(bin))); }
#elif HWY_MAX_BYTES == 32
  V first;
  V second;
  explicit EmptyBins(const std::uint32_t* bits) : first(hn::Load(D(), bits)), second(hn::Load(D(), bits + 8)) {}
  V word_of(V bin) const {
    const D d;
    const auto index = hn::ShiftRight<5>(bin);
    const auto place = hn::IndicesFromVec(d, hn::And(index, hn::Set(d, 7u)));
    return hn::IfThenElse(hn::Gt(index, hn::Set(d, 7u)), hn::TableLookupLanes(second, place),
                          hn::TableLookupLanes(first, place));
  }
#endif
};

// Appends to `hit` those v whose bin is empty; returns how many there are now. May write a vector past them.
#if HWY_MAX_BYTES >= 32
HWY_INLINE std::size_t keep_hits(V v, V k, const EmptyBins& empty, std::uint32_t* hit, std::size_t count) {
  const D d;
  const V bin = bins_of(v, k);
  const V bit = hn::Shl(hn::Set(d, 1u), hn::And(bin, hn::Set(d, 31u)));
  const auto open = hn::TestBit(empty.word_of(bin), bit);
  hn::StoreU(hn::Compress(v, open), d, hit + count);
  return count + hn::CountTrue(d, open);
}
#endif

// One set at a time; the members share the family and the scratch.
struct Sketching {
  const FssFamily& family;
  FssScratch& s;
  std::uint32_t k;
  std::size_t padded;  // k rounded up to whole words of the bit map

  void load(FeatureView chunk) {
    hash::HWY_NAMESPACE::for_mixed_halves(chunk.data(), chunk.size(), family.mask(),
                                          [&](std::size_t i, V low, V high) {
                                            hn::Store(low, D(), s.low + i);
                                            hn::Store(high, D(), s.high + i);
                                          });
  }

  void first_round(std::size_t count) {
    const D d;
    const V cells = hn::Set(d, k);
    for (std::size_t i = 0; i < count; i += kLanes)
      hn::Store(bins_of(hn::Load(d, s.high + i), cells), d, s.bin + i);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t bin = s.bin[i];
      const Cell cell = s.low[i] >> 1;
      const Cell old = s.cells[bin];
      s.cells[bin] = cell < old ? cell : old;
    }
  }

  // Rebuilds the bit map; returns the number of empty bins.
  std::size_t look_for_empty() {
    const D d;
    std::size_t count = 0;
    for (std::size_t word = 0; word < padded / 32; ++word) {
      std::uint32_t bits = 0;
      for (std::size_t i = 0; i < 32; i += kLanes) {
        const auto mask = hn::Eq(hn::Load(d, s.cells + word * 32 + i), hn::Set(d, kEmptyCell));
        std::uint8_t bytes[8] = {};
        hn::StoreMaskBits(d, mask, bytes);
        bits |= (bytes[0] | std::uint32_t{bytes[1]} << 8) << i;
      }
      s.empty[word] = bits;
      count += static_cast<std::size_t>(std::popcount(bits));
    }
    return count;
  }

  void random_round(std::uint32_t round, std::size_t count) {
    const D d;
    const V cells = hn::Set(d, k);
    const V factor = hn::Set(d, family.multipliers()[round]);
    const V finish = hn::Set(d, FssFamily::kFinish);
    std::size_t hits = 0;
#if HWY_MAX_BYTES >= 32
    const EmptyBins empty(s.empty);
#endif
    for (std::size_t i = 0; i < count; i += kLanes) {
      V t = hn::Add(hn::Mul(hn::Load(d, s.high + i), factor), hn::Load(d, s.low + i));
      t = hn::Xor(t, hn::ShiftRight<15>(t));
      const V v = hn::Mul(t, finish);
#if HWY_MAX_BYTES >= 32
      hits = keep_hits(v, cells, empty, s.hit, hits);
#else
      HWY_ALIGN std::uint32_t values[kLanes];
      HWY_ALIGN std::uint32_t bins[kLanes];
      hn::Store(v, d, values);
      hn::Store(bins_of(v, cells), d, bins);
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        s.hit[hits] = values[lane];
        hits += s.empty[bins[lane] >> 5] >> (bins[lane] & 31) & 1;
      }
#endif
    }
    for (std::size_t i = 0; i < hits; ++i) {
      const FssPlace place = family.random_bin(s.hit[i], round);
      const Cell old = s.cells[place.bin];
      s.cells[place.bin] = place.cell < old ? place.cell : old;
    }
  }

  // Of the rounds k .. 2k - 1 only those of empty bins can change anything.
  void fixed_rounds(std::size_t count) {
    for (std::uint32_t bin = 0; bin < k; ++bin) {
      if (s.cells[bin] != kEmptyCell) continue;
      Cell least = FssFamily::kLargest;
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t v = family.value({s.low[i], s.high[i]}, k + bin);
        least = std::min(least, family.fixed_bin(v, k + bin).cell);
      }
      s.cells[bin] = least;
    }
  }

  // Calls body(count) for each chunk of the set with its elements loaded; `loaded` says that they are already.
  template <class Body>
  HWY_INLINE void for_chunks(FeatureView features, bool loaded, Body body) {
    if (loaded) return body(features.size());
    for (std::size_t done = 0; done < features.size(); done += FssScratch::kChunk) {
      const FeatureView chunk = features.subspan(done, std::min(FssScratch::kChunk, features.size() - done));
      load(chunk);
      body(chunk.size());
    }
  }

  void sketch(FeatureView features, Cell* out) {
    if (features.empty()) {
      std::fill_n(out, k, kEmptyCell);
      return;
    }
    std::fill_n(s.cells, k, kEmptyCell);
    std::fill(s.cells + k, s.cells + padded, 0);  // padding is never empty
    for_chunks(features, false, [&](std::size_t count) { first_round(count); });
    // A set of one chunk stays loaded; a larger one rarely needs a second round, and is then hashed again.
    const bool loaded = features.size() <= FssScratch::kChunk;
    std::size_t empty = look_for_empty();
    const auto together = static_cast<std::uint32_t>(std::max<std::size_t>(1, k / (2 * features.size())));
    for (std::uint32_t round = 1; empty != 0 && round < k;) {
      const std::uint32_t end = std::min(k, round + together);
      for_chunks(features, loaded, [&](std::size_t count) {
        for (std::uint32_t r = round; r < end; ++r) random_round(r, count);
      });
      round = end;
      empty = look_for_empty();
    }
    if (empty != 0) for_chunks(features, loaded, [&](std::size_t count) { fixed_rounds(count); });
    std::copy_n(s.cells, k, out);
  }
};

void fss_sets(const FssFamily& family, const FeatureBlock& sets, FssScratch& scratch, Cell* out) {
  const std::uint32_t k = family.cells();
  Sketching sketching{family, scratch, k, (std::size_t{k} + 31) / 32 * 32};
  std::fill(std::begin(scratch.empty), std::end(scratch.empty), 0u);
  for (std::size_t i = 0; i < sets.size(); ++i) sketching.sketch(sets[i], out + i * k);
}

}  // namespace textkin::sketch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace textkin::sketch {
namespace {
HWY_EXPORT(fss_sets);
}  // namespace

void fss_block(const FssFamily& family, const FeatureBlock& sets, FssScratch& scratch, Cell* out) {
  HWY_DYNAMIC_DISPATCH(fss_sets)(family, sets, scratch, out);
}

}  // namespace textkin::sketch
#endif  // HWY_ONCE
