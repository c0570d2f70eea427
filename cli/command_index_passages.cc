#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "command_again.h"
#include "engine/commands/choices.h"
#include "engine/index_passages/index_passages.h"
#include "index_command.h"
#include "output_options.h"
#include "passage_options.h"

namespace textkin::cli {
namespace {

namespace kept = engine::index_passages;

// What both have.
class IndexPassagesCommand : public IndexCommand {
 public:
  IndexPassagesCommand(CLI::App& app, const std::string& name, const std::string& doc)
      : IndexCommand(app, name, doc, false) {
    add_inputs(*parsed, shared);
  }

  std::vector<std::string> plain_inputs() const override { return passages().exclude.templates; }

 protected:
  virtual engine::passages::PassagesOptions& passages() = 0;
  virtual const engine::passages::PassagesOptions& passages() const = 0;

  void add_finding() {
    add_alignment_options(*parsed, passages());
    parsed->add_option("--as-of", wanted_.as_of, "the answer that was given at sequence N")
        ->check(CLI::PositiveNumber.description(""))
        ->type_name("N")
        ->group("Finding");
    add_where(wanted_.where);
    add_exclusion_options(*parsed, passages().exclude);
    add_passage_reading(*parsed, shared);
    add_server();
  }
  // Which indexes; of `asked` INPUT is left.
  Result<std::shared_ptr<engine::places::IndexPlace>> take_place(engine::run::RunOptions& asked) const {
    TEXTKIN_ASSIGN_OR_RETURN(std::vector<std::string> folders, take_folders(asked.inputs.spec.arguments));
    return open_place(std::move(folders));
  }

  kept::KeptOptions wanted_;
};

class IndexPassages final : public IndexPassagesCommand {
 public:
  explicit IndexPassages(CLI::App& app)
      : IndexPassagesCommand(app, "passages", "passages of each INPUT that stand in documents of the index") {
    add_output(*parsed, "-o,--output", found_.output, "FILE|FOLDER", "where the passages go; .gz and .zst pack")
        ->capture_default_str();
    add_output(*parsed, "--format", found_.format, listed(engine::commands::format_choices(), "|") + "|pan",
               "of the passages; pan: a folder of XML files")
        ->capture_default_str();
    add_stats_option(*parsed, shared);
    add_finding();
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                  Progress& progress) override {
    engine::run::RunOptions asked = options;
    TEXTKIN_ASSIGN_OR_RETURN(const std::shared_ptr<engine::places::IndexPlace> place, take_place(asked));
    TEXTKIN_RETURN_IF_ERROR(place->passages(asked, wanted_, found_, results, progress).status());
    return 0;
  }

 private:
  engine::passages::PassagesOptions& passages() override { return found_; }
  const engine::passages::PassagesOptions& passages() const override { return found_; }

  engine::passages::PassagesOptions found_;
};

class IndexReport final : public IndexPassagesCommand {
 public:
  explicit IndexReport(CLI::App& app)
      : IndexPassagesCommand(app, "report",
                             "an HTML page of the passages that stand in the index too, with the texts") {
    add_output(*parsed, "-o,--output", page_.passages.output, "FILE", "where the page goes, one HTML file")->required();
    page_.passages.format = "html";
    page_.passages.exclude.kinds = {"template", "quotations", "references", "common"};
    add_output(*parsed, "--format", page_.passages.format, "html|" + listed(engine::commands::format_choices(), "|"),
               "tsv, jsonl: the table of all pairs alone")
        ->capture_default_str();
    add_stats_option(*parsed, shared);
    add_page_options(*parsed, page_);
    parsed->add_flag("--within", page_.passages.within, "documents of INPUT are compared with each other too")
        ->group("Finding");
    add_finding();
    shared.run.inputs.spec.extraction.traces = true;
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                  Progress& progress) override {
    page_.page.command = command_again(*parsed, "report.html");
    engine::run::RunOptions asked = options;
    TEXTKIN_ASSIGN_OR_RETURN(const std::shared_ptr<engine::places::IndexPlace> place, take_place(asked));
    TEXTKIN_RETURN_IF_ERROR(place->report(asked, wanted_, page_, results, progress).status());
    return 0;
  }

 private:
  engine::passages::PassagesOptions& passages() override { return page_.passages; }
  const engine::passages::PassagesOptions& passages() const override { return page_.passages; }

  engine::commands::ReportOptions page_;
};

}  // namespace

std::unique_ptr<Command> add_index_passages(CLI::App& app) { return std::make_unique<IndexPassages>(app); }
std::unique_ptr<Command> add_index_report(CLI::App& app) { return std::make_unique<IndexReport>(app); }

}  // namespace textkin::cli
