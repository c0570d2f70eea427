#include <CLI/CLI.hpp>

#include "command.h"
#include "engine/trim/trim.h"
#include "output_options.h"
#include "trim_options.h"
#include "typed_options.h"

namespace textkin::cli {
namespace {

class TrimCommand : public Command {
 public:
  explicit TrimCommand(CLI::App& app) {
    parsed = app.add_subcommand("trim", "documents without the passages that stand in another one, or stood before");
    add_inputs(*parsed, shared);
    add_output(*parsed, "-o,--output", wanted_.output, "FILE|FOLDER/",
               "the documents with what is left; a folder keeps shards as shards; JSON lines where documents are files")
        ->capture_default_str();
    add_output(*parsed, "--removed", wanted_.removed, "FILE.jsonl",
               "a line a stretch that went: where it stood, and where the same words stay");
    add_emptied(*parsed, wanted_);
    add_keep(*parsed, wanted_.keep);
    parsed->add_flag("--check", wanted_.check, "write no documents; exit 1 if anything would be removed")
        ->group("Output");
    add_stats_option(*parsed, shared);
    add_unit();
    add_trim_lengths(*parsed, lengths_);
    add_normalize_option(*parsed, shared, "Finding");
    add_input_options(*parsed, shared);
    add_run_options(*parsed, shared);
  }

  Status check() const override {
    if (wanted_.pieces.is_passage())
      return refuse_typed(*parsed, {"--min-words"}, "for passages, which --words measures");
    return refuse_typed(*parsed, {"--words", "--bytes"}, "for units, which --min-words measures");
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                  Progress& progress) override {
    settle_lengths(lengths_, wanted_.pieces);
    TEXTKIN_ASSIGN_OR_RETURN(const TrimStats stats, engine::trim::trim("trim", options, wanted_, results, progress));
    return wanted_.check && stats.removed > 0 ? 1 : 0;  // as dedup --check
  }

  bool prints() const override { return !wanted_.check && wanted_.output == "-"; }
  bool may_replace_input() const override { return true; }

 private:
  void add_unit() {
    parsed
        ->add_option_function<std::string>(
            "--unit",
            [this](const std::string& typed) { wanted_.pieces.kind = *value_of(engine::trim::kPieceWords, typed); },
            "what goes if it stood before: runs of words, or whole lines, paragraphs, sentences")
        ->type_name("passage|line|paragraph|sentence")
        ->default_str("passage")
        ->check(CLI::IsMember(std::vector<std::string>{"passage", "line", "paragraph", "sentence"}).description(""))
        ->group("Finding");
  }

  engine::trim::TrimOptions wanted_;
  TrimLengths lengths_;
};

}  // namespace

std::unique_ptr<Command> add_trim(CLI::App& app) { return std::make_unique<TrimCommand>(app); }

}  // namespace textkin::cli
