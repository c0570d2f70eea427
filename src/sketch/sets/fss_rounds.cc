#include "sketch/sets/fss_rounds.h"

#include <algorithm>
#include <bit>

#include "base/lanes_of_mask.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sketch/sets/fss_rounds.cc"
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
static_assert(kLanes <= FssScratch::kPad && kLanes <= FssFamily::kPad);

// Up to so many elements, lanes are better used as rounds of one element than as elements of one round.
constexpr std::size_t kFew = 3 * kLanes;

// From so many elements a cell on, most elements of the first round change nothing, and the round is mostly the last,
// so that they need not be loaded for others. Where vectors have 32 bytes, that does not pay.
constexpr std::size_t kMany = 6;

// w = v k of 64 bits, lane by lane; a power of two needs no multiplication.
struct TimesCells {
  V k;
  explicit TimesCells(std::uint32_t cells) : k(hn::Set(D(), cells)) {}
  V high(V v) const {
    const D d;
    const hn::ScalableTag<std::uint64_t> d64;
    const auto even = hn::MulEven(v, k);
    const auto odd = hn::MulEven(hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(d64, v))), k);
    return hn::OddEven(hn::BitCast(d, odd), hn::BitCast(d, hn::ShiftRight<32>(even)));
  }
  V low(V v) const { return hn::Mul(v, k); }
};

struct TimesPowerOfTwo {
  int bits;
  explicit TimesPowerOfTwo(std::uint32_t cells) : bits(std::countr_zero(cells)) {}
  V high(V v) const { return hn::ShiftRightSame(v, 32 - bits); }
  V low(V v) const { return hn::ShiftLeftSame(v, bits); }
};

// FssFamily::value, lane by lane.
HWY_INLINE V values_of(V low, V high, V multiplier) {
  V t = hn::Add(hn::Mul(high, multiplier), low);
  t = hn::Xor(t, hn::ShiftRight<15>(t));
  return hn::Mul(t, hn::Set(D(), FssFamily::kFinish));
}

// The bit map of bins that are still empty, in registers where the target can look words up across a vector.
struct EmptyBins {
#if HWY_MAX_BYTES == 64
  V words;
  explicit EmptyBins(const std::uint32_t* bits) : words(hn::Load(D(), bits)) {}
  V words_at(V index) const { return hn::TableLookupLanes(words, hn::IndicesFromVec(D(), index)); }
#elif HWY_MAX_BYTES == 32
  V first;
  V second;
  explicit EmptyBins(const std::uint32_t* bits) : first(hn::Load(D(), bits)), second(hn::Load(D(), bits + 8)) {}
  V words_at(V index) const {
    const V seven = hn::Set(D(), 7u);
    const auto place = hn::IndicesFromVec(D(), hn::And(index, seven));
    return hn::IfThenElse(hn::Gt(index, seven), hn::TableLookupLanes(second, place),
                          hn::TableLookupLanes(first, place));
  }
#else
  const std::uint32_t* words;
  explicit EmptyBins(const std::uint32_t* bits) : words(bits) {}
  V words_at(V index) const {
    HWY_ALIGN std::uint32_t lanes[kLanes];
    hn::Store(index, D(), lanes);
    for (std::uint32_t& lane : lanes) lane = words[lane];
    return hn::Load(D(), lanes);
  }
#endif
  hn::Mask<D> holds(V bin) const {
    const D d;
    const V bit = hn::Shl(hn::Set(d, 1u), hn::And(bin, hn::Set(d, 31u)));
    return hn::TestBit(words_at(hn::ShiftRight<5>(bin)), bit);
  }
};

#if HWY_MAX_BYTES == 64
// For each of up to 256 bins the high 8 bits that a fraction of round 0 may have and still be the least: most elements
// of a large set are told by them, without a look at the cells.
class Limits {
 public:
  static constexpr std::uint32_t kMostCells = 256;
  static constexpr std::size_t kFirstGroup = 256;

