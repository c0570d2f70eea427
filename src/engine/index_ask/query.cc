#include "engine/index_ask/query.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "engine/find/recall_audit.h"
#include "engine/index/finder.h"
#include "engine/index/index_spec.h"
#include "engine/index/index_union.h"
#include "engine/index/stored_sets.h"
#include "engine/index_ask/check_answers.h"
#include "engine/index_ask/exact_search.h"
#include "engine/index_ask/found_matches.h"
#include "engine/index_ask/run_search.h"
#include "engine/index_ask/way.h"
#include "engine/read/first_pass.h"
#include "engine/read/reading_stats.h"
#include "engine/run/run_spec.h"
#include "engine/run/stage_clock.h"
#include "engine/write/run_end.h"
#include "hash/hash_sort.h"
#include "join/measures/jaccard.h"
#include "report/formats/catalog.h"
#include "report/rows/answer_rows.h"
#include "report/rows/table_file.h"
#include "sketch/catalog.h"
#include "store/document_reader.h"
#include "text/catalog.h"

namespace textkin::engine::index_ask {
namespace {

struct Answered : read::SetVisitor::Made {
  AnswersOfBlock answers;
};

class QuestionVisitor final : public read::SetVisitorOf<Answered> {
 public:
  QuestionVisitor(FoundMatches& found, bool keeps_answers) : found_(found), keeps_answers_(keeps_answers) {}

  Status open(const IndexUnion& indexes, const Question& question, const CollisionLaw& law, unsigned threads,
              std::string directory) {
    directory_ = std::move(directory);
    for (unsigned thread = 0; thread < threads; ++thread) {
      TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Sketcher> sketcher, sketch::make_bandable(index::sketch_of_index()));
      TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Shingler> shingler, index::shingler_of_stored(indexes.spec()));
      workers_.push_back({std::move(sketcher), index::Finder(indexes, law, question, std::move(shingler)), {}, {}});
    }
    return {};
  }

  Status make(const FeatureBlock& sets, unsigned worker, Answered& made) override {
    Worker& own = workers_[worker];
    own.sketcher->sketch(sets, own.signatures);
    for (std::size_t i = 0; i < sets.size(); ++i) {
      own.set.assign(sets[i].begin(), sets[i].end());
      hash::sort_hashes(own.set.data(), own.set.size());
      Answer answer;
      TEXTKIN_RETURN_IF_ERROR(own.finder.find(own.set, own.signatures[i], answer));
      TEXTKIN_RETURN_IF_ERROR(
          made.answers.add(static_cast<std::uint32_t>(own.set.size()), std::move(answer), directory_));
    }
    return {};
  }

  Status take(DocId first, Answered& made) override { return made.answers.give(first, keeps_answers_, found_); }

 private:
  struct Worker {
    std::unique_ptr<Sketcher> sketcher;
    index::Finder finder;
    SignatureBlock signatures;
    std::vector<Feature> set;
  };

  FoundMatches& found_;
  bool keeps_answers_;
  std::string directory_;
  std::vector<Worker> workers_;
};

Result<FoundMatches> search_keys(const run::SettledRun& run, const IndexUnion& indexes, const Question& question,
                                 const Sketcher& sketcher, const QueryOptions& wanted, Progress& progress) {
  FoundMatches found;
  QuestionVisitor visitor(found, !wanted.answers.empty());
  TEXTKIN_ASSIGN_OR_RETURN(read::FirstPass pass, read::FirstPass::open(run, run::read_spec(run), progress));
  const read::Collection& opened = pass.collection();
  found.pairs = find::PairStore(opened.directory->path(), opened.shares.pairs);
  TEXTKIN_RETURN_IF_ERROR(visitor.open(indexes, question, sketcher.law(), opened.threads, opened.directory->path()));
  TEXTKIN_ASSIGN_OR_RETURN(read::ReadCollection done, std::move(pass).go_on().visit(visitor));
  found.collection = std::move(done.collection);
  found.journal = std::move(done.journal);
  return found;
}

Result<CheckedAnswers> check_way(Way way, const run::SettledRun& run, const IndexUnion& indexes,
                                 const Question& question, Progress& progress) {
  Question all = question;
  all.top = 0;
  if (way == Way::kBands) {
    TEXTKIN_ASSIGN_OR_RETURN(FoundMatches exact, search_exactly(run, indexes, all, progress));
    return check_answers(indexes, question, std::move(exact), {});
  }
  FeatureBlock sets;  // so that INPUT, which may be standard input, is read once
  TEXTKIN_ASSIGN_OR_RETURN(FoundMatches found, search_runs(run, indexes, question, true, &sets, progress));
  std::vector<FeatureView> asked;
  asked.reserve(sets.size());
  for (std::size_t i = 0; i < sets.size(); ++i) asked.push_back(sets[i]);
  TEXTKIN_ASSIGN_OR_RETURN(const FoundMatches exact, search_exactly(run, indexes, all, std::move(asked), progress));
  return check_found(question, std::move(found), exact, {});
}

