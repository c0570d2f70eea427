// Results: where the results of a run go: to the files that its options name, or into memory, for a door that hands
// them on.
//
// A run is given one beside its options and asks it for a sink before any work, so that a folder that is missing is
// known at once. Ownership: it must outlive the run and the sinks. Threads: one.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/read/collection.h"
#include "engine/run/limits.h"
#include "engine/write/known_pairs.h"
#include "engine/write/pair_sink.h"
#include "textkin/keep.h"
#include "textkin/passage.h"
#include "textkin/status.h"

namespace textkin::engine::write {

// An answer that is one piece of text.
class TextSink {
 public:
  virtual ~TextSink() = default;
  // All of it, once; without it nothing is left behind.
  virtual Status give(std::string_view text) = 0;
};

class Results {
 public:
  virtual ~Results() = default;

  // `path` and `format` are of the file, where there is one. `limits`: of the run.
  virtual Result<std::unique_ptr<PairSink>> open_pairs(const std::string& path, const std::string& format,
                                                       const run::Limits& limits) = 0;
  virtual Result<std::unique_ptr<TextSink>> open_text(const std::string& path) = 0;

  // Whether passages, and what stays where it would go to standard output, are written by the run itself. Otherwise
  // they are given to take_passages() and take_decisions(), and the door does with them what it likes.
  virtual bool writes_files() const = 0;
  virtual void take_decisions(std::span<const KeepDecision> /*decisions*/) {}
  // Of documents that decisions or passages name and `collection` of finish() has not: numbered behind it. Rows in
  // memory keep the ids that they have, repeated ones too.
  virtual Status take_against(const read::Collection& /*against*/) { return {}; }
  // Whether take_known() is wanted: of a clean-up that finds all pairs, so that it can be decided again.
  virtual bool keeps_pairs() const { return false; }
  virtual void take_known(KnownPairs&& /*known*/) {}
  virtual void take_passages(std::vector<Passage>&& /*passages*/) {}
  // Of the pairs of a search by bands: SimilarityCounts::steps().
  virtual void take_similarities(std::vector<std::uint64_t>&& /*steps*/) {}

  // The end of a run that read `collection`: the object of --stats.
  virtual Status finish(const read::Collection& collection, const std::string& stats_json) = 0;
};

}  // namespace textkin::engine::write
