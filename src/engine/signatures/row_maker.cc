#include "engine/signatures/row_maker.h"

#include <fmt/format.h>

#include <algorithm>

#include "sketch/signatures/containment.h"
#include "stats/law/chance_matches.h"
#include "stats/law/mash.h"
#include "text/shingles/kmer_shingler.h"
#include "textkin/p_value.h"

namespace textkin::engine::signatures {
namespace {

// Of a set of `size` the share that another of `other` has at a similarity: |A and B| = J (|A| + |B|) / (1 + J).
double share_of(double similarity, std::uint32_t size, std::uint32_t other) {
  const double shared = similarity / (1 + similarity) * (static_cast<double>(size) + other);
  return std::min(1.0, shared / size);
}

}  // namespace

Status check(const AnswerOptions& wanted, const KeptBy& made) {
  const auto refuse = [](std::string message) { return Status(Code::kInvalidArgument, std::move(message)); };
  if (!(wanted.confidence > 0 && wanted.confidence < 1))
    return refuse(fmt::format("--confidence {} is not between 0 and 1", wanted.confidence));
  if (!(wanted.threshold >= 0 && wanted.threshold <= 1))
    return refuse(fmt::format("--threshold {} is not from 0 to 1", wanted.threshold));
  const std::string_view measure = made.form.entry().measure;
  if (measure == "jaccard") return {};
  if (wanted.containment || wanted.universe != 0)
    return refuse(fmt::format("{} is of sketches of the Jaccard similarity, and these are of the {}",
                              wanted.containment ? "--containment" : "--universe", measure));
  return {};
}

bool has_column(const AnswerOptions& wanted, std::size_t column) {
  return wanted.containment || column < report::kSignatureColumnsOfContainment;
}

RowMaker::RowMaker(const KeptBy& made, const AnswerOptions& wanted)
    : made_(made), wanted_(wanted), jaccard_(made.form.entry().measure == "jaccard") {
  if (wanted.universe != 0)
    possible_ = static_cast<double>(wanted.universe);
  else if (made.text.unit == ShingleUnit::kKmer && jaccard_)
    possible_ = text::canonical_kmers(made.text.shingle_size);
}

Result<report::SignatureRow> RowMaker::make(const SignatureBlock& a, std::size_t i, const SignatureBlock& b,
                                            std::size_t j) const {
  TEXTKIN_ASSIGN_OR_RETURN(const sketch::KeptEstimate found, made_.form.estimate(a, i, b, j, wanted_.confidence));
  report::SignatureRow row;
  row.similarity = found.estimate.value;
  row.lower = found.estimate.lower;
  row.upper = found.estimate.upper;
  row.shared = found.shared;
  row.hashes = found.samples;
  row.size_a = a.sizes[i];
  row.size_b = b.sizes[j];
  if (!jaccard_) return row;
  row.distance = stats::mash_distance(row.similarity, made_.text.shingle_size);
  if (possible_.has_value() && found.shared.has_value())
    row.p_value = *found.shared == 0 ? 1.0 : plain_p_value(log_p(found, a.sizes[i], b.sizes[j]));
  if (wanted_.containment) TEXTKIN_RETURN_IF_ERROR(add_containment(a, i, b, j, found.estimate, row));
  return row;
}

double RowMaker::log_p(const sketch::KeptEstimate& found, std::uint32_t size_a, std::uint32_t size_b) const {
  const stats::ChanceMatches chance(*possible_, size_a, size_b);
  if (found.estimate.exact) return chance.log_p_of_sets(*found.shared);
  if (!made_.form.entry().bandable()) return chance.log_p_of_sample(*found.shared, *found.samples);
  return chance.log_p_of_cells(*found.shared, *found.samples,
                               [this](double jaccard) { return made_.form.agreement(jaccard); });
}

Status RowMaker::add_containment(const SignatureBlock& a, std::size_t i, const SignatureBlock& b, std::size_t j,
                                 const Estimate& similarity, report::SignatureRow& row) const {
  const auto put = [&](const Estimate& a_in_b, const Estimate& b_in_a) {
    row.a_in_b = a_in_b.value;
    row.a_in_b_lower = a_in_b.lower;
    row.a_in_b_upper = a_in_b.upper;
    row.b_in_a = b_in_a.value;
    row.b_in_a_lower = b_in_a.lower;
    row.b_in_a_upper = b_in_a.upper;
  };
  if (made_.form.whole()) {
    TEXTKIN_ASSIGN_OR_RETURN(const auto found, sketch::estimate_containment(a, i, b, j, wanted_.confidence));
    if (found.has_value()) put(found->a_in_b, found->b_in_a);
    return {};
  }
  const auto of = [&](std::uint32_t size, std::uint32_t other) {
    return Estimate{share_of(similarity.value, size, other), share_of(similarity.lower, size, other),
                    share_of(similarity.upper, size, other)};
  };
  put(of(a.sizes[i], b.sizes[j]), of(b.sizes[j], a.sizes[i]));
  return {};
}

}  // namespace textkin::engine::signatures
