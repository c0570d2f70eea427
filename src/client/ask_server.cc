#include "client/ask_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "client/found_names.h"
#include "client/questions_to_server.h"
#include "client/row_lines.h"
#include "engine/find/pair_store.h"
#include "engine/index_ask/check_answers.h"
#include "engine/read/collection.h"
#include "engine/read/reading_stats.h"
#include "engine/read/text_pass.h"
#include "engine/run/stage_clock.h"
#include "engine/write/run_end.h"
#include "report/formats/catalog.h"
#include "report/rows/table_file.h"
#include "store/document_reader.h"
#include "textkin/estimate.h"

namespace textkin::client {
namespace {

using engine::index_ask::QueryOptions;
using AnswersFile = report::TableFile<report::AnswerRow>;

class Asking final : public QuestionsToServer {
 public:
  // `estimates`: the index keeps no sets, so that a row may be an estimate with its interval.
  Asking(HttpClient& client, std::uint64_t as_of, engine::find::PairStore pairs, bool estimates)
      : QuestionsToServer(client, "/query", as_of), pairs_(std::move(pairs)), estimates_(estimates) {}

  // The rows, to `sink`; `collection` gets what was found.
  Status give(const join::Measure& measure, join::Part part, engine::read::Collection& collection,
              engine::write::PairSink& sink) const {
    names_.append_to(collection);
    TEXTKIN_RETURN_IF_ERROR(sink.begin(collection, {.intervals = estimates_}));
    std::size_t row = 0;
    std::vector<VerifiedPair> scratch;
    for (std::size_t chunk = 0; chunk < pairs_.chunks(); ++chunk) {
      TEXTKIN_ASSIGN_OR_RETURN(const std::span<const VerifiedPair> some, pairs_.read(chunk, scratch));
      for (const VerifiedPair& pair : some)
        TEXTKIN_RETURN_IF_ERROR(sink.add({.a = pair.a,
                                          .b = collection.against + pair.b,
                                          .similarity = measure.of(pair.shared, pair.size_a, pair.size_b, part),
                                          .shared = pair.shared,
                                          .size_a = pair.size_a,
                                          .size_b = pair.size_b,
                                          .log10_p = {},
                                          .estimate = {},
                                          .interval = estimates_ ? intervals_[row++] : std::nullopt}));
    }
    return sink.commit();
  }

  // How sure each answer is, under the ids of the questions.
  Status give_answers(const engine::read::Collection& collection, AnswersFile& file) const {
    store::DocumentReader documents(collection.table);
    for (const Sure& one : sure_) {
      report::AnswerRow row = one.row;
      row.statement = one.statement;
      TEXTKIN_RETURN_IF_ERROR(documents.read_id(one.question, row.id));
      TEXTKIN_RETURN_IF_ERROR(file.add(row));
    }
    return file.commit();
  }

  const std::optional<RunAudit>& checked() const { return checked_; }
  const engine::find::PairStore& pairs() const { return pairs_; }
  double recall() const { return recall_; }

 private:
  Status take_rows(const HttpAnswer& answer) override {
    std::vector<VerifiedPair> come;
    const auto take_pair = [&](const report::PairRow& row) -> Status {
      TEXTKIN_ASSIGN_OR_RETURN(const DocId question, asked_as(row.a));
      const auto size = static_cast<std::uint32_t>(row.size_b);
      come.push_back({.a = question,
                      .b = names_.place_of(row.b, size),
                      .shared = static_cast<std::uint32_t>(row.shared),
                      .size_a = static_cast<std::uint32_t>(row.size_a),
                      .size_b = size});
      if (estimates_)
        intervals_.push_back(row.basis == "exact" ? std::nullopt
                                                  : std::optional(Interval{.lower = row.lower, .upper = row.upper}));
      return {};
    };
    const auto take_answer = [&](const report::AnswerRow& row) -> Status {
      TEXTKIN_ASSIGN_OR_RETURN(const DocId question, asked_as(row.id));
      sure_.push_back({row, question, std::string(row.statement)});
      return {};
    };
    TEXTKIN_RETURN_IF_ERROR(each_found(
        server(), answer.body,
        {.pair = take_pair, .answer = take_answer, .checked = [&](const RunAudit& one) { return add_checked(one); }}));
    double recall = 1;
    std::from_chars(answer.recall.data(), answer.recall.data() + answer.recall.size(), recall);
    recall_ = std::min(recall_, recall);
    return come.empty() ? Status() : pairs_.append(std::move(come));
  }

  Result<DocId> asked_as(std::string_view id) const {
    const DocId question = question_of(id, static_cast<DocId>(documents()));
    if (question == kNoDoc) return Status(Code::kIo, server() + ": answers about what it was not asked");
    return question;
  }