  // As the cells of round 0 are now; those behind the last one may hold anything.
  explicit Limits(const Cell* cells) {
    const D d;
    const hn::Rebind<std::uint8_t, D> d8;
    HWY_ALIGN std::uint8_t bytes[kMostCells];
    for (std::size_t i = 0; i < kMostCells; i += kLanes)
      hn::Store(hn::TruncateTo(d8, hn::Min(hn::ShiftRight<23>(hn::Load(d, cells + i)), hn::Set(d, 255u))), d8,
                bytes + i);
    for (std::size_t i = 0; i < 4; ++i)
      quarters_[i] = hn::Load(d, reinterpret_cast<const std::uint32_t*>(bytes) + i * kLanes);
  }

  hn::Mask<D> pass(V bin, V low) const {
    const D d;
    const V word = hn::ShiftRight<2>(bin);
    const V lower{_mm512_permutex2var_epi32(quarters_[0].raw, word.raw, quarters_[1].raw)};
    const V upper{_mm512_permutex2var_epi32(quarters_[2].raw, word.raw, quarters_[3].raw)};
    const V words = hn::IfThenElse(hn::TestBit(bin, hn::Set(d, 128u)), upper, lower);
    const V to_top = hn::ShiftLeft<3>(hn::AndNot(bin, hn::Set(d, 3u)));
    const V greatest = hn::Or(hn::Shl(words, to_top), hn::Set(d, 0x00FFFFFFu));
    return hn::Mask<D>{_mm512_cmple_epu32_mask(low.raw, greatest.raw)};
  }

 private:
  V quarters_[4];
};

// The same of up to 32 bins, whose cells fit into registers as they are, so that they are looked at more often.
class LimitsOfFew {
 public:
  static constexpr std::uint32_t kMostCells = 2 * kLanes;
  static constexpr std::size_t kFirstGroup = 96;

  explicit LimitsOfFew(const Cell* cells) : first_(hn::Load(D(), cells)), second_(hn::Load(D(), cells + kLanes)) {}

  hn::Mask<D> pass(V bin, V low) const {
    const V cells{_mm512_permutex2var_epi32(first_.raw, bin.raw, second_.raw)};
    return hn::Mask<D>{_mm512_cmplt_epu32_mask(hn::ShiftRight<1>(low).raw, cells.raw)};
  }

 private:
  V first_;
  V second_;
};
#endif

// The lanes of v where `chosen` holds, moved together to the front; what follows them is undefined.
HWY_INLINE V compressed(V v, hn::Mask<D> chosen) {
#if HWY_MAX_BYTES == 64
  return hn::Compress(v, chosen);
#else
  std::uint8_t bits[8];
  hn::StoreMaskBits(D(), chosen, bits);
  const auto places = hn::PromoteTo(D(), hn::LoadU(hn::Rebind<std::uint8_t, D>(), base::kLanesOfMask.places[bits[0]]));
  return hn::TableLookupLanes(v, hn::IndicesFromVec(D(), places));
#endif
}

// One set at a time; all share the family and the scratch.
template <class Times>
struct Sketching {
  const FssFamily& family;
  FssScratch& s;
  const std::uint32_t k;
  const std::size_t padded;  // k rounded up to whole words of the bit map
  const Times times;

  Sketching(const FssFamily& fss, FssScratch& scratch)
      : family(fss), s(scratch), k(fss.cells()), padded((std::size_t{k} + 31) / 32 * 32), times(k) {}

  void load(FeatureView chunk) {
    hash::HWY_NAMESPACE::for_mixed_halves(chunk.data(), chunk.size(), family.mask(), [&](std::size_t i, V low, V high) {
      hn::Store(low, D(), s.low + i);
      hn::Store(high, D(), s.high + i);
    });
  }

  HWY_INLINE void place(FssPlace at) {
    const Cell old = s.cells[at.bin];
    s.cells[at.bin] = at.cell < old ? at.cell : old;
  }

  void first_round(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) place(family.first_round({s.low[i], s.high[i]}));
  }

  // Those whose first round is done without loading them. A few must be: their later rounds are done side by side.
  bool are_many(std::size_t count) const {
#if HWY_MAX_BYTES == 64
    if (k > Limits::kMostCells) return false;
#elif HWY_MAX_BYTES == 32
    return false;
#endif
    return count >= kMany * k && count > kFew;
  }

