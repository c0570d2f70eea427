#include <CLI/CLI.hpp>

#include "command.h"
#include "engine/commands/plan.h"
#include "output_options.h"

namespace textkin::cli {
namespace {

class PlanCommand : public Command {
 public:
  explicit PlanCommand(CLI::App& app) {
    parsed = app.add_subcommand("plan", "bands and rows for a threshold and a recall, and what they will find");
    add_output(*parsed, "-o,--output", plan_.output, "FILE", "where the answer goes")->capture_default_str();
    add_text_or_json(*parsed, format_);
    add_plan_options(*parsed, shared);
    add_sketch_options(*parsed, shared);
    parsed->add_option("--documents", plan_.documents, "how many, for the expected candidates")
        ->type_name("N")
        ->group("Background");
    parsed->add_option("--background", shared.run.inputs.spec.arguments, "a sample of the collection, for the same")
        ->type_name("INPUT")
        ->group("Background");
    add_shared(*parsed, shared);
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                  Progress& progress) override {
    plan_.json = format_ == "json";
    TEXTKIN_RETURN_IF_ERROR(engine::commands::plan(options, plan_, results, progress).status());
    return 0;
  }

 private:
  engine::commands::PlanOptions plan_;
  std::string format_ = "text";
};

}  // namespace

std::unique_ptr<Command> add_plan(CLI::App& app) { return std::make_unique<PlanCommand>(app); }

}  // namespace textkin::cli
