#include "serve/handlers/desk_routes.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "desk/class_report.h"
#include "desk/form.h"
#include "desk/marks.h"
#include "desk/page_files.h"
#include "serve/handlers/media_types.h"
#include "serve/handlers/told_work.h"
#include "serve/http/problem.h"
#include "textkin/words.h"

namespace textkin::serve {
namespace {

constexpr Words<bool, 2> kYesOrNo{{{"no", false}, {"yes", true}}};
// Of an answer, by its format.
constexpr Words<std::string_view, 2> kAnswerTypes{{{"html", "text/html; charset=utf-8"}, {"jsonl", kLines}}};

template <class Table, class Value>
Status take_word(const Call& call, std::string_view name, const Table& words, Value& out) {
  const std::optional<std::string> typed = call.parameters.text(name);
  if (!typed) return {};
  const auto known = value_of(words, *typed);
  if (known) {
    out = *known;
    return {};
  }
  std::string all;
  for (const auto& word : words) all += (all.empty() ? "" : ", ") + std::string(word.word);
  return Status(Code::kInvalidArgument, fmt::format("{}={} is none of {}", name, *typed, all));
}

Result<desk::ClassQuestion> question_of(const Call& call) {
  desk::ClassQuestion made;
  made.index = call.name;
  made.title = call.parameters.text("title").value_or(made.title);
  if (made.title.empty() || made.title == "-")
    return Status(Code::kInvalidArgument, "title is empty or -; give another");
  made.where = {.where = call.parameters.texts("where"), .where_not = call.parameters.texts("not")};
  made.limits = call.limits;
  made.found.within = true;
  made.found.format = call.parameters.text("format").value_or("html");
  TEXTKIN_RETURN_IF_ERROR(take_word(call, "within", kYesOrNo, made.found.within));
  TEXTKIN_RETURN_IF_ERROR(take_word(call, "group_by", engine::passages::kGroupByWords, made.found.group_by));
  TEXTKIN_RETURN_IF_ERROR(call.parameters.take_above_zero("as_of", made.as_of));
  TEXTKIN_RETURN_IF_ERROR(call.parameters.take("max_gap", made.found.align.max_gap));
  TEXTKIN_RETURN_IF_ERROR(call.parameters.take("min_length", made.found.align.min_length));
  if (call.parameters.text("common"))
    TEXTKIN_RETURN_IF_ERROR(call.parameters.take("common", made.found.common.emplace()));
  TEXTKIN_ASSIGN_OR_RETURN(made.archive, call.index->now());
  return made;
}

struct ClassCall {
  std::string_view type = kAnswerTypes[0].value;  // of the answer
  bool tells = false;
  desk::ClassQuestion question;
  std::vector<desk::FormPart> parts;

  std::pair<std::string, std::string> sequence() const {
    return {"Textkin-Sequence", fmt::format("{}", desk::sequence_of(question))};
  }
};

Result<ClassCall> class_call_of(const Call& call) {
  ClassCall made;
  TEXTKIN_RETURN_IF_ERROR(take_word(call, "format", kAnswerTypes, made.type));
  TEXTKIN_RETURN_IF_ERROR(take_word(call, "progress", kYesOrNo, made.tells));
  TEXTKIN_ASSIGN_OR_RETURN(made.question, question_of(call));
  TEXTKIN_ASSIGN_OR_RETURN(made.parts, desk::parse_form(call.request.content_type, call.request.body));
  return made;
}

Result<Response> answer_class(const Call& call) {
  TEXTKIN_ASSIGN_OR_RETURN(const ClassCall asked, class_call_of(call));
  Silence silence;
  Response made;
  TEXTKIN_ASSIGN_OR_RETURN(made.body, desk::class_report(asked.parts, asked.question, silence));
  made.type = asked.type;
  made.fields.push_back(asked.sequence());
  return made;
}

std::int64_t now_in_milliseconds() {
  using std::chrono::milliseconds;
  return std::chrono::duration_cast<milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

Response list_marks(const Call& call) {
  Result<std::string> marks = desk::read_marks(call.index->folder());
  if (!marks.ok()) return problem(marks.status());
  Response made;
  made.type = kLines;
  made.body = std::move(marks).value();
  return made;
}

// Who makes a mark says his token, where it has a name; where nobody needs one, or it has none, he says so himself.
Response keep_marks(const Call& call) {
  if (call.index->read_only()) return problem(403, "this index is served for reading only");
  if (!is_lines(call.request.content_type))
    return problem(415, "send a line of JSON for each mark, as Content-Type: application/x-ndjson");
  const Result<std::uint64_t> kept =
      desk::add_marks(call.index->folder(), call.request.body, call.caller.name, now_in_milliseconds());
  if (!kept.ok()) return problem(kept.status());
  Response made;
  made.body = fmt::format("{{\"kept\":{}}}\n", *kept);
  return made;
}

Response compare_class(const Call& call) {
  const Result<Response> made = answer_class(call);
  return made.ok() ? *made : problem(made.status());
}

void tell_class(const Call& call, const Handler::Respond& respond) {
  const Result<ClassCall> asked = class_call_of(call);
  if (!asked.ok()) return respond(problem(asked.status()));
  Response head;
  head.fields.push_back(asked->sequence());
  tell_work(std::move(head), respond,
            [&](Progress& progress) { return desk::class_report(asked->parts, asked->question, progress); });
}

Response show_page(const Call& call) {
  const std::string_view path = std::string_view(call.request.target).substr(0, call.request.target.find('?'));
  for (const desk::PageFile& file : desk::page_files()) {
    if (file.path != path) continue;
    Response made;
    made.type = file.type;
    made.body = file.bytes;
    made.fields.emplace_back("Content-Security-Policy", desk::policy_of(file));
    made.fields.emplace_back("Referrer-Policy", "no-referrer");
    made.fields.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
    return made;
  }
  return problem(404, "there is no such file of the page");
}

}  // namespace textkin::serve
