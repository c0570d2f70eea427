#include <CLI/CLI.hpp>

#include "command.h"
#include "command_again.h"
#include "engine/commands/advice/advice.h"
#include "engine/commands/plan.h"
#include "output_options.h"
#include "typed_options.h"

namespace textkin::cli {
namespace {

class PlanCommand : public Command {
 public:
  explicit PlanCommand(CLI::App& app) {
    parsed =
        app.add_subcommand("plan", "shingle, bands and rows for these texts, or for a threshold and a recall alone");
    parsed->add_option("INPUT", shared.run.inputs.spec.arguments, "texts to look at: what suits them, and the command")
        ->type_name("");
    add_output(*parsed, "-o,--output", plan_.output, "FILE", "where the answer goes")->capture_default_str();
    add_text_or_json(*parsed, format_);
    add_plan_options(*parsed, shared);
    add_sketch_options(*parsed, shared);
    parsed
        ->add_option("--documents", plan_.documents,
                     "how many there will be, for what they cost and the expected candidates")
        ->type_name("N")
        ->group("Background");
    parsed->add_option("--background", shared.run.inputs.spec.arguments, "a sample of the collection, for the same")
        ->type_name("INPUT")
        ->group("Background");
    add_shared(*parsed, shared);
    keep_no_run_dir(*parsed);
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                  Progress& progress) override {
    const bool looks = parsed->get_option("INPUT")->count() > 0;
    if (looks && parsed->get_option("--background")->count() > 0)
      return Status(Code::kInvalidArgument, "plan: INPUT is its own background; leave out --background");
    if (looks) {
      TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed, {"--problems"}, "with INPUT, of which plan keeps nothing"));
      const engine::commands::AdviceOptions wanted{.output = plan_.output,
                                                   .json = format_ == "json",
                                                   .documents = plan_.documents,
                                                   .shingle_is_given = parsed->get_option("--shingle")->count() > 0,
                                                   .command = search_again(*parsed)};
      TEXTKIN_RETURN_IF_ERROR(engine::commands::advise(options, wanted, results, progress).status());
      return 0;
    }
    if (!is_typed(*parsed, "--background"))
      for (const char* const group : {"Input", "What a document is compared by"})
        TEXTKIN_RETURN_IF_ERROR(refuse_typed_group(*parsed, group, "without --background: a plan alone reads nothing"));
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