// As it is answered, and what that leaves out.
Result<FoundMatches> search_both_ways(Way way, const run::SettledRun& run, const IndexUnion& indexes,
                                      const Question& question, std::optional<RunAudit>& audit, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(CheckedAnswers checked, check_way(way, run, indexes, question, progress));
  audit = find::audit_of(checked.questions, static_cast<DocId>(checked.questions.size()));
  audit->stated = checked.stated;
  progress.note(line_of(*audit));
  return std::move(checked.found);
}

Result<FoundMatches> search(Way way, const run::SettledRun& run, const IndexUnion& indexes, const Question& question,
                            const Sketcher& sketcher, const QueryOptions& wanted, std::optional<RunAudit>& audit,
                            Progress& progress) {
  if (way == Way::kExact) return search_exactly(run, indexes, question, progress);
  if (wanted.check) return search_both_ways(way, run, indexes, question, audit, progress);
  if (way == Way::kRuns) return search_runs(run, indexes, question, !wanted.answers.empty(), nullptr, progress);
  return search_keys(run, indexes, question, sketcher, wanted, progress);
}

// Of estimates: what was found for certain are short documents.
std::string statement_of_estimates(const Answer& answer) {
  return fmt::format(
      "each document of similarity {} or more was found with probability at least {}; similarities of documents of 64 "
      "shingles or more are estimates, and what is shown may be less similar",
      answer.at, answer.recall);
}

std::string statement_of_all_found(const Answer& answer) {
  if (answer.estimated) return statement_of_estimates(answer);
  if (answer.recall >= 1)
    return answer.above_the_last
               ? fmt::format("no document is more similar than the last one shown ({}) but those shown", answer.at)
               : fmt::format("each document of similarity {} or more is in the list", answer.at);
  return answer.above_the_last
             ? fmt::format(
                   "each document more similar than the last one shown ({}) is in the list with probability at "
                   "least {}",
                   answer.at, answer.recall)
             : fmt::format("each document of similarity {} or more is in the list with probability at least {}",
                           answer.at, answer.recall);
}

// Of those that were looked at.
std::string statement_of_found(const Answer& answer, bool some) {
  return (some ? "of the documents that --where and --not leave, " : "") + statement_of_all_found(answer);
}

// A cap is told, and how much is behind it.
std::string statement_of(const Answer& answer, bool some) {
  if (answer.rows == 0 && answer.hot_bands > 0)
    return fmt::format("{}; {} of its runs of words, which more than {} documents have, were not looked up",
                       statement_of_found(answer, some), answer.hot_bands, Question{}.most_of_a_key);
  if (answer.left_out < 0.5) return statement_of_found(answer, some);
  return fmt::format(
      "{} are in the list, and about {:.0f} more are left out, which share their keys with more than {} documents; "
      "--exact finds them",
      answer.found, answer.left_out, Question{}.most_of_a_key);
}

// How sure each answer is, a row a question.
Status write_answers(const FoundMatches& found, const Question& question, std::uint64_t sequence,
                     report::TableFile<report::AnswerRow>& file) {
  store::DocumentReader documents(found.collection.table);
  std::string_view id;
  for (std::size_t i = 0; i < found.answers.size(); ++i) {
    const Answer& answer = found.answers[i];
    TEXTKIN_RETURN_IF_ERROR(documents.read_id(static_cast<DocId>(i), id));
    const std::string statement = statement_of(answer, !question.where.empty());
    TEXTKIN_RETURN_IF_ERROR(file.add({.id = id,
                                      .sequence = sequence,
                                      .found = answer.found,
                                      .recall = answer.recall,
                                      .rows = answer.rows,
                                      .candidates = answer.candidates,
                                      .verified = answer.verified,
                                      .skipped_as_common = answer.hot_bands,
                                      .at = answer.at,
                                      .statement = statement}));
  }
  return file.commit();
}

// Of the exact answer.
std::string all_compared(const FoundMatches& found, const Question& question) {
  return question.where.empty()
             ? fmt::format("all {} documents of the index were compared", found.read)
             : fmt::format("all {} documents of the index that --where and --not leave were compared", found.read);
}

RunStats stats_of(const run::SettledRun& run, const FoundMatches& found, const Question& question) {
  RunStats stats = read::reading_stats(run, found.collection);
  stats.seed = index::sketch_of_index().seed;
  stats.candidates = found.candidates;
  stats.verified = found.verified;
  stats.pairs = found.pairs.size();
  stats.recall_predicted = found.recall;
  stats.spec = text::describe(run.text);
  stats.spilled_bytes = found.pairs.spilled_bytes() + found.collection.spooled_bytes();
  stats.method = "exact";
  stats.reason = all_compared(found, question);
  return stats;
}

}  // namespace

