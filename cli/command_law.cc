#include <CLI/CLI.hpp>

#include "command.h"
#include "law_form.h"
#include "laws/law.h"

namespace textkin::cli {
namespace {

class LawCommand : public Command {
 public:
  explicit LawCommand(CLI::App& app) {
    parsed = app.add_subcommand("law", "probability laws: errors, numbers of hashes, intervals, chance");
    parsed->require_subcommand(1);
    forms_ = add_law_forms(*parsed);
  }

  Result<int> run(const engine::run::RunOptions&, engine::write::Results&, Progress&) override {
    for (const std::unique_ptr<LawForm>& form : forms_) {
      if (!form->parsed->parsed()) continue;
      TEXTKIN_ASSIGN_OR_RETURN(laws::LawReport report, form->answer());
      TEXTKIN_RETURN_IF_ERROR(laws::write_law(report, form->output, form->format == "json"));
      return 0;
    }
    return Status(Code::kInvalidArgument, "no form of law given");
  }

 private:
  std::vector<std::unique_ptr<LawForm>> forms_;
};

}  // namespace

std::unique_ptr<Command> add_law(CLI::App& app) { return std::make_unique<LawCommand>(app); }

}  // namespace textkin::cli
