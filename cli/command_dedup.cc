#include <CLI/CLI.hpp>

#include "command.h"
#include "engine/cleanup/dedup.h"
#include "output_options.h"

namespace textkin::cli {
namespace {

constexpr int kFound = 1;  // --check

class DedupCommand : public Command {
 public:
  explicit DedupCommand(CLI::App& app) {
    parsed = app.add_subcommand("dedup", "a copy without the documents that are similar to one that stays");
    add_inputs(*parsed, shared);
    add_clean_up_options(*parsed, dedup_);
    add_stats_option(*parsed, shared);
    add_search_options(*parsed, shared);
    add_shared(*parsed, shared);
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                  Progress& progress) override {
    TEXTKIN_ASSIGN_OR_RETURN(RunStats stats, engine::cleanup::dedup(options, dedup_, results, progress));
    return dedup_.check && stats.removed.value_or(0) > 0 ? kFound : 0;
  }

  bool prints() const override { return engine::cleanup::prints(dedup_); }
  bool may_replace_input() const override { return true; }

 private:
  engine::cleanup::DedupOptions dedup_;
};

}  // namespace

std::unique_ptr<Command> add_dedup(CLI::App& app) { return std::make_unique<DedupCommand>(app); }

}  // namespace textkin::cli
