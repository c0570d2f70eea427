#include "index_command.h"

#include <algorithm>
#include <CLI/CLI.hpp>

#include "engine/index/index_union.h"
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

Result<std::vector<std::string>> IndexCommand::take_folders(std::vector<std::string>& inputs) const {
  std::vector<std::string> folders{folder_};
  const auto first = std::ranges::find_if_not(inputs, engine::index::is_index);
  folders.insert(folders.end(), inputs.begin(), first);
  inputs.erase(inputs.begin(), first);
  if (inputs.empty())
    return Status(Code::kInvalidArgument, folders.back() + " is an index, which is asked; name an INPUT behind it");
  if (const auto late = std::ranges::find_if(inputs, engine::index::is_index); late != inputs.end())
    return Status(Code::kInvalidArgument, *late + " is an index; name the indexes that are asked before INPUT");
  return folders;
}

}  // namespace textkin::cli
