#include <CLI/CLI.hpp>

#include "command.h"
#include "command_again.h"
#include "engine/commands/passage_report.h"
#include "output_options.h"
#include "passage_options.h"

namespace textkin::cli {
namespace {

class ReportCommand : public Command {
 public:
  explicit ReportCommand(CLI::App& app) {
    parsed = app.add_subcommand("report", "an HTML page of the passages that documents share, with their texts");
    add_inputs(*parsed, shared);
    add_against(*parsed, shared);
    parsed->get_option("--against")->description("documents that every INPUT document is compared with too");
    parsed->add_flag("--only-against", wanted_.only_against, "do not compare the documents of INPUT with each other");
    add_output(*parsed, "-o,--output", wanted_.passages.output, "FILE", "where the page goes, one HTML file")
        ->required();
    wanted_.passages.format = "html";
    wanted_.passages.exclude.kinds = {"template", "quotations", "references", "common"};
    add_output(*parsed, "--format", wanted_.passages.format, "html|" + listed(engine::commands::format_choices(), "|"),
               "tsv, jsonl: the table of all pairs alone")
        ->capture_default_str();
    add_stats_option(*parsed, shared);
    add_page_options(*parsed, wanted_);
    add_passage_options(*parsed, shared, wanted_.passages);
    shared.run.inputs.spec.extraction.traces = true;
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                  Progress& progress) override {
    apply_sensitivity(*parsed, wanted_.passages);
    wanted_.page.command = command_again(*parsed, "report.html");
    TEXTKIN_RETURN_IF_ERROR(engine::commands::report_passages(options, wanted_, results, progress).status());
    return 0;
  }

  std::vector<std::string> plain_inputs() const override { return wanted_.passages.exclude.templates; }

 private:
  engine::commands::ReportOptions wanted_;
};

}  // namespace

std::unique_ptr<Command> add_report(CLI::App& app) { return std::make_unique<ReportCommand>(app); }

}  // namespace textkin::cli
