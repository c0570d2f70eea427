#include "index_command.h"

#include <CLI/CLI.hpp>

#include "output_options.h"
#include "shared_options.h"

namespace textkin::cli {

IndexCommand::IndexCommand(CLI::App& app, const std::string& name, const std::string& doc, bool writes) {
  const auto made = app.get_subcommands([](const CLI::App* any) { return any->get_name() == "index"; });
  CLI::App* const index =
      made.empty() ? app.add_subcommand("index", "an index that stays: documents are added, asked for and removed")
                   : made.front();
  index->require_subcommand(1);
  parsed = index->add_subcommand(name, doc);
  parsed->add_option("DIR", folder_, "the folder of the index")->required()->type_name(writes ? "FOLDER" : "");
}

void IndexCommand::add_where(engine::index::WhereOptions& where) {
  parsed->add_option("--where", where.where, "FIELD=VALUE: only documents of which this holds; several must all hold")
      ->type_name("CONDITION")
      ->group("Finding");
  parsed->add_option("--not", where.where_not, "FIELD=VALUE: only documents of which this does not hold")
      ->type_name("CONDITION")
      ->group("Finding");
}

void IndexCommand::add_reading() {
  shared.extract = "none";
  add_input_options(*parsed, shared);
  add_run_options(*parsed, shared);
  parsed->get_option("--run-dir")->group("");
}

}  // namespace textkin::cli
