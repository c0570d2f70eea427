#include <CLI/CLI.hpp>

#include "command.h"
#include "engine/commands/choices.h"
#include "engine/commands/pairs.h"
#include "output_options.h"
#include "typed_options.h"

namespace textkin::cli {
namespace {

class PairsCommand : public Command {
 public:
  explicit PairsCommand(CLI::App& app) {
    parsed = app.add_subcommand("pairs", "all pairs of documents at or above a similarity");
    add_inputs(*parsed, shared);
    parsed->add_option("--against", shared.run.inputs.against, "only pairs of an INPUT document with one of these")
        ->type_name("INPUT");
    add_against_fields(*parsed, shared);
    add_output(*parsed, "-o,--output", pairs_.output, "FILE", "where the pairs go; .gz and .zst pack")
        ->capture_default_str();
    add_output(*parsed, "--format", pairs_.format, listed(engine::commands::format_choices(), "|"), "of the pairs")
        ->capture_default_str();
    parsed
        ->add_option("--fdr", pairs_.fdr.rate,
                     "only pairs that are more alike than chance, at this false discovery rate over all pairs")
        ->type_name("Q")
        ->check(CLI::PositiveNumber.description(""))
        ->group("Chance");
    parsed->add_option("--fdr-method", pairs_.fdr.method, "bh (Benjamini, Hochberg) or by (any dependence)")
        ->type_name("bh|by")
        ->capture_default_str()
        ->group("Chance");
    parsed
        ->add_option("--universe", pairs_.fdr.universe,
                     "shingles that chance draws from; default: 1 / sum q^2 of their shares q in the collection")
        ->type_name("N")
        ->check(CLI::PositiveNumber.description(""))
        ->group("Chance");
    parsed
        ->add_flag("--estimates", pairs_.estimates,
                   "also what the sketches of --sketch say of each pair: both values, estimate and exact")
        ->group("Output");
    add_output(*parsed, "--candidates", pairs_.candidates, "FILE",
               "also every pair that meets in a bucket of a band, with both values: what the bands find");
    add_output(*parsed, "--clusters", pairs_.clusters, "FILE.tsv",
               "a row a document of a cluster of the pairs: what belongs together, never what could go");
    parsed
        ->add_option("--linkage", linkage_,
                     "with --clusters: single, by chains of pairs; or complete, all pairs of a cluster")
        ->type_name("single|complete")
        ->check(CLI::IsMember({"single", "complete"}).description(""))
        ->capture_default_str()
        ->group("Output");
    add_stats_option(*parsed, shared);
    add_search_options(*parsed, shared);
    add_measure_option(*parsed, shared);
    add_shared(*parsed, shared);
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                  Progress& progress) override {
    if (!is_typed(*parsed, "--fdr"))
      TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed, {"--fdr-method", "--universe"}, "without --fdr Q"));
    if (!is_typed(*parsed, "--clusters"))
      TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed, {"--linkage"}, "without --clusters FILE.tsv"));
    pairs_.linkage = *value_of(cluster::kLinkageWords, linkage_);
    TEXTKIN_RETURN_IF_ERROR(engine::commands::pairs(options, pairs_, results, progress).status());
    return 0;
  }

 private:
  engine::commands::PairsOptions pairs_;
  std::string linkage_ = "single";
};

}  // namespace

std::unique_ptr<Command> add_pairs(CLI::App& app) { return std::make_unique<PairsCommand>(app); }

}  // namespace textkin::cli
