#include <CLI/CLI.hpp>

#include "command.h"
#include "engine/files/extract_here.h"
#include "engine/files/extract_text.h"
#include "output_options.h"
#include "typed_options.h"

namespace textkin::cli {
namespace {

class ExtractCommand : public Command {
 public:
  explicit ExtractCommand(CLI::App& app) {
    parsed = app.add_subcommand("extract", "the text of a docx, odt, HTML, Markdown or PDF file, as it is compared");
    shared.extract = "auto";
    std::vector<std::string>& files = shared.run.inputs.spec.arguments;
    files.resize(1);
    CLI::Option* file = parsed->add_option("FILE", files[0], "a file that is one document")->type_name("");
    add_output(*parsed, "-o,--output", wanted_.output, "FILE", "where the text goes")->capture_default_str();
    const auto shuffle = [this](const char* name, auto& value, const char* doc) {
      return parsed->add_option(name, value, doc)->type_name("N")->group("Output");
    };
    shuffle("--shuffle", wanted_.shuffled,
            "instead of the text N copies of it, a line each, with the words in another order");
    shuffle("--seed", wanted_.seed, "of --shuffle: the same seed gives the same bytes")->capture_default_str();
    add_extract_limits(*parsed, shared);
    // What every command runs for each file: reads standard input, in this very process.
    CLI::Option* here = parsed->add_option("--here", here_)->group("");
    // The same for many: it stands ready, and forks for each of them.
    CLI::Option* each = parsed->add_flag("--here-each", here_each_)->group("");
    parsed->add_flag("--here-traces", shared.run.inputs.spec.extraction.traces)->group("");
    parsed->add_flag("-q,--quiet", shared.quiet, "no notes on standard error")->group("Running");
    parsed->callback([file, here, each] {
      if (file->count() + here->count() + each->count() != 1) throw CLI::RequiredError("FILE");
    });
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                  Progress& progress) override {
    if (!is_typed(*parsed, "--shuffle"))
      TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed, {"--seed"}, "without --shuffle N"));
    else if (wanted_.shuffled == 0)
      return Status(Code::kInvalidArgument, "--shuffle makes copies from 1 on; leave it out for the text itself");
    const input::Extraction& limits = options.inputs.spec.extraction;
    const Status done = here_each_      ? engine::files::extract_each_here(limits, progress)
                        : here_.empty() ? engine::files::extract_text(options, wanted_, results, progress)
                                        : engine::files::extract_here(here_, limits, progress);
    if (!done.ok()) return done;
    return 0;
  }

  std::vector<std::string> plain_inputs() const override { return shared.run.inputs.spec.arguments; }

 private:
  engine::files::ExtractOptions wanted_;
  std::string here_;
  bool here_each_ = false;
};

}  // namespace

std::unique_ptr<Command> add_extract(CLI::App& app) { return std::make_unique<ExtractCommand>(app); }

}  // namespace textkin::cli
