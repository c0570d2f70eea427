// The recall that one run realised, from documents that were audited, with a bootstrap interval.
//
// q documents were drawn uniformly without replacement. Document i has n_i neighbours, of which the run found f_i.
// Summed over all documents, every pair counts twice above and below, so the ratio R = sum f_i / sum n_i estimates the
// share of the pairs that this very run found, however the pairs cluster. (Horvitz-Thompson, beside this, estimates the
// mean over draws of the hash functions.) Pairs of one document share its fate; the document is the unit that is drawn
// again: percentile bootstrap (Efron 1979; Davison, Hinkley 1997, section 5.3) with kResamples resamples of the
// documents that have a neighbour, as the others add nothing to either sum.
//
// Where all documents agree on one share (all found, none found, one document) there is nothing to draw from: then the
// interval is Clopper-Pearson's with a trial a document that has a neighbour. Where the whole population was audited
// there is nothing to guess: lower = recall = upper.
// Limits: with few documents, or a few that have most of the neighbours, percentile intervals are too narrow. Coverage
// of the stated 0.95, simulated: 0.85 with 10 documents, 0.90 with 30, 0.93 to 0.96 with 100 and more
// (bootstrap_test.cc). The generator is the Mersenne twister of 64 bits with a fixed seed: the same documents, in
// whatever order, give the same interval. Cost: kResamples draws a document that has a neighbour, 5 ns each. Threads:
// any.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace textkin::stats {

inline constexpr int kResamples = 2000;

struct AuditedDocument {
  std::uint64_t neighbours = 0;
  std::uint64_t found = 0;  // at most `neighbours`
  bool operator==(const AuditedDocument&) const = default;
};

struct RealisedRecall {
  double recall = 0;
  double lower = 0;
  double upper = 1;
};

// `documents`: those that were audited, out of `population`. Nothing where none has a neighbour: then nothing is known.
std::optional<RealisedRecall> realised_recall(std::span<const AuditedDocument> documents, std::uint64_t population,
                                              double confidence);

}  // namespace textkin::stats
