// FoundMatches: the answers to all questions of a run, on their way to the rows.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/find/pair_store.h"
#include "engine/index/finder.h"
#include "engine/index/index_union.h"
#include "engine/read/collection.h"
#include "engine/run/journal.h"
#include "engine/write/pair_sink.h"
#include "join/measures/threshold.h"
#include "textkin/status.h"

namespace textkin::engine::index_ask {

using index::Answer;
using index::IndexUnion;
using index::Question;

inline constexpr std::uint32_t kEstimate = 1u << 31;

struct FoundMatches {
  read::Collection collection;  // of the questions
  std::unique_ptr<run::Journal> journal;
  // a: the question, b: the document's number in the index. Of an estimate `shared` is kEstimate and the cells that
  // agree, so that rows of all indexes are as large.
  find::PairStore pairs;
  std::vector<Answer> answers;  // without their matches, where they are wanted
  double recall = 1;            // the least of an answer
  std::uint64_t candidates = 0;
  std::uint64_t verified = 0;
  std::uint64_t read = 0;  // documents of the index whose texts were all compared
};

// Counts an answer and appends its matches to `pairs`; with `keeps` the rest of it is kept.
void take_answer(DocId question, std::uint32_t size, Answer& answer, bool keeps, FoundMatches& found,
                 std::vector<VerifiedPair>& pairs);

// The answers to one block of questions, which are some thousands, and may each be alike to all of an index: so few
// matches are held, and the others are in a nameless file. Threads: one.
class AnswersOfBlock {
 public:
  // Of the next question, which has so many features; `directory`: where the file goes.
  Status add(std::uint32_t size, Answer answer, const std::string& directory);
  // As take_answer() of each, from question `first` on. Nothing is left here.
  Status give(DocId first, bool keeps, FoundMatches& found);

 private:
  std::vector<Answer> answers_;      // without their matches
  std::vector<VerifiedPair> pairs_;  // the last ones; questions are numbered from 0
  find::PairStore before_;
};

// Gives the rows to `sink`, in the order of the pairs. The documents of the index that are in one stand in the
// collection's table from then on.
Result<std::uint64_t> give_matches(const IndexUnion& indexes, const Question& question, FoundMatches& found,
                                   write::PairSink& sink);

}  // namespace textkin::engine::index_ask
