#include "engine/index_ask/check_answers.h"

#include <fmt/format.h>

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

// Which of the exact pairs of one question its answer is about, and how many of them were found.
stats::AuditedDocument audited(const Answer& answer, std::span<const VerifiedPair> found,
                               std::span<const VerifiedPair> pairs, const Question& question, DocId itself) {
  std::vector<DocId> shown;
  for (const VerifiedPair& pair : found) shown.push_back(pair.b);
  std::ranges::sort(shown);
  stats::AuditedDocument counts;
  for (const VerifiedPair& pair : pairs) {
    const double similarity = question.threshold.measure->of(pair.shared, pair.size_a, pair.size_b, question.part);
    if (pair.b == itself || (answer.above_the_last && similarity <= answer.at)) continue;
    ++counts.neighbours;
    counts.found += std::ranges::binary_search(shown, pair.b);
  }
  return counts;
}

// Takes those of the question, which are next.
std::span<const VerifiedPair> take_pairs(DocId question, std::span<const VerifiedPair>& rest) {
  std::size_t end = 0;
  while (end < rest.size() && rest[end].a == question) ++end;
  const auto own = rest.first(end);
  rest = rest.subspan(end);
  return own;
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

Result<CheckedAnswers> check_found(const Question& question, FoundMatches found, const FoundMatches& exact,
                                   const std::vector<DocId>& itself) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::vector<VerifiedPair> all, all_of(exact.pairs));
  TEXTKIN_ASSIGN_OR_RETURN(const std::vector<VerifiedPair> shown, all_of(found.pairs));
  std::span<const VerifiedPair> rest_of_all(all);
  std::span<const VerifiedPair> rest_of_shown(shown);
  CheckedAnswers checked;
  double stated = 0;
  std::uint64_t neighbours = 0;
  for (DocId i = 0; i < found.answers.size(); ++i) {
    const auto own = take_pairs(i, rest_of_shown);
    checked.questions.push_back(
        audited(found.answers[i], own, take_pairs(i, rest_of_all), question, itself.empty() ? kNoDoc : itself[i]));
    neighbours += checked.questions.back().neighbours;
    stated += found.answers[i].recall * static_cast<double>(checked.questions.back().neighbours);
  }
  if (neighbours > 0) checked.stated = stated / static_cast<double>(neighbours);
  checked.found = std::move(found);
  return checked;
}

Result<CheckedAnswers> check_answers(const IndexUnion& indexes, const Question& question, FoundMatches exact,
                                     const std::vector<DocId>& itself) {
  const std::vector<FeatureView> sets = exact.collection.feature_views();
  RetainedQuestions questions;
  TEXTKIN_RETURN_IF_ERROR(questions.open(indexes, question, exact.collection.threads));
  std::vector<Answer> answers(sets.size());
  TEXTKIN_RETURN_IF_ERROR(base::parallel_for(
      sets.size(), exact.collection.threads,
      [&](std::size_t i, unsigned worker) { return questions.answer(sets[i], worker, answers[i]); }));
  FoundMatches found;
  std::vector<VerifiedPair> shown;
  for (DocId i = 0; i < sets.size(); ++i)
    take_answer(i, static_cast<std::uint32_t>(sets[i].size()), answers[i], true, found, shown);
  TEXTKIN_RETURN_IF_ERROR(found.pairs.append(std::move(shown)));
  TEXTKIN_ASSIGN_OR_RETURN(CheckedAnswers checked, check_found(question, std::move(found), exact, itself));
  checked.found.collection = std::move(exact.collection);
  checked.found.journal = std::move(exact.journal);
  return checked;
}

std::string line_of(const RunAudit& audit) {
  return fmt::format(
      "checked: {} of the {} documents that the answers are about were found; stated was at least "
      "{:.4f} on average",
      audit.found, audit.neighbours, audit.stated);
}

}  // namespace textkin::engine::index_ask
