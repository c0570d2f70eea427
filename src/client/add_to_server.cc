#include "client/add_to_server.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "client/document_lines.h"
#include "client/row_lines.h"
#include "client/target.h"
#include "engine/index/added_at.h"
#include "engine/read/block_pass.h"
#include "engine/read/collection.h"
#include "engine/run/problem_log.h"
#include "input/sources/spool.h"
#include "report/formats/catalog.h"
#include "report/rows/table_file.h"

namespace textkin::client {
namespace {

namespace engine_index = engine::index;
using engine_index::AddCounts;
using engine_index::AddOptions;
using ResultsFile = report::TableFile<report::AddedRow>;

class Adding final : public DocumentLines {
 public:
  // `results` may be null.
  Adding(HttpClient& client, const std::vector<std::string>& fields, const AddOptions& wanted, ResultsFile* results)
      : DocumentLines(fields, true), client_(client), wanted_(wanted), results_(results) {}

  // Checkpoints alone, where no document was read.
  Status send_nothing() { return wanted_.checkpoints.empty() ? Status() : send({.lines = "\n"}, true); }

  AddCounts& counts() { return counts_; }

 private:
  Status send(const Piece& piece, bool last) override {
    Target target(client_.address().path + "/documents");
    target.with("on_same_id", word_of(engine_index::kOnSameIdWords, wanted_.on_same_id));
    if (wanted_.unless_similar) target.with("unless_similar", fmt::format("{}", *wanted_.unless_similar));
    if (!wanted_.added_at.empty()) target.with("added_at", wanted_.added_at);
    if (last)
      for (const std::string& checkpoint : wanted_.checkpoints) target.with("checkpoint", checkpoint);
    const Result<HttpAnswer> answer = client_.ask({.method = "POST",
                                                   .target = target.text(),
                                                   .type = "application/x-ndjson",
                                                   .body = piece.lines,
                                                   .changes = true},
                                                  nullptr);
    if (!answer.ok() && sends_less(client_.was_too_large(), client_.was_too_late()) && piece.documents > 1) {
      const auto [before, behind] = halves(piece);
      TEXTKIN_RETURN_IF_ERROR(send(before, false));
      return send(behind, last);
    }
    if (!answer.ok()) return with_what_is_known(answer.status(), piece);
    was_taken();
    TEXTKIN_RETURN_IF_ERROR(each_added(
        client_.address().text, answer->body,
        [&](const report::AddedRow& row) { return results_ == nullptr ? Status() : results_->add(row); }, counts_));
    acknowledged_ = piece.first + piece.documents;
    return {};
  }

  Status with_what_is_known(const Status& status, const Piece& piece) const {
    std::string line = status.message();
    if (client_.may_be_done())
      line += fmt::format("; whether documents {} to {} of INPUT are in the index is not known", piece.first + 1,
                          piece.first + piece.documents);
    if (acknowledged_ > 0)
      line += fmt::format("; the {} before them are in it, at sequence {}", acknowledged_, counts_.sequence);
    if (client_.may_be_done() || acknowledged_ > 0)
      line += "; the same add again changes nothing of what is there, and goes on";
    return Status(status.code(), line);
  }

  HttpClient& client_;
  const AddOptions& wanted_;
  ResultsFile* results_;
  AddCounts counts_;
  std::uint64_t acknowledged_ = 0;  // documents
};

Status check(const AddOptions& wanted) {
  for (const std::string& checkpoint : wanted.checkpoints)
    if (const std::size_t equals = checkpoint.find('='); equals == 0 || equals == std::string::npos)
      return Status(Code::kInvalidArgument, fmt::format("--checkpoint {} is not NAME=VALUE", checkpoint));
  return {};
}

}  // namespace

Result<AddCounts> add_to_server(HttpClient& client, const std::vector<std::string>& fields,
                                const engine::run::ReadOptions& asked, const AddOptions& wanted, Progress& progress) {
  TEXTKIN_RETURN_IF_ERROR(check(wanted));
  TEXTKIN_ASSIGN_OR_RETURN(engine::run::Reading reading, engine::run::settle(asked));
  TEXTKIN_ASSIGN_OR_RETURN(const engine_index::AddedAt added_at, engine_index::AddedAt::parse(wanted.added_at));
  std::vector<std::string> sent = fields;
  added_at.place_in(sent);
  reading.inputs.spec.value_fields = sent;
  reading.inputs.spec.stays = true;
  TEXTKIN_ASSIGN_OR_RETURN(engine::read::Collection collection, engine::read::open_collection(reading, ""));
  std::unique_ptr<ResultsFile> results;
  if (!wanted.results.empty()) {
    TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, report::find_format("jsonl"));
    TEXTKIN_ASSIGN_OR_RETURN(results, ResultsFile::open(wanted.results, *format));
  }
  Adding adding(client, sent, wanted, results.get());
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<engine::run::ProblemLog> log,
                           engine::run::ProblemLog::open(reading.inputs, progress));
  auto spool = std::make_shared<input::Spool>(collection.settings.spool_directory, "");
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<engine::read::BlockPass> blocks,
                           engine::read::BlockPass::open(collection, spool, {}, *log, progress));
  TEXTKIN_RETURN_IF_ERROR(blocks->visit(adding));
  collection.end_notes(progress);
  TEXTKIN_RETURN_IF_ERROR(log->finish());
  collection.problems = log->count();
  TEXTKIN_RETURN_IF_ERROR(collection.check_something_was_read(log->first()));
  TEXTKIN_RETURN_IF_ERROR(adding.documents() > 0 ? adding.finish() : adding.send_nothing());
  if (results != nullptr) TEXTKIN_RETURN_IF_ERROR(results->commit());
  adding.counts().problems = log->count();
  return adding.counts();
}

}  // namespace textkin::client
