#include <CLI/CLI.hpp>

#include "command.h"
#include "engine/commands/list_sketches.h"
#include "output_options.h"

namespace textkin::cli {
namespace {

class SketchesCommand : public Command {
 public:
  explicit SketchesCommand(CLI::App& app) {
    parsed = app.add_subcommand("sketches", "what --sketch takes: measures, bands, weights, papers");
    add_output(*parsed, "-o,--output", output_, "FILE", "where the list goes")->capture_default_str();
    add_text_or_json(*parsed, format_);
  }

  Result<int> run(const engine::run::RunOptions&, engine::write::Results&, Progress&) override {
    TEXTKIN_RETURN_IF_ERROR(engine::commands::sketches(output_, format_ == "json"));
    return 0;
  }

 private:
  std::string output_ = "-";
  std::string format_ = "text";
};

}  // namespace

std::unique_ptr<Command> add_sketches(CLI::App& app) { return std::make_unique<SketchesCommand>(app); }

}  // namespace textkin::cli