#if HWY_MAX_BYTES == 64
  void first_round_of_many(FeatureView features) {
    if (k <= LimitsOfFew::kMostCells) return first_round_within<LimitsOfFew>(features);
    first_round_within<Limits>(features);
  }

  template <class LimitsNow>
  void first_round_within(FeatureView features) {
    const Times by_cells = times;  // a local, which no store to the scratch can change
    std::uint32_t* const lows = s.low;
    std::uint32_t* const bins = s.bin;
    for (std::size_t done = 0; done < features.size();) {
      const LimitsNow limits(s.cells);
      // The limits soon fall, then slowly.
      const std::size_t group = std::clamp(done / 2, LimitsNow::kFirstGroup, FssScratch::kChunk);
      const FeatureView part = features.subspan(done, std::min(group, features.size() - done));
      std::size_t passed = 0;
      hash::HWY_NAMESPACE::for_mixed_halves(part.data(), part.size(), family.mask(), [&](std::size_t, V low, V high) {
        const V bin = by_cells.high(high);
        const auto pass = limits.pass(bin, low);
        hn::StoreU(hn::Compress(low, pass), D(), lows + passed);
        hn::StoreU(hn::Compress(bin, pass), D(), bins + passed);
        passed += hn::CountTrue(D(), pass);
      });
      for (std::size_t i = 0; i < passed; ++i) place({bins[i], lows[i] >> 1});
      done += part.size();
    }
  }
#else
  void first_round_of_many(FeatureView features) {
    for (const Feature feature : features) place(family.first_round(family.element(feature)));
  }
#endif

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

  // Lanes are elements. Only hits of empty bins leave the vector; a store past them stays within the padding.
  void random_round(std::uint32_t round, std::size_t count) {
    const D d;
    const V multiplier = hn::Set(d, family.multipliers()[round]);
    const EmptyBins empty(s.empty);
    const Times by_cells = times;
    std::uint32_t* const out = s.hit;
    std::size_t hits = 0;
    for (std::size_t i = 0; i < count; i += kLanes) {
      const V v = values_of(hn::Load(d, s.low + i), hn::Load(d, s.high + i), multiplier);
      const auto open = empty.holds(by_cells.high(v));
      hn::StoreU(compressed(v, open), d, out + hits);
      hits += hn::CountTrue(d, open);
    }
    for (std::size_t i = 0; i < hits; ++i) place(family.random_bin(s.hit[i], round));
  }

#if HWY_MAX_BYTES < 64
  // The same where no more than so many bins are empty: each is asked for by itself, and most vectors hold none.
  static constexpr std::size_t kFewBins = 4;

  template <std::size_t kBins>
  void random_round_for(const std::uint32_t* bins, std::uint32_t round, std::size_t count) {
    const D d;
    const V multiplier = hn::Set(d, family.multipliers()[round]);
    const Times by_cells = times;
    for (std::size_t i = 0; i < count; i += kLanes) {
      const V v = values_of(hn::Load(d, s.low + i), hn::Load(d, s.high + i), multiplier);
      const V bin = by_cells.high(v);
      auto open = hn::Eq(bin, hn::Set(d, bins[0]));
      for (std::size_t b = 1; b < kBins; ++b) open = hn::Or(open, hn::Eq(bin, hn::Set(d, bins[b])));
      if (HWY_LIKELY(hn::AllFalse(d, open))) continue;
      hn::Store(compressed(v, open), d, s.hit);
      const std::size_t hits = hn::CountTrue(d, open);
      for (std::size_t j = 0; j < hits; ++j) place(family.random_bin(s.hit[j], round));
    }
  }

  bool random_round_of_few_bins(std::uint32_t round, std::size_t count, std::size_t empty) {
    if (empty > kFewBins) return false;
    std::uint32_t bins[kFewBins] = {};
    std::size_t known = 0;
    for (std::uint32_t word = 0; word < padded / 32; ++word)
      for (std::uint32_t bits = s.empty[word]; bits != 0; bits &= bits - 1)
        bins[known++] = 32 * word + static_cast<std::uint32_t>(std::countr_zero(bits));
    std::fill(bins + known, bins + kFewBins, bins[0]);
    if (known == 1) {
      random_round_for<1>(bins, round, count);
    } else if (known == 2) {
      random_round_for<2>(bins, round, count);
    } else {
      random_round_for<kFewBins>(bins, round, count);
    }
    return true;
  }
