#include <CLI/CLI.hpp>

#include "command.h"
#include "completions.h"
#include "manual_page.h"
#include "output_options.h"
#include "typed_words.h"

namespace textkin::cli {
namespace {

// What is made of the commands and options themselves; `app` has them all when this runs.
class CompletionsCommand : public Command {
 public:
  explicit CompletionsCommand(CLI::App& app) : app_(app) {
    parsed = app.add_subcommand("completions",
                                "what a shell needs to complete commands, options and files; the manual page");
    parsed->add_option("SHELL", shell_, "bash, zsh, fish, or man: textkin(1)")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish", "man"}).description(""));
    add_output(*parsed, "-o,--output", output_, "FILE", "where it goes")->capture_default_str();
  }

  Result<int> run(const engine::run::RunOptions&, engine::write::Results& results, Progress&) override {
    const std::vector<CommandWords> commands = typed_words(app_);
    TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<engine::write::TextSink> sink, results.open_text(output_));
    TEXTKIN_RETURN_IF_ERROR(sink->give(shell_ == "man" ? manual_page(commands) : completions(shell_, commands)));
    return 0;
  }

 private:
  const CLI::App& app_;
  std::string shell_;
  std::string output_ = "-";
};

}  // namespace

std::unique_ptr<Command> add_completions(CLI::App& app) { return std::make_unique<CompletionsCommand>(app); }

}  // namespace textkin::cli
