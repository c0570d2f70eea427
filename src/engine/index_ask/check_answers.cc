#include "engine/index_ask/check_answers.h"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include "base/parallel.h"
#include "engine/index/stored_sets.h"
#include "join/measures/measure.h"
#include "sketch/catalog.h"
#include "textkin/sketcher.h"

namespace textkin::engine::index_ask {
namespace {

// Answers by keys of sets that are in memory.
class RetainedQuestions {
 public:
  Status open(const IndexUnion& indexes, const Question& question, unsigned threads) {
    TEXTKIN_ASSIGN_OR_RETURN(law_, sketch::make_bandable(index::sketch_of_index()));
    for (unsigned thread = 0; thread < threads; ++thread) {
      TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Sketcher> sketcher, sketch::make_bandable(index::sketch_of_index()));
      TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Shingler> shingler, index::shingler_of_stored(indexes.spec()));
      workers_.push_back(
          {std::move(sketcher), index::Finder(indexes, law_->law(), question, std::move(shingler)), {}, {}});
    }
    return {};
  }

  Status answer(FeatureView set, unsigned worker, Answer& out) {
    Worker& own = workers_[worker];
    own.set.clear();
    own.set.values.assign(set.begin(), set.end());
    own.set.offsets.push_back(own.set.values.size());
    own.sketcher->sketch(own.set, own.signature);
    return own.finder.find(set, own.signature[0], out);
  }

 private:
  struct Worker {
    std::unique_ptr<Sketcher> sketcher;
    index::Finder finder;
    FeatureBlock set;
    SignatureBlock signature;
  };
  std::unique_ptr<Sketcher> law_;
  std::vector<Worker> workers_;
};

// Which of the exact pairs of one question its answer is about, and how many of them it has.
stats::AuditedDocument audited(const Answer& answer, std::span<const VerifiedPair> pairs,
                               const join::Threshold& threshold, DocId itself) {
  std::vector<DocId> shown;
  for (const index::Match& match : answer.matches) shown.push_back(match.number);
  std::ranges::sort(shown);
  stats::AuditedDocument counts;
  for (const VerifiedPair& pair : pairs) {
    const double similarity = threshold.measure->of(pair.shared, pair.size_a, pair.size_b, join::Part::kContained);
    if (pair.b == itself || (answer.above_the_last && similarity <= answer.at)) continue;
    ++counts.neighbours;
    counts.found += std::ranges::binary_search(shown, pair.b);
  }
  return counts;
}

Result<std::vector<VerifiedPair>> all_of(const find::PairStore& pairs) {
  std::vector<VerifiedPair> all;
  std::vector<VerifiedPair> scratch;
  for (std::size_t chunk = 0; chunk < pairs.chunks(); ++chunk) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::span<const VerifiedPair> some, pairs.read(chunk, scratch));
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace

Result<CheckedAnswers> check_answers(const IndexUnion& indexes, const Question& question, FoundMatches exact,
                                     const std::vector<DocId>& itself) {
  const std::vector<FeatureView> sets = exact.collection.feature_views();
  RetainedQuestions questions;
  TEXTKIN_RETURN_IF_ERROR(questions.open(indexes, question, exact.collection.threads));
  std::vector<Answer> answers(sets.size());
  TEXTKIN_RETURN_IF_ERROR(base::parallel_for(
      sets.size(), exact.collection.threads,
      [&](std::size_t i, unsigned worker) { return questions.answer(sets[i], worker, answers[i]); }));
  TEXTKIN_ASSIGN_OR_RETURN(const std::vector<VerifiedPair> pairs, all_of(exact.pairs));
  CheckedAnswers checked;
  double stated = 0;
  std::uint64_t neighbours = 0;
  std::size_t begin = 0;
  std::vector<VerifiedPair> shown;
  for (DocId i = 0; i < sets.size(); ++i) {
    std::size_t end = begin;
    while (end < pairs.size() && pairs[end].a == i) ++end;
    const auto own = std::span(pairs).subspan(begin, end - begin);
    begin = end;
    checked.questions.push_back(audited(answers[i], own, question.threshold, itself.empty() ? kNoDoc : itself[i]));
    neighbours += checked.questions.back().neighbours;
    stated += answers[i].recall * static_cast<double>(checked.questions.back().neighbours);
    take_answer(i, static_cast<std::uint32_t>(sets[i].size()), answers[i], true, checked.found, shown);
  }
  TEXTKIN_RETURN_IF_ERROR(checked.found.pairs.append(std::move(shown)));
  if (neighbours > 0) checked.stated = stated / static_cast<double>(neighbours);
  checked.found.collection = std::move(exact.collection);
  checked.found.journal = std::move(exact.journal);
  return checked;
}

}  // namespace textkin::engine::index_ask
