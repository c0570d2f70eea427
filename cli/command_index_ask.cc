#include <CLI/CLI.hpp>

#include "engine/care/show.h"
#include "engine/care/upkeep.h"
#include "engine/commands/choices.h"
#include "engine/index_ask/query.h"
#include "index_command.h"
#include "output_options.h"
#include "passage_options.h"
#include "typed_options.h"

namespace textkin::cli {
namespace {

namespace care = engine::care;
namespace index_ask = engine::index_ask;

class IndexQuery final : public IndexCommand {
 public:
  explicit IndexQuery(CLI::App& app) : IndexCommand(app, "query", "the documents that are alike to each INPUT", false) {
    add_inputs(*parsed, shared);
    add_output(*parsed, "-o,--output", wanted_.output, "FILE", "where the rows go; .gz and .zst pack")
        ->capture_default_str();
    add_output(*parsed, "--format", wanted_.format, listed(engine::commands::format_choices(), "|"), "of the rows")
        ->capture_default_str();
    add_output(*parsed, "--answers", wanted_.answers, "FILE", "a row a question: how sure its answer is");
    add_stats_option(*parsed, shared);
    const auto add = [&](const std::string& names, auto& value, const char* word, const char* doc) {
      return parsed->add_option(names, value, doc)->type_name(word)->group("Finding");
    };
    add("-t,--threshold", shared.run.search.threshold, "T", "")->capture_default_str();
    add("--recall", shared.run.search.recall, "P",
        "least probability that a document at the threshold is found; default: the index's");
    add("--top", wanted_.top, "K", "only the K most alike of each answer, the most alike first")
        ->check(CLI::PositiveNumber.description(""));
    add("--as-of", wanted_.as_of, "N", "the answer that was given at sequence N")
        ->check(CLI::PositiveNumber.description(""));
    parsed->add_flag("--exact", shared.exact, "finds all, at any threshold: every text of the index is read")
        ->group("Finding");
    add_measure_option(*parsed, shared);
    parsed->get_option("--measure")->description("of what -t is the threshold");
    add("--contained", contained_, "input|stored",
        "of --measure containment: which of the two is to lie in the other, INPUT's document or the index's")
        ->check(CLI::IsMember({"input", "stored"}).description(""))
        ->capture_default_str();
    parsed
        ->add_flag("--check", wanted_.check,
                   "also compares with every text, and says how many documents the answers lack")
        ->group("Finding");
    add_where(wanted_.where);
    add_reading();
    add_server();
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                  Progress& progress) override {
    if (shared.exact)
      TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed, {"--recall", "--check"}, "with --exact, which finds all"));
    wanted_.exact = shared.exact;
    wanted_.of_stored = contained_ == "stored";
    wanted_.names_contained = is_typed(*parsed, "--contained");
    engine::run::RunOptions asked = options;
    TEXTKIN_ASSIGN_OR_RETURN(std::vector<std::string> folders, take_folders(asked.inputs.spec.arguments));
    TEXTKIN_ASSIGN_OR_RETURN(const std::shared_ptr<engine::places::IndexPlace> place, open_place(std::move(folders)));
    wanted_.names_recall = is_typed(*parsed, "--recall");
    wanted_.names_threshold = is_typed(*parsed, "--threshold");
    TEXTKIN_RETURN_IF_ERROR(place->query(asked, wanted_, results, progress).status());
    return 0;
  }

 private:
  index_ask::QueryOptions wanted_;
  std::string contained_ = "input";
};

class IndexGet final : public IndexCommand {
 public:
  explicit IndexGet(CLI::App& app) : IndexCommand(app, "get", "documents by their ids, as JSONL", false) {
    parsed->add_option("ID", ids_, "of documents")->required()->type_name("");
    add_output(*parsed, "-o,--output", wanted_.output, "FILE.jsonl", "where they go")->capture_default_str();
    add_server();
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results&, Progress&) override {
    TEXTKIN_ASSIGN_OR_RETURN(const std::shared_ptr<engine::places::IndexPlace> place, open_place());
    TEXTKIN_RETURN_IF_ERROR(place->get(wanted_, ids_, options.limits));
    return 0;
  }