Status take_least(const QueryOptions& wanted, const index::IndexSpec& spec, join::Threshold& least) {
  if (wanted.top == 0 || wanted.names_threshold) return {};
  if (least.measure != &join::kJaccard)
    return Status(Code::kInvalidArgument,
                  fmt::format("the most alike by --measure {} are shown from a threshold on, and the index's own is of "
                              "Jaccard; give -t",
                              least.measure->name));
  least.value = spec.least;
  return {};
}

std::string missed_recall(const QueryOptions& wanted, double asked, double stated) {
  if (!wanted.names_recall || stated >= asked) return {};
  return fmt::format(
      "--recall {} is not reached: each answer has at least {:.3f} of what is at the threshold; a higher "
      "-t reaches it, or --exact, which reads every text",
      asked, stated);
}

Result<RunStats> query(const run::RunOptions& asked, const QueryOptions& wanted, write::Results& results,
                       Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(run::SettledRun run, run::settle(asked));
  const join::Measure& measure = *run.search.least.measure;
  if (wanted.names_contained && measure.kind != join::Measure::Kind::kDirected)
    return Status(Code::kInvalidArgument,
                  fmt::format("--contained has no use with --measure {}, which is the same both ways; leave it out",
                              measure.name));
  const std::uint64_t of_index = run.limits.lend(run.limits.memory / 3);
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<IndexUnion> indexes,
                           IndexUnion::open(wanted.folders, of_index, wanted.held));
  run.text = indexes->spec().text;
  if (!wanted.names_recall) run.search.recall = indexes->spec().recall;
  TEXTKIN_RETURN_IF_ERROR(take_least(wanted, indexes->spec(), run.search.least));
  TEXTKIN_RETURN_IF_ERROR(indexes->check_as_of(wanted.as_of));
  TEXTKIN_ASSIGN_OR_RETURN(const Way way, way_of(run.search.least, wanted.exact, *indexes, wanted.folders));
  if (wanted.check) TEXTKIN_RETURN_IF_ERROR(index::check_compares(indexes->spec(), wanted.folders.front(), "--check"));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<write::PairSink> sink,
                           results.open_pairs(wanted.output, wanted.format, run.limits));
  std::unique_ptr<report::TableFile<report::AnswerRow>> answers;
  if (!wanted.answers.empty()) {
    TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, report::find_format(wanted.format));
    TEXTKIN_ASSIGN_OR_RETURN(answers, report::TableFile<report::AnswerRow>::open(wanted.answers, *format));
  }
  TEXTKIN_ASSIGN_OR_RETURN(write::RunEnd end, write::RunEnd::open(run.stats, results, progress));

  run::StageClock clock;
  clock.begin("query");
  TEXTKIN_ASSIGN_OR_RETURN(index::Where where, indexes->where(wanted.where));
  const Question question{.threshold = run.search.least,
                          .part = wanted.of_stored ? join::Part::kContainer : join::Part::kContained,
                          .recall = run.search.recall,
                          .confidence = indexes->spec().store == index::Store::kNone ? run.search.recall : 0,
                          .top = wanted.top,
                          .sequence = wanted.as_of == 0 ? ~std::uint64_t{0} : wanted.as_of,
                          .where = std::move(where),
                          .given = run.limits.given()};
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<Sketcher> sketcher, sketch::make_bandable(index::sketch_of_index()));
  std::optional<RunAudit> audit;
  TEXTKIN_ASSIGN_OR_RETURN(FoundMatches found,
                           search(way, run, *indexes, question, *sketcher, wanted, audit, progress));
  clock.begin("write");
  found.collection.against = found.collection.documents();
  if (answers != nullptr)
    TEXTKIN_RETURN_IF_ERROR(
        write_answers(found, question, wanted.as_of == 0 ? indexes->sequence() : wanted.as_of, *answers));
  RunStats stats = stats_of(run, found, question);
  stats.audit = audit;
  if (way == Way::kRuns) {
    stats.method = "runs";
    stats.reason = indexes->description();
    stats.recall_target = question.recall;
  }
  if (way == Way::kBands) {
    const index::Finder finder(*indexes, sketcher->law(), question, nullptr);
    stats.method = "lsh";
    stats.reason = indexes->description();
    stats.recall_target = question.recall;
    stats.bands = archive::kBands;
    stats.rows = finder.rows();
    stats.hashes = archive::kCells;
    stats.recall_at_threshold =
        sketcher->law().candidate_probability(question.threshold.least_jaccard(), stats.bands, stats.rows);
  }
  if (const std::string missed = missed_recall(wanted, question.recall, found.recall); !missed.empty())
    progress.warn(missed);
  TEXTKIN_RETURN_IF_ERROR(give_matches(*indexes, question, found, *sink).status());
  return end.finish("index query", found.collection, stats, clock);
}

}  // namespace textkin::engine::index_ask
