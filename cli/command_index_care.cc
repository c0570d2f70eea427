#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "engine/care/audit.h"
#include "engine/care/plan.h"
#include "engine/care/rebuild.h"
#include "engine/commands/choices.h"
#include "index_command.h"
#include "output_options.h"
#include "passage_options.h"
#include "typed_options.h"

namespace textkin::cli {
namespace {

namespace care = engine::care;
namespace index = engine::index;

class IndexRebuild final : public IndexCommand {
 public:
  explicit IndexRebuild(CLI::App& app)
      : IndexCommand(app, "rebuild", "a new index of the same documents, with other options", false) {
    parsed->add_option("NEW", wanted_.made, "a folder that does not exist")->required()->type_name("FOLDER");
    parsed->add_option("--least", spec_.least, "least threshold that it is asked with; default: as it was")
        ->type_name("T")
        ->group("Finding");
    parsed->add_option("--recall", spec_.recall, "of answers, where a question names none; default: as it was")
        ->type_name("P")
        ->group("Finding");
    add_passages(spec_);
    add_text_options(*parsed, shared);
    shared.changes_text = true;
    for (CLI::Option* option : parsed->get_options()) option->default_str("");
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results&, Progress& progress) override {
    wanted_.folder = folder_;
    wanted_.held = held.archives;
    for (const CLI::Option* option : parsed->get_options())
      if (option->count() > 0) wanted_.changed.push_back(option->get_name());
    wanted_.change = [&](index::IndexSpec& spec) { return change(options.text, spec); };
    TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t documents, care::rebuild(wanted_, options.limits, progress));
    progress.note(fmt::format("{} has the {} documents of {}", wanted_.made, documents, folder_));
    return 0;
  }

 private:
  Status change(const TextSpec& typed, index::IndexSpec& spec) const {
    const auto take = [&](const char* option, auto& value, const auto& other) {
      if (is_typed(*parsed, option)) value = other;
    };
    if (typed.weights == Weights::kSuffix && spec.text.weights == Weights::kNone) {  // then items, as of a new index
      spec.text.normalizers = typed.normalizers;
      spec.text.tokens = typed.tokens;
      spec.text.unit = typed.unit;
      spec.text.shingle_size = typed.shingle_size;
    }
    take("--least", spec.least, spec_.least);
    take("--recall", spec.recall, spec_.recall);
    take("--passages", spec.passages, spec_.passages);
    take("--normalize", spec.text.normalizers, typed.normalizers);
    take("--tokens", spec.text.tokens, typed.tokens);
    take("--shingle", spec.text.unit, typed.unit);
    take("--shingle", spec.text.shingle_size, typed.shingle_size);
    take("--multiset", spec.text.multiset, typed.multiset);
    take("--weights", spec.text.weights, typed.weights);
    take("--weight-unit", spec.text.weight_unit, typed.weight_unit);
    take("--stop-words", spec.text.stop_words, typed.stop_words);
    take("--stop-words", spec.text.stop_list, typed.stop_list);
    take("--stem", spec.text.stem, typed.stem);
    take("--fingerprint", spec.text.fingerprint, typed.fingerprint);
    take("--key", spec.text.key, typed.key);
    take("--key", spec.text.secret, typed.secret);
    return engine::run::check_used(spec.text, named_text_options(*parsed));
  }

  care::RebuildOptions wanted_;
  index::IndexSpec spec_;
};

class IndexAudit final : public IndexCommand {
 public:
  explicit IndexAudit(CLI::App& app)
      : IndexCommand(app, "audit", "measures how many alike documents its answers find", false) {
    parsed->add_option("--sample", wanted_.sample, "documents that are drawn and asked about")
        ->required()
        ->type_name("N")
        ->check(CLI::PositiveNumber.description(""))
        ->group("Finding");
    parsed->add_option("--draw", wanted_.draw, "another number draws others")
        ->type_name("N")
        ->capture_default_str()
        ->group("Finding");
    parsed->add_option("-t,--threshold", shared.run.search.threshold, "default: --least of the index")
        ->type_name("T")
        ->group("Finding");
    parsed->add_option("--recall", shared.run.search.recall, "that is asked for; default: the index's")
        ->type_name("P")
        ->group("Finding");
    add_output(*parsed, "-o,--output", wanted_.output, "FILE", "where it goes")->capture_default_str();
    add_text_or_json(*parsed, wanted_.format);
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results&, Progress& progress) override {
    wanted_.folder = folder_;
    wanted_.held = held.archives;
    wanted_.names_threshold = is_typed(*parsed, "--threshold");
    wanted_.names_recall = is_typed(*parsed, "--recall");
    TEXTKIN_RETURN_IF_ERROR(care::audit(options, wanted_, progress));
    return 0;
  }

 private:
  care::AuditOptions wanted_;
};

class IndexPlan final : public IndexCommand {
 public:
  explicit IndexPlan(CLI::App& app)
      : IndexCommand(app, "plan", "what questions cost and find at each threshold", false) {
    parsed->add_option("--recall", wanted_.recall, "that is asked for; default: the index's")
        ->type_name("P")
        ->group("Finding");
    add_output(*parsed, "-o,--output", wanted_.output, "FILE", "where the rows go")->capture_default_str();
    add_output(*parsed, "--format", wanted_.format, listed(engine::commands::format_choices(), "|"), "of the rows")
        ->capture_default_str();
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results&, Progress& progress) override {
    wanted_.folder = folder_;
    wanted_.held = held.archives;
    TEXTKIN_RETURN_IF_ERROR(care::plan(wanted_, options.limits, progress));
    return 0;
  }

 private:
  care::PlanOptions wanted_;
};

}  // namespace

std::unique_ptr<Command> add_index_rebuild(CLI::App& app) { return std::make_unique<IndexRebuild>(app); }
std::unique_ptr<Command> add_index_audit(CLI::App& app) { return std::make_unique<IndexAudit>(app); }
std::unique_ptr<Command> add_index_plan(CLI::App& app) { return std::make_unique<IndexPlan>(app); }

}  // namespace textkin::cli
