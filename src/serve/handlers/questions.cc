#include "serve/handlers/questions.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "base/file.h"
#include "engine/care/list_part.h"
#include "engine/care/show.h"
#include "engine/index_ask/query.h"
#include "engine/index_passages/index_passages.h"
#include "engine/run/run_directory.h"
#include "engine/write/line_results.h"
#include "report/text/format.h"
#include "serve/handlers/input_of.h"
#include "serve/handlers/media_types.h"
#include "serve/http/problem.h"
#include "textkin/progress.h"

namespace textkin::serve {
namespace {

namespace index = engine::index;
using index::OpenArchive;

constexpr std::size_t kMostOfAnAnswer = 64u << 20;  // bytes
constexpr const char* kUnnamed = "text";            // a question that is one text
constexpr const char* kBody = "body";
constexpr std::uint64_t kMostListed = 100'000;  // rows
constexpr std::size_t kPiece = 1u << 20;        // bytes of an export, at once
constexpr std::size_t kReadAtOnce = 1u << 20;   // of a page

Response answered(const Result<Response>& made) { return made.ok() ? *made : problem(made.status()); }

// `as_of`: as which sequence was asked; 0: the newest.
void tell_sequence(const OpenArchive& archive, std::uint64_t as_of, Response& made) {
  made.fields.emplace_back("Textkin-Sequence", fmt::format("{}", as_of == 0 ? index::sequence_of(*archive) : as_of));
}

Response lines(std::string rows, const OpenArchive& archive, std::uint64_t as_of) {
  Response made;
  made.type = kLines;
  made.body = std::move(rows);
  tell_sequence(archive, as_of, made);
  return made;
}

std::string name_of_question(const Call& call) {
  return is_lines(call.request.content_type) ? kBody : call.parameters.text("id").value_or(kUnnamed);
}

index::WhereOptions where_of(const Call& call) {
  return {.where = call.parameters.texts("where"), .where_not = call.parameters.texts("not")};
}

Status take_finding(const Call& call, engine::run::SearchOptions& search, engine::index_ask::QueryOptions& wanted) {
  const Parameters& parameters = call.parameters;
  wanted.names_threshold = parameters.text("threshold").has_value();
  wanted.names_recall = parameters.text("recall").has_value();
  wanted.names_contained = parameters.text("contained").has_value();
  TEXTKIN_RETURN_IF_ERROR(parameters.take("threshold", search.threshold));
  TEXTKIN_RETURN_IF_ERROR(parameters.take("recall", search.recall));
  TEXTKIN_RETURN_IF_ERROR(parameters.take_above_zero("top", wanted.top));
  TEXTKIN_RETURN_IF_ERROR(parameters.take_above_zero("as_of", wanted.as_of));
  TEXTKIN_RETURN_IF_ERROR(parameters.take("exact", wanted.exact));
  TEXTKIN_RETURN_IF_ERROR(parameters.take("check", wanted.check));
  search.measure = parameters.text("measure").value_or(search.measure);
  const std::string contained = parameters.text("contained").value_or("input");
  if (contained != "input" && contained != "stored")
    return Status(Code::kInvalidArgument, fmt::format("contained={} is neither input nor stored", contained));
  wanted.of_stored = contained == "stored";
  if (wanted.exact && wanted.names_recall)
    return Status(Code::kInvalidArgument, "recall has no use with exact=true, which finds all; leave one out");
  if (wanted.exact && wanted.check)
    return Status(Code::kInvalidArgument, "check has no use with exact=true, which finds all; leave one out");
  return {};
}

Response found(std::string rows, double least_recall, const OpenArchive& archive, std::uint64_t as_of) {
  Response made = lines(std::move(rows), archive, as_of);
  std::string recall;
  report::append_number(least_recall, recall);
  made.fields.emplace_back("Textkin-Recall", recall);
  return made;
}

// Whether a body begins as a document does whose text must be taken out of it: a run refuses that as a text.
bool is_packed(std::string_view body) {
  constexpr std::string_view kBegin[] = {"{\\rtf", "%PDF-", "PK\x03\x04"};
  return std::ranges::any_of(kBegin, [&](std::string_view begin) { return body.starts_with(begin); });
}

// Of one text, where that can be done without a run around it.
Result<std::optional<Response>> answer_quickly(const Call& call, const OpenArchive& archive,
                                               const engine::run::SearchOptions& search,
                                               const engine::index_ask::QueryOptions& wanted) {
  const MediaType* const type = document_type(call.request.content_type);
  if (type == nullptr || !type->suffix.empty() || call.request.body.empty() || is_packed(call.request.body))
    return std::optional<Response>();
  Askers& askers = call.index->askers();
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Askers::Asker> asker, askers.take(archive, call.name));
  std::string rows;
  const std::optional<double> recall = asker->answer(search, wanted, name_of_question(call), call.request.body, rows);
  askers.give_back(archive, std::move(asker));
  if (!recall) return std::optional<Response>();
  return std::optional<Response>(found(std::move(rows), *recall, archive, wanted.as_of));
}

// How sure the answers are, as rows behind those that were found: a row a question, and one of what was checked.
class SureOfAnswers {
 public:
  static Result<SureOfAnswers> open(const Call& call, engine::index_ask::QueryOptions& wanted) {
    SureOfAnswers made;
    bool is_asked = false;
    TEXTKIN_RETURN_IF_ERROR(call.parameters.take("answers", is_asked));
    if (!is_asked) return made;
    TEXTKIN_ASSIGN_OR_RETURN(made.scratch_, engine::run::RunDirectory::open(""));
    made.path_ = wanted.answers = made.scratch_->file("answers");
    return made;
  }