  // Every question is looked at, so that of the share there is no interval.
  Status add_checked(const RunAudit& piece) {
    RunAudit all = checked_.value_or(RunAudit{});
    all.documents += piece.documents;
    all.neighbours += piece.neighbours;
    if (all.neighbours == 0) all.stated = piece.stated;
    if (piece.neighbours > 0)
      all.stated +=
          (piece.stated - all.stated) * static_cast<double>(piece.neighbours) / static_cast<double>(all.neighbours);
    all.found += piece.found;
    if (all.neighbours > 0) {
      const double share = static_cast<double>(all.found) / static_cast<double>(all.neighbours);
      all.recall = RunAudit::Recall{share, share, share};
    }
    checked_ = all;
    return {};
  }

  struct Sure {
    report::AnswerRow row;  // without what its views see
    DocId question;
    std::string statement;
  };

  engine::find::PairStore pairs_;
  bool estimates_;
  std::vector<Sure> sure_;
  std::optional<RunAudit> checked_;
  std::vector<std::optional<Interval>> intervals_;  // a row each, where there are estimates
  FoundNames names_;
  double recall_ = 1;
};

void add_finding(const engine::run::RunOptions& asked, const QueryOptions& wanted, Target& target) {
  if (wanted.names_threshold) target.with("threshold", fmt::format("{}", asked.search.threshold));
  if (wanted.names_recall) target.with("recall", fmt::format("{}", asked.search.recall));
  if (wanted.top > 0) target.with("top", fmt::format("{}", wanted.top));
  if (wanted.exact) target.with("exact", "true");
  if (wanted.check) target.with("check", "true");
  if (!wanted.answers.empty()) target.with("answers", "true");
  if (asked.search.measure != "jaccard") target.with("measure", asked.search.measure);
  if (wanted.names_contained) target.with("contained", wanted.of_stored ? "stored" : "input");
  target.with(wanted.where);
}

RunStats stats_of(const engine::run::SettledRun& run, const engine::read::Collection& collection,
                  const Asking& asking) {
  RunStats stats = engine::read::reading_stats(run, collection);
  stats.documents = collection.against;  // the table has those that were found too
  stats.empty = 0;                       // which of them are, only the server knows
  stats.pairs = asking.pairs().size();
  stats.audit = asking.checked();
  stats.recall_target = run.search.recall;
  stats.recall_predicted = asking.recall();
  stats.spilled_bytes = asking.pairs().spilled_bytes() + collection.spooled_bytes();
  stats.method = "server";
  stats.reason = asking.sequence().empty() ? asking.server()
                                           : fmt::format("{} at sequence {}", asking.server(), asking.sequence());
  return stats;
}

}  // namespace

Result<RunStats> query_server(HttpClient& client, bool estimates, const engine::run::RunOptions& asked,
                              const QueryOptions& wanted, engine::write::Results& results, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const engine::run::SettledRun run, engine::run::settle(asked));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<engine::write::PairSink> sink,
                           results.open_pairs(wanted.output, wanted.format, run.limits));
  std::unique_ptr<AnswersFile> answers;
  if (!wanted.answers.empty()) {
    TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, report::find_format(wanted.format));
    TEXTKIN_ASSIGN_OR_RETURN(answers, AnswersFile::open(wanted.answers, *format));
  }
  TEXTKIN_ASSIGN_OR_RETURN(engine::write::RunEnd end, engine::write::RunEnd::open(run.stats, results, progress));
  engine::run::StageClock clock;
  clock.begin("query");
  TEXTKIN_ASSIGN_OR_RETURN(engine::read::Collection collection, engine::read::open_collection(run, ""));
  Asking asking(client, wanted.as_of, engine::find::PairStore(collection.directory->path(), collection.shares.pairs),
                estimates);
  add_finding(asked, wanted, asking.target());
  TEXTKIN_RETURN_IF_ERROR(engine::read::read_texts(collection, run.inputs, asking, progress));
  TEXTKIN_RETURN_IF_ERROR(asking.finish());
  if (const auto missed = engine::index_ask::missed_recall(wanted, asked.search.recall, asking.recall());
      !missed.empty())
    progress.warn(missed);
  if (asking.checked()) progress.note(engine::index_ask::line_of(*asking.checked()));
  clock.begin("write");
  if (answers != nullptr) TEXTKIN_RETURN_IF_ERROR(asking.give_answers(collection, *answers));
  const join::Part part = wanted.of_stored ? join::Part::kContainer : join::Part::kContained;
  TEXTKIN_RETURN_IF_ERROR(asking.give(*run.search.least.measure, part, collection, *sink));
  return end.finish("index query", collection, stats_of(run, collection, asking), clock);
}

}  // namespace textkin::client
