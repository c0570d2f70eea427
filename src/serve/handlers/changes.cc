#include "serve/handlers/changes.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "engine/index/add.h"
#include "engine/index/keep_house.h"
#include "serve/handlers/answered_change.h"
#include "serve/handlers/input_of.h"
#include "serve/handlers/media_types.h"
#include "serve/http/problem.h"
#include "textkin/progress.h"
#include "textkin/words.h"

namespace textkin::serve {
namespace {

namespace index = engine::index;

// What a parameter says; empty: it was not given. An empty one is no age and no time, and must not pass for none.
Result<std::string> typed(const Parameters& parameters, const char* name) {
  const std::optional<std::string> text = parameters.text(name);
  if (text && text->empty())
    return Status(Code::kInvalidArgument, fmt::format("{}= is empty; give it a value, or leave it out", name));
  return text.value_or("");
}

class Add final : public AnsweredChange {
 public:
  // `name`: of the body, for what has no id of its own; empty: its one text has the id of the path.
  Add(Call call, Handler::Respond respond, std::string name)
      : AnsweredChange(std::move(call), std::move(respond)), name_(std::move(name)) {}

  Status make(index::WriteSession& session) override {
    if (name_.empty() && call_.id.empty())
      return Status(Code::kInvalidArgument, "one document needs an id; say it with ?id=, or send lines of JSON");
    rows_.clear();
    Status status = add(session);
    if (status.ok() && !name_.empty() && rows_.find(fmt::format(R"({{"id":"{}:)", name_)) != std::string::npos)
      status = Status(Code::kBadInput, "a document has no id; give each line of the body a field id");
    if (status.ok() || name_.empty()) return status;
    // The name tells the body's own ids from all others; for a person it is the body.
    std::string message = status.message();
    for (std::size_t at = message.find(name_); at != std::string::npos; at = message.find(name_, at + 1))
      message.replace(at, name_.size(), "body");
    return Status(status.code(), message);
  }

 private:
  Status add(index::WriteSession& session) {
    TEXTKIN_ASSIGN_OR_RETURN(const InputOf input, input_of(call_, name_.empty() ? call_.id : name_));
    index::AddOptions wanted;
    wanted.folder = call_.index->folder();
    wanted.rows = &rows_;
    wanted.checkpoints = call_.parameters.texts("checkpoint");
    TEXTKIN_ASSIGN_OR_RETURN(wanted.added_at, typed(call_.parameters, "added_at"));
    if (call_.parameters.text("unless_similar"))
      TEXTKIN_RETURN_IF_ERROR(call_.parameters.take("unless_similar", wanted.unless_similar.emplace()));
    if (const std::optional<std::string> typed = call_.parameters.text("on_same_id")) {
      const auto known = value_of(index::kOnSameIdWords, *typed);
      if (!known)
        return Status(Code::kInvalidArgument, fmt::format("on_same_id={} is none of replace, keep and refuse", *typed));
      wanted.on_same_id = *known;
    }
    Silence silence;
    TEXTKIN_ASSIGN_OR_RETURN(counts_, session.add(input.options, wanted, silence));
    return {};
  }

  Response answer(std::uint64_t sequence) override {
    Response made;
    made.type = kLines;
    made.body = std::move(rows_);
    made.body += fmt::format(
        R"({{"added":{},"replaced":{},"unchanged":{},"kept":{},"seen":{},"empty":{},"sequence":{},"documents":{}}})"
        "\n",
        counts_.added, counts_.replaced, counts_.unchanged, counts_.kept, counts_.seen, counts_.empty, sequence,
        counts_.documents);
    made.fields.emplace_back("Textkin-Sequence", fmt::format("{}", sequence));
    return made;
  }

  std::string name_;
  std::string rows_;
  index::AddCounts counts_;
};

class Remove final : public AnsweredChange {
 public:
  Remove(Call call, Handler::Respond respond, bool must_be_there)
      : AnsweredChange(std::move(call), std::move(respond)), must_be_there_(must_be_there) {}

  Status make(index::WriteSession& session) override {
    index::RemoveOptions wanted;
    wanted.folder = call_.index->folder();
    if (must_be_there_) {
      wanted.ids = {call_.id};
      return remove(session, wanted);
    }
    wanted.where = {.where = call_.parameters.texts("where"), .where_not = call_.parameters.texts("not")};
    TEXTKIN_ASSIGN_OR_RETURN(wanted.older_than, typed(call_.parameters, "older_than"));
    if (call_.request.body.empty()) {
      if (wanted.where.empty() && wanted.older_than.empty())
        return Status(Code::kBadInput, "the body is empty; send an id a line, or say where=, not= or older_than=");
      return remove(session, wanted);
    }
    TEXTKIN_ASSIGN_OR_RETURN(const BodyFile listed, BodyFile::make(call_.request.body));
    wanted.ids_file = listed.path();
    return remove(session, wanted);
  }

 private:
  Status remove(index::WriteSession& session, const index::RemoveOptions& wanted) {
    TEXTKIN_ASSIGN_OR_RETURN(counts_, session.remove(wanted));
    return {};
  }

  Response answer(std::uint64_t sequence) override {
    if (must_be_there_ && counts_.unknown > 0)
      return problem(404, fmt::format("no document of the index has the id {}", call_.id));
    Response made;
    made.body = fmt::format(R"({{"removed":{},"unknown":{},"sequence":{},"documents":{}}})"
                            "\n",
                            counts_.removed, counts_.unknown, sequence, counts_.documents);
    made.fields.emplace_back("Textkin-Sequence", fmt::format("{}", sequence));
    return made;
  }

  bool must_be_there_;
  index::RemoveCounts counts_;
};

}  // namespace

std::unique_ptr<Change> add_documents(Call call, Handler::Respond respond) {
  if (!is_lines(call.request.content_type)) {
    call.id = call.parameters.text("id").value_or("");
    return put_document(std::move(call), std::move(respond));
  }
  std::string name = "body-" + call.request.id;
  return std::make_unique<Add>(std::move(call), std::move(respond), std::move(name));
}

std::unique_ptr<Change> put_document(Call call, Handler::Respond respond) {
  return std::make_unique<Add>(std::move(call), std::move(respond), std::string());
}

std::unique_ptr<Change> remove_documents(Call call, Handler::Respond respond) {
  return std::make_unique<Remove>(std::move(call), std::move(respond), false);
}

std::unique_ptr<Change> delete_document(Call call, Handler::Respond respond) {
  return std::make_unique<Remove>(std::move(call), std::move(respond), true);
}

}  // namespace textkin::serve