  Status append_to(std::string& rows, const RunStats& stats) const {
    if (!path_.empty()) {
      TEXTKIN_ASSIGN_OR_RETURN(base::File file, base::File::open(path_));
      for (std::size_t end = rows.size(), size = kReadAtOnce; size > 0; end += size) {
        rows.resize(end + kReadAtOnce);
        TEXTKIN_ASSIGN_OR_RETURN(size, file.read(rows.data() + end, kReadAtOnce));
        rows.resize(end + size);
      }
    }
    if (!stats.audit) return {};
    rows += fmt::format(R"({{"documents":{},"neighbours":{},"found":{},"stated":)", stats.audit->documents,
                        stats.audit->neighbours, stats.audit->found);
    report::append_number(stats.audit->stated, rows);
    rows += "}\n";
    return {};
  }

 private:
  std::unique_ptr<engine::run::RunDirectory> scratch_;
  std::string path_;  // empty: nobody asked for them
};

Result<Response> answer_query(const Call& call) {
  engine::run::RunOptions asked;
  engine::index_ask::QueryOptions wanted;
  wanted.folders = {call.name};
  wanted.format = "jsonl";
  wanted.where = where_of(call);
  TEXTKIN_RETURN_IF_ERROR(take_finding(call, asked.search, wanted));
  TEXTKIN_ASSIGN_OR_RETURN(const OpenArchive archive, call.index->now());
  TEXTKIN_ASSIGN_OR_RETURN(const SureOfAnswers sure, SureOfAnswers::open(call, wanted));
  if (wanted.answers.empty() && !wanted.check) {
    TEXTKIN_ASSIGN_OR_RETURN(std::optional<Response> quick, answer_quickly(call, archive, asked.search, wanted));
    if (quick) return std::move(*quick);
  }
  TEXTKIN_ASSIGN_OR_RETURN(const InputOf input, input_of(call, name_of_question(call)));
  static_cast<engine::run::ReadOptions&>(asked) = input.options;
  wanted.held[call.name] = archive;
  std::string rows;
  engine::write::LineResults results(rows, kMostOfAnAnswer);
  Silence silence;
  TEXTKIN_ASSIGN_OR_RETURN(const RunStats stats, engine::index_ask::query(asked, wanted, results, silence));
  TEXTKIN_RETURN_IF_ERROR(sure.append_to(rows, stats));
  return found(std::move(rows), stats.recall_predicted, archive, wanted.as_of);
}

// Of passages and report.
struct Asked {
  InputOf input;
  engine::index_passages::KeptOptions kept;
  engine::passages::PassagesOptions found;
  OpenArchive archive;
};

std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> parts;
  std::istringstream words(list);
  for (std::string part; std::getline(words, part, ',');) parts.push_back(part);
  return parts;
}

