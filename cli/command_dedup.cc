#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "command.h"
#include "engine/cleanup/dedup.h"
#include "engine/index/index_union.h"
#include "output_options.h"

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
                     "documents that stay: what of INPUT is similar to one of them goes too")
        ->type_name("INPUT");
    add_clean_up_options(*parsed, dedup_);
    add_stats_option(*parsed, shared);
    add_search_options(*parsed, shared);
    add_shared(*parsed, shared);
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                  Progress& progress) override {
    TEXTKIN_RETURN_IF_ERROR(check_no_index(options));
    TEXTKIN_ASSIGN_OR_RETURN(RunStats stats, engine::cleanup::dedup(options, dedup_, results, progress));
    return dedup_.check && stats.removed.value_or(0) > 0 ? kFound : 0;
  }

  bool prints() const override { return engine::cleanup::prints(dedup_); }
  bool may_replace_input() const override { return shared.run.inputs.against.empty(); }

 private:
  // Its files are no texts.
  static Status check_no_index(const engine::run::RunOptions& options) {
    for (const std::string& old : options.inputs.against)
      if (engine::index::is_index(old))
        return Status(
            Code::kInvalidArgument,
            fmt::format("--against {} is an index, which is asked: `textkin index query {} NEW -t {}` tells "
                        "what of NEW is there, `textkin index add {} NEW --unless-similar {}` adds what is not",
                        old, old, options.search.threshold, old, options.search.threshold));
    return {};
  }

  engine::cleanup::DedupOptions dedup_;
};

}  // namespace

std::unique_ptr<Command> add_dedup(CLI::App& app) { return std::make_unique<DedupCommand>(app); }

}  // namespace textkin::cli
