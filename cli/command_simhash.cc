#include <CLI/CLI.hpp>

#include "command.h"
#include "engine/commands/simhash/simhash.h"
#include "output_options.h"
#include "typed_options.h"

namespace textkin::cli {
namespace {

class SimHashCommand : public Command {
 public:
  explicit SimHashCommand(CLI::App& app) {
    parsed = app.add_subcommand("simhash", "pairs of documents whose SimHash fingerprints differ in few bits");
    add_inputs(*parsed, shared);
    parsed->get_option("INPUT")->required(false);
    parsed->add_option("--against", shared.run.inputs.against, "only pairs of an INPUT document with one of these")
        ->type_name("INPUT");
    add_against_fields(*parsed, shared);
    parsed->add_option("--of", simhash_.of, "only what is near this one document, nearest first")->type_name("FILE");
    add_output(*parsed, "-o,--output", simhash_.output, "FILE", "where the pairs go; .gz and .zst pack")
        ->capture_default_str();
    add_output(*parsed, "--format", simhash_.format, listed(engine::commands::format_choices(), "|"), "of the pairs")
        ->capture_default_str();
    add_output(*parsed, "--clusters", simhash_.clusters, "FILE.tsv",
               "a row a document that is near the first of its cluster, and a row that one");
    add_stats_option(*parsed, shared);

    const auto add = [this](const char* name, auto& value, const char* word, const char* doc) {
      return parsed->add_option(name, value, doc)->type_name(word)->group("Fingerprints");
    };
    add("--bits", simhash_.bits, "64|128", "of a fingerprint")
        ->check(CLI::IsMember({64, 128}).description(""))
        ->capture_default_str();
    add("-d,--distance", simhash_.distance, "K", "most bits in which fingerprints of a pair differ")
        ->capture_default_str();
    add("--min-cosine", simhash_.least_cosine, "C", "leave out pairs whose exact cosine is less");
    add("--blocks", simhash_.blocks, "M",
        "that a fingerprint is cut into; default: what the number of documents asks for");
    add("--weighting", weighting_, "none|tf|tf-idf",
        "how much a shingle weighs: 1, how often it occurs, that by rarity; default: none, and tf of --multiset and "
        "--weights")
        ->check(CLI::IsMember({"none", "tf", "tf-idf"}).description(""));
    add("--seed", shared.run.search.sketch.seed, "N", "the same seed gives the same bytes")->capture_default_str();
    parsed->add_flag("--plan", plan_, "instead of pairs: the tables for each number of blocks, for --documents")
        ->group("Plan");
    parsed->add_option("--documents", documents_, "how many")->type_name("N")->group("Plan");
    add_shared(*parsed, shared);
    keep_no_run_dir(*parsed);
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                  Progress& progress) override {
    if (plan_ != (documents_ > 0)) return Status(Code::kInvalidArgument, "--plan and --documents N go together");
    if (plan_ && !options.inputs.spec.arguments.empty())
      return Status(Code::kInvalidArgument, "--plan reads no INPUT; leave it out");
    if (plan_) {
      for (const char* const group : {"Input", "What a document is compared by"})
        TEXTKIN_RETURN_IF_ERROR(refuse_typed_group(*parsed, group, "with --plan, which reads nothing"));
      TEXTKIN_RETURN_IF_ERROR(refuse_typed(
          *parsed, {"--against", "--of", "--clusters", "--stats", "--weighting", "--min-cosine", "--seed", "--format"},
          "with --plan"));
      TEXTKIN_RETURN_IF_ERROR(engine::commands::simhash_plan(simhash_, documents_, progress));
      return 0;
    }
    if (!weighting_.empty()) {
      TEXTKIN_ASSIGN_OR_RETURN(simhash_.weighting, engine::read::parse_weighting(weighting_));
    }
    TEXTKIN_RETURN_IF_ERROR(
        engine::commands::simhash(options, options.search.sketch.seed, simhash_, results, progress).status());
    return 0;
  }

  std::vector<std::string> plain_inputs() const override { return {simhash_.of}; }

 private:
  engine::commands::SimHashOptions simhash_;
  std::string weighting_;  // empty: what the texts have
  bool plan_ = false;
  double documents_ = 0;
};

}  // namespace

std::unique_ptr<Command> add_simhash(CLI::App& app) { return std::make_unique<SimHashCommand>(app); }

}  // namespace textkin::cli