Result<Asked> take_asked(const Call& call) {
  TEXTKIN_ASSIGN_OR_RETURN(InputOf input, input_of(call, name_of_question(call)));
  Asked asked{.input = std::move(input), .kept = {}, .found = {}, .archive = {}};
  asked.kept.folders = {call.name};
  asked.kept.where = where_of(call);
  const Parameters& parameters = call.parameters;
  TEXTKIN_RETURN_IF_ERROR(parameters.take_above_zero("as_of", asked.kept.as_of));
  TEXTKIN_RETURN_IF_ERROR(parameters.take("max_gap", asked.found.align.max_gap));
  TEXTKIN_RETURN_IF_ERROR(parameters.take("min_length", asked.found.align.min_length));
  const auto take = [&](std::string_view name, std::optional<std::uint32_t>& out) -> Status {
    std::uint32_t value = 0;
    TEXTKIN_RETURN_IF_ERROR(parameters.take(name, value));
    if (parameters.text(name)) out = value;
    return {};
  };
  TEXTKIN_RETURN_IF_ERROR(take("common", asked.found.common));
  TEXTKIN_RETURN_IF_ERROR(take("shared_by", asked.found.exclude.shared_by));
  if (asked.input.templates) asked.found.exclude.templates = {kTemplates};
  TEXTKIN_ASSIGN_OR_RETURN(asked.archive, call.index->now());
  asked.kept.held[call.name] = asked.archive;
  return asked;
}

Result<Response> answer_passages(const Call& call) {
  TEXTKIN_ASSIGN_OR_RETURN(Asked asked, take_asked(call));
  asked.found.format = "jsonl";
  if (const auto kinds = call.parameters.text("exclude")) asked.found.exclude.kinds = parts_of(*kinds);
  std::string rows;
  engine::write::LineResults results(rows, kMostOfAnAnswer);
  Silence silence;
  TEXTKIN_ASSIGN_OR_RETURN(const PassageStats stats, engine::index_passages::passages(asked.input.options, asked.kept,
                                                                                      asked.found, results, silence));
  Response made = lines(std::move(rows), asked.archive, asked.kept.as_of);
  made.fields.emplace_back("Textkin-Common", fmt::format("{}", stats.common_fingerprints));
  return made;
}

// A page that was written, whose file has no name any more.
class PageOfFile final : public Pieces {
 public:
  explicit PageOfFile(base::File file) : file_(std::move(file)) {}
  Status next(std::string& out) override {
    out.resize(kReadAtOnce);
    TEXTKIN_ASSIGN_OR_RETURN(const std::size_t size, file_.read(out.data(), out.size()));
    out.resize(size);
    return {};
  }

 private:
  base::File file_;
};

Result<Response> answer_report(const Call& call) {
  TEXTKIN_ASSIGN_OR_RETURN(Asked asked, take_asked(call));
  engine::commands::ReportOptions wanted;
  wanted.passages = std::move(asked.found);
  wanted.passages.format = call.parameters.text("format").value_or("html");
  if (wanted.passages.format != "html" && wanted.passages.format != "jsonl")
    return Status(Code::kInvalidArgument, fmt::format("format={} is neither html nor jsonl", wanted.passages.format));
  TEXTKIN_RETURN_IF_ERROR(call.parameters.take("pseudonyms", wanted.page.pseudonyms));
  const std::string within = call.parameters.text("within").value_or("no");
  if (within != "yes" && within != "no")
    return Status(Code::kInvalidArgument, fmt::format("within={} is neither yes nor no", within));
  wanted.passages.within = within == "yes";
  const auto kinds = call.parameters.text("exclude");
  wanted.passages.exclude.kinds = parts_of(kinds.value_or("template,quotations,references,common"));
  asked.input.options.inputs.spec.extraction.traces = true;
  TEXTKIN_ASSIGN_OR_RETURN(const auto scratch, engine::run::RunDirectory::open(""));
  wanted.passages.output = scratch->file("page");
  std::string none;
  engine::write::LineResults results(none, kMostOfAnAnswer);
  Silence silence;
  TEXTKIN_RETURN_IF_ERROR(
      engine::index_passages::report(asked.input.options, asked.kept, wanted, results, silence).status());
  TEXTKIN_ASSIGN_OR_RETURN(base::File page, base::File::open(wanted.passages.output));
  Response made;
  made.type = wanted.passages.format == "html" ? "text/html; charset=utf-8" : kLines;
  made.pieces = std::make_shared<PageOfFile>(std::move(page));
  tell_sequence(asked.archive, asked.kept.as_of, made);
  return made;
}