#endif

  // Rounds first .. end - 1 with lanes that are rounds.
  void random_rounds_of_few(std::uint32_t first, std::uint32_t end, std::size_t count) {
    const D d;
    const V ends = hn::Set(d, end);
    const EmptyBins empty(s.empty);
    const Times by_cells = times;
    std::uint32_t* const bins = s.bin;
    std::uint32_t* const cells = s.hit;
    for (std::uint32_t from = first; from < end; from += kLanes) {
      const V rounds = hn::Iota(d, from);
      const V multipliers = hn::LoadU(d, family.multipliers() + from);
      const V cells_of_rounds = hn::Or(hn::Set(d, FssFamily::kLaterRound), hn::ShiftLeft<21>(rounds));
      const auto known = hn::Lt(rounds, ends);
      std::size_t hits = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const V v = values_of(hn::Set(d, s.low[i]), hn::Set(d, s.high[i]), multipliers);
        const V bin = by_cells.high(v);
        const auto open = hn::And(empty.holds(bin), known);
        hn::StoreU(compressed(bin, open), d, bins + hits);
        hn::StoreU(compressed(hn::Or(cells_of_rounds, hn::ShiftRight<11>(by_cells.low(v))), open), d, cells + hits);
        hits += hn::CountTrue(d, open);
      }
      for (std::size_t i = 0; i < hits; ++i) place({bins[i], cells[i]});
    }
  }

  // Of the rounds k .. 2k - 1 only those of empty bins can change anything.
  void fixed_rounds(std::size_t count) {
    for (std::uint32_t bin = 0; bin < k; ++bin) {
      if ((s.empty[bin / 32] >> (bin % 32) & 1) == 0) continue;
      for (std::size_t i = 0; i < count; ++i)
        place(family.fixed_bin(family.value({s.low[i], s.high[i]}, k + bin), k + bin));
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

  void random_rounds(FeatureView features, bool loaded, std::uint32_t first, std::uint32_t end, std::size_t empty) {
    if (features.size() <= kFew) return random_rounds_of_few(first, end, features.size());
    for_chunks(features, loaded, [&](std::size_t count) {
      for (std::uint32_t round = first; round < end; ++round) {
#if HWY_MAX_BYTES < 64
        if (random_round_of_few_bins(round, count, empty)) continue;
#endif
        random_round(round, count);
      }
    });
  }

  void sketch(FeatureView features, Cell* out) {
    if (features.empty()) {
      std::fill_n(out, k, kEmptyCell);
      return;
    }
    std::fill_n(s.cells, k, kEmptyCell);
    std::fill(s.cells + k, s.cells + padded, 0);  // padding is never empty
    // A set of one chunk stays loaded; a larger one rarely needs a second round, and is then hashed again.
    bool loaded = features.size() <= FssScratch::kChunk;
    if (are_many(features.size())) {
      loaded = false;
      first_round_of_many(features);
    } else {
      for_chunks(features, false, [&](std::size_t count) { first_round(count); });
    }
    // A look at what is empty costs as much as hashing some vectors: small sets run rounds for k places in between.
    auto together = static_cast<std::uint32_t>(std::max<std::size_t>(1, k / features.size()));
    if (features.size() <= kFew) together = static_cast<std::uint32_t>((together + kLanes - 1) / kLanes * kLanes);
    std::size_t empty = look_for_empty();
    for (std::uint32_t round = 1; empty != 0 && round < k; round += together) {
      random_rounds(features, loaded, round, std::min(k, round + together), empty);
      empty = look_for_empty();
    }
    if (empty != 0) for_chunks(features, loaded, [&](std::size_t count) { fixed_rounds(count); });
    std::copy_n(s.cells, k, out);
  }
};

void fss_sets(const FssFamily& family, const FeatureBlock& sets, FssScratch& scratch, Cell* out) {
  const auto sketch = [&](auto sketching) {
    for (std::size_t i = 0; i < sets.size(); ++i) sketching.sketch(sets[i], out + i * family.cells());
  };
  if (std::has_single_bit(family.cells()) && family.cells() > 1)
    return sketch(Sketching<TimesPowerOfTwo>(family, scratch));
  sketch(Sketching<TimesCells>(family, scratch));
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
