#include "join/bands/banding.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "hash/mix.h"

namespace textkin::join {

void make_band_records(const SignatureBlock& block, const Plan& plan, DocId first, BandRecords& out) {
  out.whole.clear();
  out.bands.clear();
  out.whole.reserve(block.rows());
  out.bands.reserve(block.rows() * plan.bands);
  const std::size_t whole_bytes = block.words * sizeof(Cell);
  const std::size_t band_bytes = plan.rows * sizeof(Cell);
  for (std::size_t row = 0; row < block.rows(); ++row) {
    if (block.sizes[row] == 0) continue;
    const Cell* cells = block.cells.data() + row * block.words;
    const std::uint64_t doc = first + row;
    out.whole.push_back({.value = doc, .key = XXH3_64bits(cells, whole_bytes)});
    for (std::uint32_t band = 0; band < plan.bands; ++band) {
      // The seed keeps equal cells of different bands apart.
      const std::uint64_t seed = hash::stream_word(0, band);
      const std::uint64_t key = XXH3_64bits_withSeed(cells + std::size_t{band} * plan.rows, band_bytes, seed);
      out.bands.push_back({.value = doc, .key = key & ~std::uint64_t{1}});
    }
  }
}

}  // namespace textkin::join
