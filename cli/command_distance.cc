#include <CLI/CLI.hpp>

#include "command.h"
#include "engine/commands/choices.h"
#include "engine/commands/distance.h"
#include "output_options.h"

namespace textkin::cli {
namespace {

class DistanceCommand : public Command {
 public:
  explicit DistanceCommand(CLI::App& app) {
    parsed = app.add_subcommand("distance", "all pairs by their sketches alone: Mash distance, p-value, interval");
    add_inputs(*parsed, shared);
    parsed->add_option("--against", shared.run.inputs.against, "only pairs of an INPUT document with one of these")
        ->type_name("INPUT");
    add_against_fields(*parsed, shared);
    add_output(*parsed, "-o,--output", distance_.output, "FILE", "where the rows go; .gz and .zst pack")
        ->capture_default_str();
    add_output(*parsed, "--format", distance_.format, listed(engine::commands::format_choices(), "|"), "of the rows")
        ->capture_default_str();
    const auto add = [this](const char* name, auto& value, const char* word, const char* doc) {
      return parsed->add_option(name, value, doc)->type_name(word)->group("Finding");
    };
    add("--max-distance", distance_.max_distance, "D", "leave out pairs that are further apart")->capture_default_str();
    add("--max-p", distance_.max_p, "P", "leave out pairs that chance explains with a higher probability")
        ->capture_default_str();
    add("--confidence", distance_.confidence, "P", "of the interval")->capture_default_str();
    add("--universe", distance_.universe, "N",
        "shingles that chance draws from; default: the k-mers that kmer:K can tell")
        ->check(CLI::PositiveNumber.description(""));
    shared.run.search.sketch.name = "bottomk";
    shared.run.search.sketch.hashes = 1000;
    shared.shingle = "kmer:21";
    add_sketch_options(*parsed, shared);
    add_shared(*parsed, shared);
    keep_no_run_dir(*parsed);
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& /*results*/,
                  Progress& progress) override {
    TEXTKIN_RETURN_IF_ERROR(engine::commands::distance(options, options.search.sketch, distance_, progress));
    return 0;
  }

 private:
  engine::commands::DistanceOptions distance_;
};

}  // namespace

std::unique_ptr<Command> add_distance(CLI::App& app) { return std::make_unique<DistanceCommand>(app); }

}  // namespace textkin::cli
