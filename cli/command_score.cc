#include <CLI/CLI.hpp>

#include "command.h"
#include "engine/commands/score.h"
#include "output_options.h"

namespace textkin::cli {
namespace {

class ScoreCommand : public Command {
 public:
  explicit ScoreCommand(CLI::App& app) {
    parsed = app.add_subcommand("score", "found passages against the true ones: plagdet, recall, precision");
    const char* form = "a folder of PAN's XML files, or a file that `passages` wrote";
    parsed->add_option("TRUTH", wanted_.truth, form)->required()->type_name("");
    parsed->add_option("FOUND", wanted_.found, form)->required()->type_name("");
    add_output(*parsed, "-o,--output", wanted_.output, "FILE", "where the answer goes")->capture_default_str();
    add_text_or_json(*parsed, format_);
  }

  Result<int> run(const engine::run::RunOptions&, engine::write::Results&, Progress&) override {
    wanted_.json = format_ == "json";
    TEXTKIN_RETURN_IF_ERROR(engine::commands::score(wanted_));
    return 0;
  }

 private:
  engine::commands::ScoreOptions wanted_;
  std::string format_ = "text";
};

}  // namespace

std::unique_ptr<Command> add_score(CLI::App& app) { return std::make_unique<ScoreCommand>(app); }

}  // namespace textkin::cli
