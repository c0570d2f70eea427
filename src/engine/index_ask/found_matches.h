// FoundMatches: the answers to all questions of a run, on their way to the rows.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
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
};

// Counts an answer and appends its matches to `pairs`; with `keeps` the rest of it is kept.
void take_answer(DocId question, std::uint32_t size, Answer& answer, bool keeps, FoundMatches& found,
                 std::vector<VerifiedPair>& pairs);

// The same of a block of questions from `first` on, which have so many features; their matches go to `found`.
Status take_answers(DocId first, std::span<const std::uint32_t> sizes, std::span<Answer> answers, bool keeps,
                    FoundMatches& found);

// Gives the rows to `sink`, in the order of the pairs. The documents of the index that are in one stand in the
// collection's table from then on.
Result<std::uint64_t> give_matches(const IndexUnion& indexes, const Question& question, FoundMatches& found,
                                   write::PairSink& sink);

}  // namespace textkin::engine::index_ask
