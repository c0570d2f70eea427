#include "sketch/signatures/kept_form.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "hash/mix.h"
#include "sketch/cells/estimate_pair.h"
#include "sketch/sets/bottomk.h"
#include "sketch/signatures/field_kernel.h"
#include "stats/law/angle_law.h"

namespace textkin::sketch {
namespace {

constexpr std::uint32_t kWordBits = 32;

Status refuse_bits(std::string_view sketch, const std::string& why) {
  return Status(Code::kInvalidArgument, "--bits of --sketch " + std::string(sketch) + ": " + why);
}

}  // namespace

Result<KeptForm> KeptForm::make(const SketchOptions& sketch, std::uint32_t bits) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Sketcher> sketcher, make_sketcher(sketch));
  KeptForm form;
  form.entry_ = &*std::ranges::find(catalog(), sketch.name, &SketchEntry::name);
  form.asked_ = sketch;
  if (sketch.name == "oph")
    return Status(Code::kInvalidArgument,
                  "--sketch oph is not kept: its empty bins must be told from cells; take fss, which is as fast");
  SignatureBlock none;
  sketcher->sketch(FeatureBlock(), none);
  const std::uint32_t cells = sketch.hashes;
  const std::uint32_t whole = kWordBits * none.words / cells;
  form.bits_ = bits == 0 ? whole : bits;
  form.words_ = none.words;
  if (form.bits_ != whole) {
    if (!form.entry_->bandable())
      return refuse_bits(sketch.name, "its cells are kept whole, with " + std::to_string(whole) +
                                          " bits; leave out --bits, or take fss or kperm");
    if (form.bits_ >= whole || std::ranges::find(kFieldWidths, form.bits_) == std::end(kFieldWidths))
      return refuse_bits(sketch.name, "a cell is kept with 1, 2, 4, 8, 16 or " + std::to_string(whole) + " bits, not " +
                                          std::to_string(bits));
    form.law_.emplace(form.bits_);
    form.words_ = (cells * form.bits_ + kWordBits - 1) / kWordBits;
  }
  if (form.bits_ <= kWordBits) form.filling_ = form.words_ * (kWordBits / form.bits_) - cells;
  form.sketcher_ = std::move(sketcher);
  return form;
}

double KeptForm::agreement(double similarity) const {
  return law_ ? law_->agreement(similarity) : sketcher_->law().agreement(similarity);
}

void KeptForm::pack(SignatureBlock& block) const {
  if (whole()) return;
  std::vector<Cell> packed(block.rows() * words_);
  const std::uint32_t in_a_word = kWordBits / bits_;
  const Cell mask = (Cell{1} << bits_) - 1;
  for (std::size_t row = 0; row < block.rows(); ++row) {
    const SignatureView cells = block[row];
    Cell* const out = packed.data() + row * words_;
    for (std::uint32_t i = 0; i < cells.size(); ++i)
      out[i / in_a_word] |= (static_cast<Cell>(hash::mix64(cells[i])) & mask) << i % in_a_word * bits_;
  }
  block.words = words_;
  block.cells = std::move(packed);
}

double KeptForm::similarity_of(std::uint32_t agreeing) const {
  const double share = static_cast<double>(agreeing) / spec().cells;
  if (law_) return std::clamp(law_->estimate(share), 0.0, 1.0);
  return entry_->bandable() ? share : stats::cosine_of_distance(spec().cells - agreeing, spec().cells);
}

std::uint32_t KeptForm::agreeing(SignatureView a, SignatureView b) const {
  std::uint32_t equal = 0;
  equal_fields(a, b.data(), bits_, {&equal, 1});
  return equal - filling_;
}

void KeptForm::similarities(SignatureView row, std::uint32_t size, const SignatureBlock& rows, std::size_t first,
                            std::span<double> out) const {
  std::ranges::fill(out, 0.0);
  if (size == 0) return;
  const bool fields = entry_->bandable() || bits_ == 1;
  constexpr std::size_t kSome = 256;
  std::uint32_t equal[kSome];
  for (std::size_t begin = 0; begin < out.size(); begin += kSome) {
    const std::size_t count = std::min(kSome, out.size() - begin);
    if (fields) equal_fields(row, rows[first + begin].data(), bits_, {equal, count});
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = first + begin + i;
      if (rows.sizes[at] == 0) continue;
      if (fields) {
        out[begin + i] = similarity_of(equal[i] - filling_);
      } else {
        const UnionSample found = sample_of_union(
            row, rows[at], size <= spec().cells && rows.sizes[at] <= spec().cells ? 2 * spec().cells : spec().cells);
        out[begin + i] = static_cast<double>(found.matches) / static_cast<double>(found.sample);
      }
    }
  }
}

Result<KeptEstimate> KeptForm::estimate(const SignatureBlock& a, std::size_t i, const SignatureBlock& b, std::size_t j,
                                        double confidence) const {
  const std::uint32_t cells = spec().cells;
  if (a.sizes[i] == 0 || b.sizes[j] == 0) return KeptEstimate{exact_estimate(0, entry_->measure), 0, cells};
  if (law_) {
    const std::uint32_t shared = agreeing(a[i], b[j]);
    const Interval interval = law_->interval(shared, cells, confidence);
    return KeptEstimate{
        {similarity_of(shared), interval.lower, interval.upper, confidence, entry_->measure, false}, shared, cells};
  }
  TEXTKIN_ASSIGN_OR_RETURN(const Estimate found, sketcher_->estimate(a, i, b, j, confidence));
  KeptEstimate out{found, std::nullopt, std::nullopt};
  if (bits_ <= kWordBits) {
    if (entry_->bandable() || bits_ == 1) out.shared = agreeing(a[i], b[j]);
    if (out.shared) out.samples = cells;
    return out;
  }
  const UnionSample sample = sample_of_union(a[i], b[j], found.exact ? 2 * std::uint64_t{cells} : cells);
  out.shared = sample.matches;
  out.samples = sample.sample;
  return out;
}

}  // namespace textkin::sketch
