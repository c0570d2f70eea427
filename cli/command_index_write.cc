#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "engine/index/add.h"
#include "engine/index/create.h"
#include "engine/index/keep_house.h"
#include "index_command.h"
#include "output_options.h"
#include "passage_options.h"
#include "typed_options.h"

namespace textkin::cli {
namespace {

namespace index = engine::index;

class IndexCreate final : public IndexCommand {
 public:
  explicit IndexCreate(CLI::App& app) : IndexCommand(app, "create", "an empty index, with options that stay", true) {
    parsed->add_option("--least", spec_.least, "least threshold that it is asked with, but for exact answers")
        ->type_name("T")
        ->capture_default_str()
        ->group("Finding");
    parsed->add_option("--recall", spec_.recall, "of answers, where a question names none")
        ->type_name("P")
        ->capture_default_str()
        ->group("Finding");
    add_text_options(*parsed, shared);
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results&, Progress&) override {
    spec_.text = options.text;
    TEXTKIN_RETURN_IF_ERROR(index::create(folder_, spec_, options.limits));
    return 0;
  }

 private:
  index::IndexSpec spec_;
};

class IndexAdd final : public IndexCommand {
 public:
  explicit IndexAdd(CLI::App& app) : IndexCommand(app, "add", "adds documents, or replaces them", true) {
    add_inputs(*parsed, shared);
    std::vector<std::string> known;
    for (const auto& word : index::kOnSameIdWords) known.emplace_back(word.word);
    parsed
        ->add_option_function<std::string>(
            "--on-same-id",
            [this](const std::string& typed) { wanted_.on_same_id = *value_of(index::kOnSameIdWords, typed); },
            "a document whose id is there with another text: replaces that, is left out, or ends the add")
        ->type_name("replace|keep|refuse")
        ->default_str("replace")
        ->check(CLI::IsMember(known).description(""))
        ->group("Adding");
    parsed
        ->add_option("--checkpoint", wanted_.checkpoints,
                     "NAME=VALUE, kept with the last batch for who goes on behind it; `index stats` shows it")
        ->type_name("ENTRY")
        ->group("Adding");
    add_reading();
    parsed->get_option("--repeated-ids")->group("");
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results&, Progress& progress) override {
    TEXTKIN_RETURN_IF_ERROR(refuse_run_dir(options, "index add"));
    TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed, {"--repeated-ids"}, "here: --on-same-id says what becomes of them"));
    wanted_.folder = folder_;
    TEXTKIN_ASSIGN_OR_RETURN(const index::AddCounts counts, index::add(options, wanted_, progress));
    std::string line =
        fmt::format("{} added, {} replaced, {} unchanged", counts.added, counts.replaced, counts.unchanged);
    if (counts.kept > 0) line += fmt::format(", {} left out", counts.kept);
    if (counts.empty > 0) line += fmt::format(", {} without a shingle", counts.empty);
    if (counts.problems > 0) line += fmt::format(", {} could not be used", counts.problems);
    progress.note(fmt::format("{}; {} documents at sequence {}", line, counts.documents, counts.sequence));
    return 0;
  }

 private:
  index::AddOptions wanted_;
};

class IndexRemove final : public IndexCommand {
 public:
  explicit IndexRemove(CLI::App& app) : IndexCommand(app, "remove", "removes documents by their ids", true) {
    parsed->add_option("ID", wanted_.ids, "of documents")->type_name("");
    parsed->add_option("--ids", wanted_.ids_file, "a file with an id a line, or -")->type_name("INPUT");
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results&, Progress& progress) override {
    if (wanted_.ids.empty() && wanted_.ids_file.empty())
      return Status(Code::kInvalidArgument, "no ID and no --ids FILE given");
    wanted_.folder = folder_;
    TEXTKIN_ASSIGN_OR_RETURN(const index::RemoveCounts counts, index::remove(wanted_, options.limits));
    progress.note(fmt::format("{} removed, {} not there; {} documents at sequence {}", counts.removed, counts.unknown,
                              counts.documents, counts.sequence));
    return 0;
  }

 private:
  index::RemoveOptions wanted_;
};

class IndexMerge final : public IndexCommand {
 public:
  explicit IndexMerge(CLI::App& app)
      : IndexCommand(app, "merge", "makes one segment of all, so that questions are answered faster", true) {}

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results&, Progress& progress) override {
    TEXTKIN_RETURN_IF_ERROR(index::merge(folder_, options.limits));
    progress.note(folder_ + " has one segment");
    return 0;
  }
};

}  // namespace

std::unique_ptr<Command> add_index_create(CLI::App& app) { return std::make_unique<IndexCreate>(app); }
std::unique_ptr<Command> add_index_add(CLI::App& app) { return std::make_unique<IndexAdd>(app); }
std::unique_ptr<Command> add_index_remove(CLI::App& app) { return std::make_unique<IndexRemove>(app); }
std::unique_ptr<Command> add_index_merge(CLI::App& app) { return std::make_unique<IndexMerge>(app); }

}  // namespace textkin::cli
