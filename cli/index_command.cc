#include "index_command.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <CLI/CLI.hpp>
#include <optional>
#include <utility>

#include "client/server_address.h"
#include "client/server_place.h"
#include "client/token.h"
#include "engine/index/index_union.h"
#include "engine/places/folder_place.h"
#include "output_options.h"
#include "shared_options.h"
#include "typed_options.h"

namespace textkin::cli {
namespace {

constexpr const char* kServer = "Server";

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

void IndexCommand::add_server() {
  may_be_served_ = true;
  parsed->get_option("DIR")->description("the folder of the index, or http://HOST:PORT/NAME of a textkin serve");
  parsed->add_option("--token-file", token_file_, "a file of mode 0600 with the token for a server; else TEXTKIN_TOKEN")
      ->type_name("INPUT")
      ->group(kServer);
  parsed->add_option("--timeout", timeout_, "within which a server must go on answering")
      ->type_name("SECONDS")
      ->capture_default_str()
      ->check(CLI::PositiveNumber.description(""))
      ->group(kServer);
}

Status IndexCommand::check() const {
  if (!client::is_server_address(folder_))
    return refuse_typed_group(*parsed, kServer, "with a folder: it is of servers");
  if (may_be_served_) return {};
  return Status(Code::kInvalidArgument,
                fmt::format("`textkin index {}` works on a folder, and {} is a server's; run it where the folder is, "
                            "while no server has it",
                            parsed->get_name(), folder_));
}

Result<std::shared_ptr<engine::places::IndexPlace>> IndexCommand::open_place(std::vector<std::string> folders) const {
  using engine::places::IndexPlace;
  const auto address = std::ranges::find_if(folders, client::is_server_address);
  if (address == folders.end())
    return std::shared_ptr<IndexPlace>(std::make_shared<engine::places::FolderPlace>(std::move(folders), held));
  if (folders.size() > 1)
    return Status(Code::kInvalidArgument,
                  fmt::format("{} is a server's; several indexes are asked as one where all are folders", *address));
  if (held.server != nullptr) return held.server;
  TEXTKIN_ASSIGN_OR_RETURN(client::ServerAddress parsed_address, client::parse_server_address(*address));
  client::ClientOptions options{.token = {}, .patience = std::chrono::seconds(timeout_)};
  TEXTKIN_ASSIGN_OR_RETURN(options.token, client::read_token(token_file_));
  return std::shared_ptr<IndexPlace>(
      std::make_shared<client::ServerPlace>(std::move(parsed_address), std::move(options)));
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
  keep_no_run_dir(*parsed);
}

Result<std::vector<std::string>> IndexCommand::take_folders(std::vector<std::string>& inputs) const {
  std::vector<std::string> folders{folder_};
  const auto is_index = [](const std::string& typed) {
    return client::is_server_address(typed) || engine::index::is_index(typed);
  };
  const auto first = std::ranges::find_if_not(inputs, is_index);
  folders.insert(folders.end(), inputs.begin(), first);
  inputs.erase(inputs.begin(), first);
  if (inputs.empty())
    return Status(Code::kInvalidArgument, folders.back() + " is an index, which is asked; name an INPUT behind it");
  if (const auto late = std::ranges::find_if(inputs, is_index); late != inputs.end())
    return Status(Code::kInvalidArgument, *late + " is an index; name the indexes that are asked before INPUT");
  return folders;
}

}  // namespace textkin::cli
