#include "sketch/signatures/bbit.h"

#include <algorithm>
#include <string>

#include "hash/mix.h"
#include "sketch/catalog.h"
#include "sketch/cells/estimate_pair.h"

namespace textkin::sketch {

Result<BbitBlock> to_bbit(const SignatureBlock& signatures, std::uint32_t bits) {
  if (bits < 1 || bits > kMaxBits)
    return Status(Code::kInvalidArgument,
                  "b-bit signatures have 1 to " + std::to_string(kMaxBits) + " bits, not " + std::to_string(bits));
  const auto entry = std::ranges::find(catalog(), signatures.spec.name, &SketchEntry::version);
  if (entry == catalog().end() || !entry->bandable())
    return Status(Code::kInvalidArgument,
                  "signatures of " + signatures.spec.name + " have no b-bit form: " +
                      std::string(entry == catalog().end() ? "they are not in the catalogue" : entry->not_bandable));
  BbitBlock out{signatures.spec, bits, {}, signatures.sizes};
  out.words.resize(out.rows() * out.words_a_row());
  std::vector<Cell> mixed(signatures.words);
  for (std::size_t row = 0; row < out.rows(); ++row) {
    std::ranges::transform(signatures[row], mixed.begin(),
                           [](Cell cell) { return static_cast<Cell>(hash::mix64(cell)); });
    pack_planes(mixed, bits, out.words.data() + row * out.words_a_row());
  }
  return out;
}

void pack_planes(SignatureView cells, std::uint32_t bits, std::uint64_t* out) {
  const std::size_t words = (cells.size() + 63) / 64;
  std::fill_n(out, bits * words, 0);
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (std::uint32_t plane = 0; plane < bits; ++plane)
      out[plane * words + i / 64] |= std::uint64_t{cells[i] >> plane & 1} << i % 64;
}

Result<BbitEstimate> estimate_bbit(const BbitBlock& a, std::size_t i, const BbitBlock& b, std::size_t j,
                                   double confidence, const stats::BbitLaw* law) {
  if (a.bits != b.bits)
    return Status(Code::kMismatch, "signatures of " + std::to_string(a.bits) + " and " + std::to_string(b.bits) +
                                       " bits cannot be compared; keep the same number of bits of both");
  TEXTKIN_RETURN_IF_ERROR(same_spec(a.spec, b.spec));
  const auto entry = std::ranges::find(catalog(), a.spec.name, &SketchEntry::version);
  const std::string_view measure = entry == catalog().end() ? "jaccard" : entry->measure;
  if (a.sizes[i] == 0 || b.sizes[j] == 0) return BbitEstimate{exact_estimate(0, measure), 0};
  const std::uint32_t cells = a.spec.cells;
  const std::uint32_t agreeing = agreeing_cells(a[i], b[j], a.bits, cells);
  const stats::BbitLaw mixed(a.bits);
  if (law == nullptr) law = &mixed;
  const double raw = law->estimate(static_cast<double>(agreeing) / cells);
  const Interval interval = law->interval(agreeing, cells, confidence);
  return BbitEstimate{{std::clamp(raw, 0.0, 1.0), interval.lower, interval.upper, confidence, measure}, raw};
}

}  // namespace textkin::sketch
