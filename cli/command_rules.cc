#include <CLI/CLI.hpp>

#include "command.h"
#include "engine/rules/rules.h"
#include "output_options.h"
#include "typed_options.h"

namespace textkin::cli {
namespace {

// What shared groups of options hold that says nothing about rules.
constexpr const char* kForeign[] = {"--threshold", "--audit", "--multiset", "--run-dir"};

class RulesCommand : public Command {
 public:
  explicit RulesCommand(CLI::App& app) {
    parsed = app.add_subcommand("rules", "which items of transactions imply each other, however rare they are");
    shared.normalize = "none";
    shared.run.text.tokens = "whitespace";
    shared.shingle = "word:1";
    add_inputs(*parsed, shared);
    parsed->get_option("INPUT")->description("transactions, one a line: items with white space between them, or JSONL");
    add_output(*parsed, "-o,--output", rules_.output, "FILE", "where the rules go; .gz and .zst pack")
        ->capture_default_str();
    add_output(*parsed, "--format", rules_.format, listed(engine::commands::format_choices(), "|"), "of the rules")
        ->capture_default_str();
    add_stats_option(*parsed, shared);
    parsed
        ->add_option("--confidence", rules_.confidence, "least share of the rows with a that hold b too; always exact")
        ->type_name("C")
        ->group("Finding");
    parsed
        ->add_option("--similarity", rules_.similarity, "least Jaccard similarity of the rows with a and those with b")
        ->type_name("T")
        ->group("Finding");
    parsed->add_option("--min-support", rules_.min_support, "least number of rows that hold both items")
        ->type_name("N")
        ->capture_default_str()
        ->group("Finding");
    parsed->add_option("--max-support", rules_.max_support, "most rows that do: rare pairs alone; default: any number")
        ->type_name("N")
        ->group("Finding");
    add_search_options(*parsed, shared);
    add_shared(*parsed, shared);
    for (const char* name : kForeign)
      if (CLI::Option* option = parsed->get_option_no_throw(name)) parsed->remove_option(option);
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                  Progress& progress) override {
    engine::run::RunOptions lines = options;
    lines.inputs.spec.lines = lines.inputs.spec.read_as == input::kBySuffix && !lines.inputs.spec.records;
    if (shared.extract == "auto")
      TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed, {"--extract"}, "where a line is a transaction"));
    if (!is_typed(*parsed, "--similarity")) {
      const std::string_view where = "without --similarity: rules by --confidence are found exactly";
      TEXTKIN_RETURN_IF_ERROR(refuse_typed(
          *parsed, {"--recall", "--bands", "--rows", "--prefer", "--sketch", "--hashes", "--seed"}, where));
      if (options.search.method == engine::run::Method::kLsh)
        TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed, {"--method"}, where));
    }
    TEXTKIN_RETURN_IF_ERROR(engine::rules::rules(lines, rules_, results, progress).status());
    return 0;
  }

 private:
  engine::rules::RulesOptions rules_;
};

}  // namespace

std::unique_ptr<Command> add_rules(CLI::App& app) { return std::make_unique<RulesCommand>(app); }

}  // namespace textkin::cli