Result<Response> answer_text(const Call& call) {
  Response made;
  made.type = "text/plain; charset=utf-8";
  TEXTKIN_ASSIGN_OR_RETURN(made.body, text_of_body(call));
  return made;
}

Result<Response> answer_stats(const Call& call) {
  TEXTKIN_ASSIGN_OR_RETURN(const OpenArchive archive, call.index->now());
  engine::care::ShowOptions wanted;
  wanted.folder = call.index->folder();
  wanted.format = "json";
  wanted.held[wanted.folder] = archive;
  Response made;
  engine::write::LineResults results(made.body, kMostOfAnAnswer);
  TEXTKIN_RETURN_IF_ERROR(engine::care::stats(wanted, call.limits, results));
  return made;
}

Result<Response> answer_document(const Call& call) {
  TEXTKIN_ASSIGN_OR_RETURN(const OpenArchive archive, call.index->now());
  Response made;
  TEXTKIN_RETURN_IF_ERROR(engine::care::append_document(*archive, "the index", call.id, made.body));
  tell_sequence(archive, 0, made);
  return made;
}

Result<Response> answer_list(const Call& call) {
  engine::care::ListPart wanted;
  wanted.where = where_of(call);
  wanted.prefix = call.parameters.text("prefix").value_or("");
  std::uint32_t after = 0;
  TEXTKIN_RETURN_IF_ERROR(call.parameters.take("after", after));
  if (call.parameters.text("after")) wanted.after = after;
  TEXTKIN_RETURN_IF_ERROR(call.parameters.take_above_zero("as_of", wanted.as_of));
  TEXTKIN_RETURN_IF_ERROR(call.parameters.take("limit", wanted.limit));
  if (wanted.limit == 0 || wanted.limit > kMostListed)
    return Status(Code::kInvalidArgument, fmt::format("limit={} is not 1 to {}", wanted.limit, kMostListed));
  TEXTKIN_ASSIGN_OR_RETURN(const OpenArchive archive, call.index->now());
  Response made = lines({}, archive, wanted.as_of);
  TEXTKIN_ASSIGN_OR_RETURN(const DocId next, engine::care::append_part(*archive, call.name, wanted, made.body));
  if (next != kNoDoc) made.fields.emplace_back("Textkin-Next", fmt::format("{}", next));
  return made;
}

class ExportedLines final : public Pieces {
 public:
  explicit ExportedLines(engine::care::Exporting documents) : documents_(std::move(documents)) {}
  Status next(std::string& out) override {
    while (out.empty() && !documents_.is_at_end()) TEXTKIN_RETURN_IF_ERROR(documents_.append(kPiece, out));
    return {};
  }

 private:
  engine::care::Exporting documents_;
};

Result<Response> answer_export(const Call& call) {
  bool times = false;
  TEXTKIN_RETURN_IF_ERROR(call.parameters.take("times", times));
  TEXTKIN_ASSIGN_OR_RETURN(const OpenArchive archive, call.index->now());
  TEXTKIN_ASSIGN_OR_RETURN(engine::care::Exporting documents, engine::care::Exporting::open(archive, call.name, times));
  Response made = lines({}, archive, 0);
  made.pieces = std::make_shared<ExportedLines>(std::move(documents));
  return made;
}

Result<Response> answer_indexes(const Call& call) {
  Response made;
  made.body = R"({"indexes":[)";
  for (const auto& [name, hosted] : call.indexes->all()) {
    if (!call.caller.may_see(name)) continue;
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
Response list_documents(const Call& call) { return answered(answer_list(call)); }
Response export_documents(const Call& call) { return answered(answer_export(call)); }
Response query(const Call& call) { return answered(answer_query(call)); }
Response passages(const Call& call) { return answered(answer_passages(call)); }
Response report(const Call& call) { return answered(answer_report(call)); }
Response extract_text(const Call& call) { return answered(answer_text(call)); }

Response show_caller(const Call& call) {
  Response made;
  made.body =
      fmt::format(R"({{"role":"{}","by_token":{},"name":)", word_of(kRoleWords, call.caller.role), call.by_token);
  report::append_json(call.caller.name, made.body);
  made.body += R"(,"indexes":[)";
  for (const auto& [name, hosted] : call.indexes->all()) {
    if (!call.caller.may_see(name)) continue;
    if (made.body.back() != '[') made.body += ',';
    report::append_json(name, made.body);
  }
  made.body += "]}\n";
  return made;
}

}  // namespace textkin::serve
