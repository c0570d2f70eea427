#include "serve/questions.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "engine/care/show.h"
#include "engine/index_ask/query.h"
#include "engine/index_passages/index_passages.h"
#include "engine/write/line_results.h"
#include "report/text/format.h"
#include "serve/input_of.h"
#include "serve/problem.h"
#include "textkin/progress.h"

namespace textkin::serve {
namespace {

namespace index = engine::index;
using index::OpenArchive;

constexpr std::size_t kMostOfAnAnswer = 64u << 20;  // bytes
constexpr const char* kUnnamed = "text";            // a question that is one text
constexpr const char* kBody = "body";

Response answered(const Result<Response>& made) { return made.ok() ? *made : problem(made.status()); }

Response lines(std::string rows, const OpenArchive& archive) {
  Response made{.status = 200, .type = std::string(kLines), .body = std::move(rows), .fields = {}, .route = {}};
  made.fields.emplace_back("Textkin-Sequence", fmt::format("{}", index::sequence_of(*archive)));
  return made;
}

std::string name_of_question(const Call& call) {
  return has_lines(call.request) ? kBody : call.parameters.text("id").value_or(kUnnamed);
}

index::WhereOptions where_of(const Call& call) {
  return {.where = call.parameters.texts("where"), .where_not = call.parameters.texts("not")};
}

Result<Response> answer_query(const Call& call) {
  TEXTKIN_ASSIGN_OR_RETURN(const InputOf input, input_of(call, name_of_question(call)));
  engine::run::RunOptions asked;
  static_cast<engine::run::ReadOptions&>(asked) = input.options;
  engine::index_ask::QueryOptions wanted;
  wanted.folders = {call.index->folder()};
  wanted.format = "jsonl";
  wanted.where = where_of(call);
  wanted.names_threshold = call.parameters.text("threshold").has_value();
  wanted.names_recall = call.parameters.text("recall").has_value();
  TEXTKIN_RETURN_IF_ERROR(call.parameters.take("threshold", asked.search.threshold));
  TEXTKIN_RETURN_IF_ERROR(call.parameters.take("recall", asked.search.recall));
  TEXTKIN_RETURN_IF_ERROR(call.parameters.take("top", wanted.top));
  TEXTKIN_RETURN_IF_ERROR(call.parameters.take("as_of", wanted.as_of));
  TEXTKIN_ASSIGN_OR_RETURN(const OpenArchive archive, call.index->now());
  wanted.held[call.index->folder()] = archive;
  std::string rows;
  engine::write::LineResults results(rows, kMostOfAnAnswer);
  Silence silence;
  TEXTKIN_ASSIGN_OR_RETURN(const RunStats stats, engine::index_ask::query(asked, wanted, results, silence));
  Response made = lines(std::move(rows), archive);
  std::string recall;
  report::append_number(stats.recall_predicted, recall);
  made.fields.emplace_back("Textkin-Recall", recall);
  return made;
}

Result<Response> answer_passages(const Call& call) {
  TEXTKIN_ASSIGN_OR_RETURN(const InputOf input, input_of(call, name_of_question(call)));
  engine::index_passages::KeptOptions wanted;
  wanted.folders = {call.index->folder()};
  wanted.where = where_of(call);
  engine::passages::PassagesOptions found;
  found.format = "jsonl";
  TEXTKIN_RETURN_IF_ERROR(call.parameters.take("as_of", wanted.as_of));
  TEXTKIN_RETURN_IF_ERROR(call.parameters.take("max_gap", found.align.max_gap));
  TEXTKIN_RETURN_IF_ERROR(call.parameters.take("min_length", found.align.min_length));
  if (call.parameters.text("common")) {
    std::uint32_t common = 0;
    TEXTKIN_RETURN_IF_ERROR(call.parameters.take("common", common));
    found.common = common;
  }
  TEXTKIN_ASSIGN_OR_RETURN(const OpenArchive archive, call.index->now());
  wanted.held[call.index->folder()] = archive;
  std::string rows;
  engine::write::LineResults results(rows, kMostOfAnAnswer);
  Silence silence;
  TEXTKIN_RETURN_IF_ERROR(engine::index_passages::passages(input.options, wanted, found, results, silence).status());
  return lines(std::move(rows), archive);
}

Result<Response> answer_stats(const Call& call) {
  TEXTKIN_ASSIGN_OR_RETURN(const OpenArchive archive, call.index->now());
  engine::care::ShowOptions wanted;
  wanted.folder = call.index->folder();
  wanted.format = "json";
  wanted.held[wanted.folder] = archive;
  Response made;
  engine::write::LineResults results(made.body, kMostOfAnAnswer);
  TEXTKIN_RETURN_IF_ERROR(engine::care::stats(wanted, {.threads = 1, .memory = call.memory, .run_dir = {}}, results));
  return made;
}

Result<Response> answer_document(const Call& call) {
  TEXTKIN_ASSIGN_OR_RETURN(const OpenArchive archive, call.index->now());
  Response made;
  TEXTKIN_RETURN_IF_ERROR(engine::care::append_document(*archive, "the index", call.id, made.body));
  made.fields.emplace_back("Textkin-Sequence", fmt::format("{}", index::sequence_of(*archive)));
  return made;
}

Result<Response> answer_indexes(const Call& call) {
  Response made;
  made.body = R"({"indexes":[)";
  for (const auto& [name, hosted] : *call.indexes) {
    TEXTKIN_ASSIGN_OR_RETURN(const OpenArchive archive, hosted->now());
    if (made.body.back() == '}') made.body += ',';
    made.body += R"({"name":)";
    report::append_json(name, made.body);
    made.body += fmt::format(R"(,"documents":{},"sequence":{},"read_only":{}}})", index::documents_of(*archive),
                             index::sequence_of(*archive), hosted->read_only());
  }
  made.body += "]}\n";
  return made;
}

}  // namespace

Response list_indexes(const Call& call) { return answered(answer_indexes(call)); }
Response show_stats(const Call& call) { return answered(answer_stats(call)); }
Response get_document(const Call& call) { return answered(answer_document(call)); }
Response query(const Call& call) { return answered(answer_query(call)); }
Response passages(const Call& call) { return answered(answer_passages(call)); }

}  // namespace textkin::serve
