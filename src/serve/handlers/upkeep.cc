#include "serve/handlers/upkeep.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "engine/care/upkeep.h"
#include "engine/commands/choices.h"
#include "engine/index/index_spec.h"
#include "engine/run/typed_options.h"
#include "serve/handlers/answered_change.h"
#include "serve/handlers/tar_of_folder.h"
#include "serve/http/problem.h"
#include "serve/indexes/shelf.h"

namespace textkin::serve {
namespace {

namespace index = engine::index;

constexpr const char* kNoShelf = "this server makes and removes no indexes; start it with --indexes FOLDER";

// Parameters of make_index() that are written as the command line's options are.
constexpr std::array<std::string_view, 5> kTyped{"normalize", "tokens", "shingle", "stem", "fingerprint"};

Response of_index(unsigned status, const std::string& name, std::uint64_t documents, std::uint64_t sequence) {
  Response made;
  made.status = status;
  made.body = fmt::format(R"({{"name":"{}","documents":{},"sequence":{},"read_only":false}})"
                          "\n",
                          name, documents, sequence);
  return made;
}

// Stop words are those of a language: no request names a file that is read here.
Status take_text(const Parameters& parameters, TextSpec& text) {
  TEXTKIN_RETURN_IF_ERROR(parameters.take("multiset", text.multiset));
  TEXTKIN_RETURN_IF_ERROR(parameters.take("weight_unit", text.weight_unit));
  if (const auto typed = parameters.text("weights")) {
    const auto weights = value_of(kWeightsWords, *typed);
    if (!weights) return Status(Code::kInvalidArgument, fmt::format("weights={} is neither none nor suffix", *typed));
    text.weights = *weights;
  }
  text.stop_words = parameters.text("stop_words").value_or("");
  std::string known;
  for (const auto& [language, doc] : engine::commands::stop_word_choices()) {
    if (language == text.stop_words) return {};
    known += (known.empty() ? "" : ", ") + language;
  }
  if (text.stop_words.empty()) return {};
  return Status(Code::kInvalidArgument, fmt::format("stop_words={} is none of {}", text.stop_words, known));
}

Result<index::IndexSpec> spec_of(const Call& call) {
  const Parameters& parameters = call.parameters;
  index::IndexSpec wanted;
  TEXTKIN_RETURN_IF_ERROR(parameters.take("least", wanted.least));
  TEXTKIN_RETURN_IF_ERROR(parameters.take("recall", wanted.recall));
  wanted.fields = parameters.texts("field");
  const std::string store = parameters.text("store").value_or("text");
  const auto kept = value_of(index::kStoreWords, store);
  if (!kept) return Status(Code::kInvalidArgument, fmt::format("store={} is none of what an index may keep", store));
  wanted.store = *kept;
  const std::string passages = parameters.text("passages").value_or(*kept == index::Store::kText ? "12" : "none");
  if (passages == "none") {
    wanted.passages = 0;
  } else {
    TEXTKIN_RETURN_IF_ERROR(parameters.take("passages", wanted.passages));
    if (wanted.passages == 0)
      return Status(Code::kInvalidArgument, "passages=0: it is a number of words, 1 or more, or none");
  }
  TEXTKIN_RETURN_IF_ERROR(take_text(parameters, wanted.text));
  if (wanted.text.weights == Weights::kSuffix) {  // items, as on the command line
    wanted.text.tokens = "whitespace";
    TEXTKIN_RETURN_IF_ERROR(engine::run::parse_text_spec("none", "word:1", wanted.text));
  }
  auto words = index::words_of(wanted);
  for (const std::string_view name : kTyped) {
    const auto typed = parameters.text(name);
    if (!typed) continue;
    const std::string option = "--" + std::string(name);
    const auto at = std::ranges::find(words, option, [](const auto& word) { return word.first; });
    if (at == words.end())
      words.emplace_back(option, *typed);
    else
      at->second = *typed;
  }
  TEXTKIN_ASSIGN_OR_RETURN(const index::IndexSpec spec, index::spec_of(words, call.name, index::MadeBy::kAnyVersion));
  TEXTKIN_RETURN_IF_ERROR(
      engine::run::check_used(spec.text, {.normalize = parameters.text("normalize").has_value(),
                                          .tokens = parameters.text("tokens").has_value(),
                                          .weight_unit = parameters.text("weight_unit").has_value()}));
  return spec;
}

class Merge final : public AnsweredChange {
 public:
  using AnsweredChange::AnsweredChange;
  bool alone() const override { return true; }

