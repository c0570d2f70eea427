#include <CLI/CLI.hpp>

#include "command.h"
#include "engine/commands/passages.h"
#include "output_options.h"
#include "passage_options.h"

namespace textkin::cli {
namespace {

class PassagesCommand : public Command {
 public:
  explicit PassagesCommand(CLI::App& app) {
    parsed = app.add_subcommand("passages", "passages that documents share: copied, quoted, edited");
    add_inputs(*parsed, shared);
    add_against(*parsed, shared);
    add_output(*parsed, "-o,--output", wanted_.output, "FILE|FOLDER", "where the passages go; .gz and .zst pack")
        ->capture_default_str();
    add_output(*parsed, "--format", wanted_.format, listed(engine::commands::format_choices(), "|") + "|pan",
               "of the passages; pan: a folder of XML files")
        ->capture_default_str();
    add_stats_option(*parsed, shared);
    add_passage_options(*parsed, shared, wanted_);
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                  Progress& progress) override {
    apply_sensitivity(*parsed, wanted_);
    TEXTKIN_RETURN_IF_ERROR(engine::commands::passages(options, wanted_, results, progress).status());
    return 0;
  }

  std::vector<std::string> plain_inputs() const override { return wanted_.exclude.templates; }

 private:
  engine::passages::PassagesOptions wanted_;
};

}  // namespace

std::unique_ptr<Command> add_passages(CLI::App& app) { return std::make_unique<PassagesCommand>(app); }

}  // namespace textkin::cli
