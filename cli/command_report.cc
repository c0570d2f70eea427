#include <CLI/CLI.hpp>

#include "command.h"
#include "engine/report.h"
#include "output_options.h"

namespace textkin::cli {
namespace {

class ReportCommand : public Command {
 public:
  explicit ReportCommand(CLI::App& app) {
    parsed = app.add_subcommand("report", "an HTML page of the passages that documents share, with their texts");
    add_inputs(*parsed, shared);
    parsed
        ->add_option("--against", shared.run.against,
                     "only passages of an INPUT document in one of these; may be repeated")
        ->type_name("INPUT")
        ->allow_extra_args(false);
    add_output(*parsed, "-o,--output", wanted_.passages.output, "FILE", "where the page goes, one HTML file")
        ->required();
    wanted_.passages.format = "html";
    add_output(*parsed, "--format", wanted_.passages.format, "html|tsv|jsonl",
               "tsv, jsonl: the table of all pairs alone")
        ->check(CLI::IsMember({"html", "tsv", "jsonl"}).description(""))
        ->capture_default_str();
    add_stats_option(*parsed, shared);
    parsed->add_flag("--pseudonyms", wanted_.pseudonyms, "number the documents; no ids, no names of files")
        ->group("Output");
    const auto add = [&](const char* name, std::uint32_t& value, const char* word, const char* doc) {
      parsed->add_option(name, value, doc)->type_name(word)->capture_default_str()->group("Finding");
    };
    add("--guarantee", wanted_.passages.align.guarantee, "W", "every shared run of W words or more is found");
    add("--max-gap", wanted_.passages.align.max_gap, "N",
        "characters between equal words that may belong to one passage");
    add("--min-length", wanted_.passages.align.min_length, "N",
        "characters of a passage without a run of W equal words");
    add("--common", wanted_.passages.common, "N", "words that stand in more than N documents are not compared");
    add_input_options(*parsed, shared);
    add_run_options(*parsed, shared);
    parsed->get_option("--run-dir")->group("");
  }

  Result<int> run(const engine::RunOptions& options, Terminal& terminal) override {
    if (!options.run_dir.empty())
      return Status(Code::kInvalidArgument, "report keeps no --run-dir; scratch goes below TMPDIR");
    Result<PassageStats> stats = engine::report_passages(options, wanted_, terminal);
    if (!stats.ok()) return stats.status();
    return 0;
  }

 private:
  engine::ReportOptions wanted_;
};

}  // namespace

std::unique_ptr<Command> add_report(CLI::App& app) { return std::make_unique<ReportCommand>(app); }

}  // namespace textkin::cli