 private:
  Status make(index::WriteSession& session) override { return session.merge(); }
  Response answer(std::uint64_t sequence) override {
    Response made;
    made.body = fmt::format("{{\"merged\":true,\"sequence\":{}}}\n", sequence);
    return made;
  }
};

class Snapshot final : public AnsweredChange {
 public:
  using AnsweredChange::AnsweredChange;
  bool alone() const override { return true; }

 private:
  Status make(index::WriteSession& session) override {
    copy_ = std::make_unique<ScratchCopy>(call_.index->folder() + "/" + std::string(HostedIndex::kSnapshot) +
                                          call_.request.id);
    return session.copy_to(copy_->path());
  }
  Response answer(std::uint64_t sequence) override {
    Result<std::shared_ptr<TarOfFolder>> tar = TarOfFolder::make(std::move(copy_), call_.name);
    if (!tar.ok()) return problem(tar.status());
    Response made;
    made.type = "application/x-tar";
    made.pieces = std::move(tar).value();
    made.fields.emplace_back("Textkin-Sequence", fmt::format("{}", sequence));
    made.fields.emplace_back("Content-Disposition",
                             fmt::format("attachment; filename=\"{}-{}.tar\"", call_.name, sequence));
    return made;
  }

  std::unique_ptr<ScratchCopy> copy_;
};

}  // namespace

Response verify_index(const Call& call) {
  bool deep = false;
  if (const Status typed = call.parameters.take("deep", deep); !typed.ok()) return problem(typed);
  const std::uint64_t sequence = call.index->acknowledged();
  const Status whole = engine::care::verify(call.index->folder(), deep, call.limits);
  if (!whole.ok()) return problem(500, whole.message());
  Response made;
  made.body = fmt::format("{{\"whole\":true,\"sequence\":{}}}\n", sequence);
  return made;
}

Response make_index(const Call& call) {
  if (!call.shelf->is_there()) return problem(403, kNoShelf);
  if (call.shelf->is_read_only()) return problem(403, "this server only reads; start one without --read-only");
  if (!is_index_name(call.name))
    return problem(400, "a name of an index has letters, digits, '-', '_' and '.', which is not in front; 100 at most");
  const Result<index::IndexSpec> spec = spec_of(call);
  if (!spec.ok()) return problem(spec.status());
  const Result<Shelf::Made> made = call.shelf->make(call.name, *spec, *call.indexes);
  if (!made.ok()) return problem(made.status());
  switch (*made) {
    case Shelf::Made::kIsThere:
      return problem(409, "there is an index or a folder of that name");
    case Shelf::Made::kNoRoom:
      return problem(403, "as many indexes are served as share the memory; remove one, or start another server");
    case Shelf::Made::kMade:
      break;
  }
  return of_index(201, call.name, 0, 0);
}

Response remove_index(const Call& call) {
  if (call.index == nullptr) return problem(404, "this index was removed meanwhile");
  if (call.parameters.text("confirm") != call.name)
    return problem(
        400, fmt::format("all of {} would be gone; if that is meant, say confirm={} besides", call.name, call.name));
  const Result<std::string> why_not = call.shelf->why_not(call.name, *call.index);
  if (!why_not.ok()) return problem(why_not.status());
  if (!why_not->empty()) return problem(403, *why_not);
  if (const Status removed = call.shelf->remove(call.name, *call.indexes); !removed.ok()) return problem(removed);
  Response made;
  made.body = fmt::format("{{\"removed\":\"{}\"}}\n", call.name);
  return made;
}

std::unique_ptr<Change> merge_index(Call call, Handler::Respond respond) {
  return std::make_unique<Merge>(std::move(call), std::move(respond));
}

std::unique_ptr<Change> snapshot_index(Call call, Handler::Respond respond) {
  return std::make_unique<Snapshot>(std::move(call), std::move(respond));
}

}  // namespace textkin::serve
