#include <fmt/format.h>

#include <algorithm>
#include <CLI/CLI.hpp>

#include "command.h"
#include "engine/cleanup/dedup.h"
#include "engine/index/index_union.h"
#include "engine/trim/trim.h"
#include "output_options.h"
#include "trim_options.h"
#include "typed_options.h"

namespace textkin::cli {
namespace {

constexpr int kFound = 1;  // --check

class DedupCommand : public Command {
 public:
  explicit DedupCommand(CLI::App& app) {
    parsed = app.add_subcommand("dedup", "a copy without the documents that are similar to one that stays");
    add_inputs(*parsed, shared);
    parsed
        ->add_option("--against", shared.run.inputs.against,
                     "documents that stay, files or an index: what of INPUT is similar to one of them goes too")
        ->type_name("INPUT");
    add_against_fields(*parsed, shared);
    add_clean_up_options(*parsed, dedup_);
    add_units();
    parsed
        ->add_flag("--all-pairs", dedup_.all_pairs,
                   "find all pairs, not only those that decide: `textkin cluster --at` decides by them again")
        ->group("Output");
    add_stats_option(*parsed, shared);
    add_search_options(*parsed, shared);
    add_shared(*parsed, shared);
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                  Progress& progress) override {
    if (trims_) return trim(options, results, progress);
    dedup_.held = held.archives;
    TEXTKIN_ASSIGN_OR_RETURN(RunStats stats, engine::cleanup::dedup(options, dedup_, results, progress));
    return dedup_.check && stats.removed.value_or(0) > 0 ? kFound : 0;
  }

  // What is of documents as wholes has no use inside them, and the other way round.
  Status check() const override {
    if (!trims_) {
      TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed, {"--min-words", "--emptied"}, "for whole documents"));
      const std::vector<std::string>& old = shared.run.inputs.against;
      if (std::ranges::none_of(old, engine::index::is_index)) return {};
      TEXTKIN_RETURN_IF_ERROR(
          refuse_typed(*parsed, {"--against-text-field", "--against-id-field"}, "where --against is an index"));
      return refuse_typed_group(*parsed, "What a document is compared by",
                                fmt::format("beside the index {}, which says it", old.front()));
    }
    const char* const where = "inside documents, where --unit looks";
    TEXTKIN_RETURN_IF_ERROR(refuse_typed(
        *parsed,
        {"--against", "--clusters", "--report", "--copy-to", "--annotate", "--all-pairs", "--tokens", "--shingle",
         "--multiset", "--weights", "--weight-unit", "--stop-words", "--stem", "--fingerprint", "--key"},
        where));
    TEXTKIN_RETURN_IF_ERROR(refuse_typed_group(*parsed, "Finding", where));
    return refuse_typed_group(*parsed, "Sketch", where);
  }

  bool prints() const override { return engine::cleanup::prints(dedup_); }
  bool may_replace_input() const override { return shared.run.inputs.against.empty(); }

 private:
  void add_units() {
    parsed
        ->add_option_function<std::string>(
            "--unit",
            [this](const std::string& typed) {
              const auto kind = value_of(engine::trim::kPieceWords, typed);
              trims_ = kind.has_value();
              if (trims_) trim_.pieces.kind = *kind;
            },
            "what goes: whole documents, or repeated lines, paragraphs or sentences inside them, as `textkin trim`")
        ->type_name("document|line|paragraph|sentence")
        ->default_str("document")
        ->check(CLI::IsMember(std::vector<std::string>{"document", "line", "paragraph", "sentence"}).description(""))
        ->group("Output");
    add_min_words(*parsed, lengths_, "Output");
    add_emptied(*parsed, trim_);
  }

  // The same work as trim's, by its engine.
  Result<int> trim(const engine::run::RunOptions& options, engine::write::Results& results, Progress& progress) {
    settle_lengths(lengths_, trim_.pieces);
    trim_.output = dedup_.output;
    trim_.keep = dedup_.keep;
    trim_.removed = dedup_.removed;
    trim_.check = dedup_.check;
    TEXTKIN_ASSIGN_OR_RETURN(const TrimStats stats, engine::trim::trim("dedup", options, trim_, results, progress));
    return trim_.check && stats.removed > 0 ? kFound : 0;
  }

  engine::cleanup::DedupOptions dedup_;
  bool trims_ = false;  // --unit of what is inside documents
  engine::trim::TrimOptions trim_;
  TrimLengths lengths_;
};

}  // namespace

std::unique_ptr<Command> add_dedup(CLI::App& app) { return std::make_unique<DedupCommand>(app); }

}  // namespace textkin::cli
