#include <CLI/CLI.hpp>

#include "command.h"
#include "engine/contamination/decontaminate.h"
#include "output_options.h"
#include "passage_options.h"
#include "typed_options.h"

namespace textkin::cli {
namespace {

class DecontaminateCommand : public Command {
 public:
  explicit DecontaminateCommand(CLI::App& app) {
    parsed = app.add_subcommand(
        "decontaminate", "a copy without the documents that share a run of words, or a passage, with a test set");
    shared.shingle = "word:13";
    add_inputs(*parsed, shared);
    parsed->add_option("--against", shared.run.inputs.against, "test sets: a document each question or text")
        ->required()
        ->type_name("INPUT");
    add_against_fields(*parsed, shared);
    add_output(*parsed, "-o,--output", wanted_.output, "FILE|FOLDER/",
               "the documents that come out; a folder keeps shards as shards; with drop ids where documents are files")
        ->capture_default_str();
    add_action();
    add_by();
    add_output(*parsed, "--removed", wanted_.removed, "FILE.jsonl",
               "a line a document that shares something (by passages a passage), or a stretch that was cut: the test "
               "item, and what they share");
    add_output(*parsed, "--leaks", wanted_.leaks, "FILE.tsv", "a row a test item that leaked: into how many documents");
    parsed->add_flag("--check", wanted_.check, "write no documents; exit 1 if any shares something")->group("Output");
    add_stats_option(*parsed, shared);
    add_shared(*parsed, shared);
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                  Progress& progress) override {
    TEXTKIN_RETURN_IF_ERROR(settle_by());
    if (wanted_.action != engine::leaks::LeakAction::kCut)
      TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed, {"--margin"}, "where nothing is cut"));
    TEXTKIN_ASSIGN_OR_RETURN(const LeakStats stats, engine::contamination::decontaminate(options, wanted_, results, progress));
    return wanted_.check && stats.leaking > 0 ? 1 : 0;  // as dedup --check
  }

  bool prints() const override { return !wanted_.check && wanted_.output == "-"; }

 private:
  void add_by() {
    parsed
        ->add_option_function<std::string>(
            "--by", [this](const std::string& typed) { wanted_.by = *value_of(engine::leaks::kLeakByWords, typed); },
            "what counts as leaked: an n-gram (--shingle), word for word; or a passage, edited ones too, as `textkin "
            "passages` finds them")
        ->type_name("ngrams|passages")
        ->default_str("ngrams")
        ->check(CLI::IsMember(std::vector<std::string>{"ngrams", "passages"}).description(""))
        ->group("Finding");
    add_length_options(*parsed, wanted_.passages);
  }

  // What the one way to compare has, and the other has not.
  Status settle_by() {
    if (wanted_.by == engine::leaks::LeakBy::kNgrams) {
      TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed, {"--sensitivity", "--guarantee", "--max-gap", "--min-length"},
                                           "for n-grams, which --shingle measures; it is of --by passages"));
      return refuse_typed(*parsed, {"--multiset", "--weights", "--weight-unit"}, "for n-grams, which are there or not");
    }
    TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed,
                                         {"--shingle", "--tokens", "--multiset", "--weights", "--weight-unit",
                                          "--stop-words", "--stem", "--fingerprint"},
                                         "for passages, whose words are those of `textkin passages`"));
    if (is_typed(*parsed, "--normalize")) wanted_.passages.normalize = shared.normalize;
    apply_sensitivity(*parsed, wanted_.passages);
    return {};
  }

  void add_action() {
    parsed
        ->add_option_function<std::string>(
            "--action",
            [this](const std::string& typed) { wanted_.action = *value_of(engine::leaks::kLeakActionWords, typed); },
            "what becomes of documents that share something: left out, marked in a field, or that is cut out of them")
        ->type_name("drop|flag|cut")
        ->default_str("drop")
        ->check(CLI::IsMember(std::vector<std::string>{"drop", "flag", "cut"}).description(""))
        ->group("Output");
    parsed->add_option("--margin", wanted_.margin, "with cut: words that go too on either side")
        ->type_name("N")
        ->capture_default_str()
        ->check(CLI::Range(0u, 100'000u).description(""))
        ->group("Output");
  }

  engine::leaks::LeakOptions wanted_;
};

}  // namespace

std::unique_ptr<Command> add_decontaminate(CLI::App& app) { return std::make_unique<DecontaminateCommand>(app); }

}  // namespace textkin::cli
