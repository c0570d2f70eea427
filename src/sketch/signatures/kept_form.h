// KeptForm: how the signatures of one sketch are kept: whole, or with b bits a cell, and how kept rows are compared.
//
// A kept row is words of 32 bits, little-endian. Whole: the words of the sketch as they are. Of b = 1, 2, 4, 8 or 16
// bits: cell i is the lowest b bits of mix64(cell) (bbit.v1, sketch/signatures/bbit.h) at bit i b of the row; what lies
// behind the last cell is 0. So 8, 16 and 32 bits are arrays of numbers to any reader, and eight cells of 8 bits are a
// key of 64. Only sketches whose cells agree in place have fewer bits.
// Estimates: whole rows by the sketch's own law, others by that of b bits (stats/law/bbit.h), whose interval is
// guaranteed for independent cells. Threads: const functions at once; pack() one a copy.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "sketch/catalog.h"
#include "stats/law/bbit.h"
#include "textkin/sketcher.h"
#include "textkin/status.h"

namespace textkin::sketch {

// What two kept rows say.
struct KeptEstimate {
  Estimate estimate;
  std::optional<std::uint64_t> shared;   // samples that agree,
  std::optional<std::uint64_t> samples;  // of these; nothing where a sketch has none of its own
};

class KeptForm {
 public:
  // `bits` 0: whole. kInvalidArgument where the sketch, its cells or its bits cannot be.
  static Result<KeptForm> make(const SketchOptions& sketch, std::uint32_t bits);

  const SketchEntry& entry() const { return *entry_; }
  const SketchOptions& sketch() const { return asked_; }
  const SketchSpec& spec() const { return sketcher_->spec(); }
  std::uint32_t bits() const { return bits_; }  // of a cell: 64 of bottomk, 32 of others that are whole, 1 of simhash
  bool whole() const { return law_ == std::nullopt; }
  std::uint32_t words() const { return words_; }  // a row
  // How often cells agree by chance alone where the sets share nothing, and at a similarity.
  double agreement(double similarity) const;

  // Makes a block of whole signatures one of kept rows: spec as before, words() words a row.
  void pack(SignatureBlock& block) const;

  // The estimated similarity of a row to each of `rows`, out.size() of them with sizes beside; 0 for empty sets.
  void similarities(SignatureView row, std::uint32_t size, const SignatureBlock& rows, std::size_t first,
                    std::span<double> out) const;
  // Of row `i` of `a` and row `j` of `b`, which are kept so.
  Result<KeptEstimate> estimate(const SignatureBlock& a, std::size_t i, const SignatureBlock& b, std::size_t j,
                                double confidence) const;

 private:
  KeptForm() = default;
  std::uint32_t agreeing(SignatureView a, SignatureView b) const;
  double similarity_of(std::uint32_t agreeing) const;

  const SketchEntry* entry_ = nullptr;
  SketchOptions asked_;
  std::shared_ptr<const Sketcher> sketcher_;
  std::optional<stats::BbitLaw> law_;  // of fewer bits
  std::uint32_t bits_ = 0;
  std::uint32_t words_ = 0;
  std::uint32_t filling_ = 0;  // fields behind the last cell
};

}  // namespace textkin::sketch
