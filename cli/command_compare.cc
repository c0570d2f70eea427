#include <CLI/CLI.hpp>

#include "command.h"
#include "engine/commands/compare/compare.h"
#include "output_options.h"

namespace textkin::cli {
namespace {

class CompareCommand : public Command {
 public:
  explicit CompareCommand(CLI::App& app) {
    parsed = app.add_subcommand("compare", "everything about one pair of documents");
    shared.run.inputs.spec.arguments.resize(2);
    std::vector<std::string>& documents = shared.run.inputs.spec.arguments;
    parsed->add_option("A", documents[0], "a file that is one document")->required()->type_name("");
    parsed->add_option("B", documents[1], "another one")->required()->type_name("");
    add_output(*parsed, "-o,--output", compare_.output, "FILE", "where the answer goes")->capture_default_str();
    add_text_or_json(*parsed, format_);
    add_sketch_options(*parsed, shared);
    parsed->add_option("--confidence", compare_.confidence, "of the sketch's interval")
        ->type_name("P")
        ->capture_default_str()
        ->group("Sketch");
    parsed->add_option("--bits", compare_.bits, "also estimate from so many bits of each hash, 1 to 16")
        ->type_name("B")
        ->group("Sketch");
    parsed
        ->add_option("--universe", compare_.universe,
                     "shingles that chance draws from; default: all that the tokens of both texts can form")
        ->type_name("N")
        ->check(CLI::PositiveNumber.description(""))
        ->group("Chance");
    parsed
        ->add_option("--background", compare_.background,
                     "a collection: how alike are random pairs of it, and how many are as alike as these two?")
        ->type_name("INPUT")
        ->group("Chance");
    add_shared(*parsed, shared);
    keep_no_run_dir(*parsed);
    parsed->remove_option(parsed->get_option("--repeated-ids"));  // a document may be compared with itself
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                  Progress& progress) override {
    compare_.json = format_ == "json";
    TEXTKIN_RETURN_IF_ERROR(
        engine::commands::compare(options, options.search.sketch, compare_, results, progress).status());
    return 0;
  }

  std::vector<std::string> plain_inputs() const override {
    std::vector<std::string> files = shared.run.inputs.spec.arguments;
    files.insert(files.end(), compare_.background.begin(), compare_.background.end());
    return files;
  }

 private:
  engine::commands::CompareOptions compare_;
  std::string format_ = "text";
};

}  // namespace

std::unique_ptr<Command> add_compare(CLI::App& app) { return std::make_unique<CompareCommand>(app); }

}  // namespace textkin::cli