 private:
  care::ShowOptions wanted_;
  std::vector<std::string> ids_;
};

class IndexList final : public IndexCommand {
 public:
  explicit IndexList(CLI::App& app) : IndexCommand(app, "list", "all documents, in the order of adding", false) {
    add_output(*parsed, "-o,--output", wanted_.output, "FILE", "where the rows go")->capture_default_str();
    add_output(*parsed, "--format", wanted_.format, listed(engine::commands::format_choices(), "|"), "of the rows")
        ->capture_default_str();
    add_where(wanted_.where);
    add_server();
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results&, Progress&) override {
    TEXTKIN_ASSIGN_OR_RETURN(const std::shared_ptr<engine::places::IndexPlace> place, open_place());
    TEXTKIN_RETURN_IF_ERROR(place->list(wanted_, options.limits));
    return 0;
  }

 private:
  care::ShowOptions wanted_;
};

class IndexExport final : public IndexCommand {
 public:
  explicit IndexExport(CLI::App& app)
      : IndexCommand(app, "export", "all documents as JSONL, which an add reads again", false) {
    add_output(*parsed, "-o,--output", wanted_.output, "FILE.jsonl", "where they go; .gz and .zst pack")
        ->capture_default_str();
    parsed
        ->add_flag("--times", wanted_.times,
                   "each with when it was added, as textkin_added_at: add them with --added-at field:textkin_added_at")
        ->group("Output");
    add_server();
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results&, Progress&) override {
    TEXTKIN_ASSIGN_OR_RETURN(const std::shared_ptr<engine::places::IndexPlace> place, open_place());
    TEXTKIN_RETURN_IF_ERROR(place->write_all(wanted_, options.limits));
    return 0;
  }

 private:
  care::ShowOptions wanted_;
};

class IndexStats final : public IndexCommand {
 public:
  explicit IndexStats(CLI::App& app) : IndexCommand(app, "stats", "how it was made, and what is in it", false) {
    wanted_.format = "text";
    add_output(*parsed, "-o,--output", wanted_.output, "FILE", "where it goes")->capture_default_str();
    add_text_or_json(*parsed, wanted_.format);
    add_server();
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results, Progress&) override {
    TEXTKIN_ASSIGN_OR_RETURN(const std::shared_ptr<engine::places::IndexPlace> place, open_place());
    TEXTKIN_RETURN_IF_ERROR(place->stats(wanted_, options.limits, results));
    return 0;
  }

 private:
  care::ShowOptions wanted_;
};

class IndexVerify final : public IndexCommand {
 public:
  explicit IndexVerify(CLI::App& app) : IndexCommand(app, "verify", "checks every byte that answers depend on", false) {
    parsed->add_flag("--deep", deep_, "also makes the keys of each text anew and compares them");
    add_server();
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results&, Progress& progress) override {
    TEXTKIN_ASSIGN_OR_RETURN(const std::shared_ptr<engine::places::IndexPlace> place, open_place());
    TEXTKIN_RETURN_IF_ERROR(place->verify(deep_, options.limits));
    progress.note(folder_ + " is whole");
    return 0;
  }

 private:
  bool deep_ = false;
};

}  // namespace

std::unique_ptr<Command> add_index_query(CLI::App& app) { return std::make_unique<IndexQuery>(app); }
std::unique_ptr<Command> add_index_get(CLI::App& app) { return std::make_unique<IndexGet>(app); }
std::unique_ptr<Command> add_index_export(CLI::App& app) { return std::make_unique<IndexExport>(app); }
std::unique_ptr<Command> add_index_list(CLI::App& app) { return std::make_unique<IndexList>(app); }
std::unique_ptr<Command> add_index_stats(CLI::App& app) { return std::make_unique<IndexStats>(app); }
std::unique_ptr<Command> add_index_verify(CLI::App& app) { return std::make_unique<IndexVerify>(app); }

}  // namespace textkin::cli
