#include "index_command.h"

#include <algorithm>
#include <charconv>
#include <CLI/CLI.hpp>
#include <optional>

#include "engine/index/index_union.h"
#include "output_options.h"
#include "shared_options.h"

namespace textkin::cli {
namespace {

// 0 for "none"; nothing where it is no number.
std::optional<std::uint32_t> length_of_runs(const std::string& typed) {
  if (typed == "none") return 0;
  std::uint32_t words = 0;
  const auto [end, error] = std::from_chars(typed.data(), typed.data() + typed.size(), words);
  if (error != std::errc() || end != typed.data() + typed.size() || words == 0) return {};
  return words;
}

}  // namespace

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

CLI::Option* IndexCommand::add_passages(engine::index::IndexSpec& spec) {
  return parsed
      ->add_option_function<std::string>(
          "--passages", [&spec](const std::string& typed) { spec.passages = *length_of_runs(typed); },
          "every run of so many words that a question shares is found by `index passages`; none: not to be asked")
      ->type_name("W|none")
      ->check([](const std::string& typed) {
        return length_of_runs(typed) ? std::string() : typed + " is neither a number of words nor none";
      })
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
