// The measures of PAN's text alignment task (Potthast, Stein, Barron-Cedeno, Rosso 2010, An Evaluation Framework for
// Plagiarism Detection), in characters, both sides counted.
//
// A case s and a detection r are pairs of spans. r detects s if the documents are the same and the spans overlap on
// both sides; s & r are then the characters of s that r covers, on both sides.
//   recall, macro: mean over cases of |union over r of (s & r)| / |s|; precision the same with both exchanged;
//   micro: the same characters, each counted once a document, over the whole set;
//   granularity: detections a detected case, 1 where none is detected; plagdet = F1 / log2(1 + granularity).
// No cases and no detections: recall = precision = 1; exactly one side empty: 0.
// Cost: sorting, and a few comparisons a case and detection of the same two documents. Threads: any.
#pragma once

#include <cstdint>
#include <span>

#include "textkin/plagdet.h"

namespace textkin::stats {

struct Span {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  // behind the last
};

// Documents are numbered; a document may be suspicious in one pair and a source in another.
struct SpanPair {
  std::uint32_t suspicious = 0;
  std::uint32_t source = 0;
  Span in_suspicious;
  Span in_source;
};

double plagdet(double precision, double recall, double granularity);

PlagdetReport score_detections(std::span<const SpanPair> cases, std::span<const SpanPair> detections);

}  // namespace textkin::stats
