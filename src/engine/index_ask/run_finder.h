// RunFinder: which documents of an index are alike to a text, by the runs of words that both have: for measures, and
// for thresholds, that no band promises anything for.
//
// All runs of the text, of as many words as the index's fingerprints have, are looked up among the fingerprints. A
// document of 64 shingles or more that is as alike as is asked shares o shingles with the text at least, by its size
// (join::required_overlap); of those that shares s = o - (shingles of the text that are not looked up) runs at least,
// and is read where it has as many hits as RunChances asks of s. The recall that is stated is
//
//   min over all sizes of chance(s, n),   n: shingles of the text.
//
// Not looked up, and so counted as not shared, are: runs that stand in more than most_of_a_key documents (what is
// common), with all runs less than w places beside one, since that was chosen in their stead wherever both stand; and
// shingles that have no run of their own: each word that only one way of cutting has (a word that a line's hyphen cuts,
// letters that stand alone), and each character of a script without spaces, spoils as many shingles as a shingle has
// words. Documents of fewer than 64 shingles are found by their features, for certain.
//
// Promise: every match is at or above the threshold by the exact measure. Ownership: `archive` must outlive it.
// Threads: one each. Cost: a look-up a run and segment, some 1 us; 2 us a document with enough hits, and 40 us for its
// text.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "align/winnow.h"
#include "archive/document_source.h"
#include "engine/index/index_spec.h"
#include "engine/index/question.h"
#include "engine/index/verifier.h"
#include "engine/index_ask/run_chances.h"
#include "textkin/feature_set.h"
#include "textkin/shingler.h"
#include "textkin/status.h"

namespace textkin::engine::index_ask {

using index::Answer;
using index::Question;

// Whether equal shingles of an index have equal runs of words, as its fingerprints are: where it keeps any.
bool shingles_are_runs(const index::IndexSpec& spec);

class RunFinder {
 public:
  // Of an index that keeps fingerprints, and whose shingles_are_runs().
  RunFinder(const archive::DocumentSource& archive, const index::IndexSpec& spec, const Question& question,
            std::unique_ptr<Shingler> shingler);

  // `set` ascends; `runs`: all of the text, by their places; so many features of `set` have no run of their own.
  Status find(FeatureView set, std::span<const align::Fingerprint> runs, std::uint64_t without_run, Answer& out);

 private:
  Status ask_short(FeatureView set, Answer& out);
  Status ask_long(FeatureView set, std::span<const align::Fingerprint> runs, std::uint64_t without_run, Answer& out);
  Status look_up(std::span<const align::Fingerprint> runs);
  std::uint64_t beside_common(std::span<const align::Fingerprint> runs) const;
  std::uint64_t overlap_with(FeatureView set, std::uint64_t size) const;
  // least(size): hits that a document of so many features must have; fewer than `fewest` none has.
  template <class Least>
  Status read_hits(FeatureView set, std::uint64_t fewest, bool of_short, const Least& least, Answer& out);

  const archive::DocumentSource& archive_;
  Question question_;
  index::Verifier verifier_;
  std::uint32_t window_;
  RunChances chances_;

  // Scratch.
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint64_t> common_;  // of keys_
  std::vector<DocId> hits_;            // a document as often as it has one
  std::vector<archive::Stretch> stretches_;
};

}  // namespace textkin::engine::index_ask
