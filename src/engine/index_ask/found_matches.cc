#include "engine/index_ask/found_matches.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/free_room.h"
#include "base/sort.h"
#include "engine/index/estimated_overlap.h"
#include "engine/read/spill_documents.h"
#include "join/measures/measure.h"

namespace textkin::engine::index_ask {
namespace {

using find::PairStore;

constexpr std::size_t kMostPairsHeld = 1u << 16;  // of a block

Result<std::vector<DocId>> numbers_in(const PairStore& pairs) {
  std::vector<DocId> numbers;
  std::vector<VerifiedPair> scratch;
  for (std::size_t chunk = 0; chunk < pairs.chunks(); ++chunk) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::span<const VerifiedPair> some, pairs.read(chunk, scratch));
    for (const VerifiedPair& pair : some) numbers.push_back(pair.b);
    base::sort(numbers.data(), numbers.size());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  }
  return numbers;
}

void append_matches(DocId question, std::uint32_t size, Answer& answer, std::vector<VerifiedPair>& pairs) {
  for (const index::Match& match : answer.matches)
    pairs.push_back({.a = question,
                     .b = match.number,
                     .shared = match.agreeing ? kEstimate | *match.agreeing : match.shared,
                     .size_a = size,
                     .size_b = match.size});
  answer.found = answer.matches.size();
  base::free_room(answer.matches);
}

void count(Answer& answer, bool keeps, FoundMatches& found) {
  found.recall = std::min(found.recall, answer.recall);
  found.candidates += answer.candidates;
  found.verified += answer.verified;
  if (keeps) found.answers.push_back(std::move(answer));
}

// As it goes to the rows; `b`: the document's place in the collection.
write::FoundPair row_of(const VerifiedPair& pair, DocId b, const Question& question) {
  const auto similarity = [&](std::uint32_t shared) {
    return question.threshold.measure->of(shared, pair.size_a, pair.size_b, question.part);
  };
  write::FoundPair row{.a = pair.a,
                       .b = b,
                       .similarity = 0,
                       .shared = pair.shared,
                       .size_a = pair.size_a,
                       .size_b = pair.size_b,
                       .log10_p = {},
                       .estimate = {}};
  if (question.confidence > 0 && (pair.shared & kEstimate) != 0) {
    const index::EstimatedOverlap overlap =
        index::estimated_overlap(pair.shared & ~kEstimate, pair.size_a, pair.size_b, question.confidence);
    row.shared = overlap.shared;
    row.interval = Interval{.lower = similarity(overlap.least), .upper = similarity(overlap.most)};
  }
  row.similarity = similarity(row.shared);
  return row;
}

}  // namespace

void take_answer(DocId question, std::uint32_t size, Answer& answer, bool keeps, FoundMatches& found,
                 std::vector<VerifiedPair>& pairs) {
  append_matches(question, size, answer, pairs);
  count(answer, keeps, found);
}

Status AnswersOfBlock::add(std::uint32_t size, Answer answer, const std::string& directory) {
  append_matches(static_cast<DocId>(answers_.size()), size, answer, pairs_);
  answers_.push_back(std::move(answer));
  if (pairs_.size() < kMostPairsHeld) return {};
  if (before_.size() == 0) before_ = PairStore(directory, 0);
  return before_.append(std::exchange(pairs_, {}));
}

Status AnswersOfBlock::give(DocId first, bool keeps, FoundMatches& found) {
  const auto append = [&](std::vector<VerifiedPair> pairs) {
    for (VerifiedPair& pair : pairs) pair.a += first;
    return found.pairs.append(std::move(pairs));
  };
  std::vector<VerifiedPair> scratch;
  for (std::size_t chunk = 0; chunk < before_.chunks(); ++chunk) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::span<const VerifiedPair> some, before_.read(chunk, scratch));
    TEXTKIN_RETURN_IF_ERROR(append({some.begin(), some.end()}));
  }
  base::free_room(before_);
  for (Answer& answer : answers_) count(answer, keeps, found);
  return append(std::exchange(pairs_, {}));
}

Result<std::uint64_t> give_matches(const IndexUnion& indexes, const Question& question, FoundMatches& found,
                                   write::PairSink& sink) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::vector<DocId> numbers, numbers_in(found.pairs));
  const DocId questions = found.collection.documents();
  archive::Entry entry;
  for (const DocId number : numbers) {
    TEXTKIN_RETURN_IF_ERROR(indexes.read(number, entry));
    TEXTKIN_ASSIGN_OR_RETURN(const std::string name, indexes.name_of(number, entry));
    found.collection.table.append({{}, entry.size, name, {}});
    TEXTKIN_RETURN_IF_ERROR(read::spill_documents_if_due(found.collection));
  }
  found.collection.against = questions;
  TEXTKIN_RETURN_IF_ERROR(sink.begin(found.collection, {.intervals = question.confidence > 0}));
  std::vector<VerifiedPair> scratch;
  for (std::size_t chunk = 0; chunk < found.pairs.chunks(); ++chunk) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::span<const VerifiedPair> some, found.pairs.read(chunk, scratch));
    for (const VerifiedPair& pair : some) {
      const auto place = std::ranges::lower_bound(numbers, pair.b) - numbers.begin();
      TEXTKIN_RETURN_IF_ERROR(sink.add(row_of(pair, questions + static_cast<DocId>(place), question)));
    }
  }
  TEXTKIN_RETURN_IF_ERROR(sink.commit());
  return found.pairs.size();
}

}  // namespace textkin::engine::index_ask
