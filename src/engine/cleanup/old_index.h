// OldIndex: the old side of a clean-up where it is an index that stays: whom of INPUT it knows already.
//
// Its documents take no part in the search among INPUT's. Each document of INPUT is asked about, as by `index query
// --top 1`; one for which a document of the index is as similar as the threshold goes for the most similar of them, the
// one added first where several are. Such documents are last in the keep order, so that nobody goes for one of them.
// Promise: similarities are of the exact sets; a document of the index at the threshold or above is found with the
// probability that the run states, or certainly by the exact method. The index is as it was when it was opened.
// Threads: those of the run. Cost: 50 us and more a document of INPUT, whose texts are read once more where their sets
// were not retained. Memory: a third of the run's is lent to the index; 20 bytes a document that
// goes, and the row of its partner.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/find/search_run.h"
#include "engine/index/index_union.h"
#include "engine/read/collection.h"
#include "engine/run/options.h"
#include "textkin/keep.h"
#include "textkin/pair.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::cleanup {

class OldIndex {
 public:
  // Null where `--against` names no index. Else `run` has no old side any more, compares what the index compares, and
  // has lent it memory; `held` are indexes that are open. kInvalidArgument beside old files, for an index that keeps
  // nothing to compare, for a threshold below its least, and with an audit, which would not look into it.
  static Result<std::unique_ptr<OldIndex>> open(run::SettledRun& run, const index::OpenArchives& held);

  // What a run directory must know of it: its answers are those of a sequence.
  const std::string& state() const { return state_; }

  // Asks about all of `collection`, and puts those that go behind all others.
  Result<KeepOrder> ask(const read::Collection& collection, KeepOrder order, Progress& progress);

  // Decides about those that go, and gives what they go for a place in the collection, behind INPUT's documents.
  Status decide(find::SearchRun& search, std::vector<KeepDecision>& decisions);

  DocId documents() const { return indexes_->documents(); }
  std::uint64_t candidates() const { return candidates_; }
  std::uint64_t verified() const { return verified_; }
  // The least of an answer; none where every text was read.
  std::optional<double> recall() const { return recall_; }
  // Of a document that decide() gave a place; empty where the index keeps sets instead.
  Status text(DocId doc, std::string& out) const;

 private:
  OldIndex(std::unique_ptr<index::IndexUnion> indexes, const run::SettledRun& run)
      : indexes_(std::move(indexes)), run_(run) {}

  Status ask_by_bands(FeatureSources& sources, DocId documents, Progress& progress);
  Status ask_exactly(const std::vector<FeatureView>& sets, Progress& progress);

  std::unique_ptr<index::IndexUnion> indexes_;
  run::SettledRun run_;
  std::string state_;
  std::vector<VerifiedPair> gone_;  // by a: the document of INPUT; b: its partner's number in the index
  std::uint64_t candidates_ = 0;
  std::uint64_t verified_ = 0;
  std::optional<double> recall_;
  DocId first_ = 0;              // place of the first partner
  std::vector<DocId> partners_;  // by their places: their numbers
};

}  // namespace textkin::engine::cleanup
