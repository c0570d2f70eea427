#include "named_formats.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/write/promised_format.h"
#include "named_paths.h"

namespace textkin::cli {
namespace {

using engine::write::PromisedFormat;

std::string value_of(const CLI::Option& option) {
  return option.results().empty() ? option.get_default_str() : option.results().front();
}

// What --format takes, as its help says: tsv, jsonl; none where there is no such option.
std::vector<std::string> offered(const CLI::Option* format) {
  return format == nullptr ? std::vector<std::string>() : CLI::detail::split(format->get_type_name(), '|');
}

// The row of what an output will hold; null where its name is left to others, or is a folder's (--format pan).
const PromisedFormat* held_by(const CLI::Option& output, const CLI::Option* format) {
  const std::string word = output.get_type_name();
  if (word.starts_with("FILE.")) return engine::write::find_promised(word.substr(5));
  if (word != "FILE" && word != "FILE|FOLDER") return nullptr;
  return engine::write::find_promised(format == nullptr ? "text" : value_of(*format));
}

// The word of --format for what `path` promises; empty: it takes none.
std::string offered_for(const PromisedFormat& promised, const CLI::Option* format) {
  for (const std::string& word : offered(format)) {
    const PromisedFormat* held = engine::write::find_promised(word);
    if (held != nullptr && engine::write::keeps_promise(*held, promised)) return word;
  }
  return {};
}

void take_from_name(CLI::Option& format, const CLI::Option& output) {
  const PromisedFormat* promised = engine::write::promised_format(value_of(output));
  const std::string word = promised == nullptr ? std::string() : offered_for(*promised, &format);
  if (word.empty() || word == value_of(format)) return;
  format.add_result(word);
  format.run_callback();
}

Status check_name(const CLI::Option& output, const std::string& path, const CLI::Option* format) {
  const PromisedFormat* held = held_by(output, format);
  const PromisedFormat* promised = engine::write::promised_format(path);
  if (held == nullptr || promised == nullptr || engine::write::keeps_promise(*held, *promised)) return {};
  const bool chosen = !output.get_type_name().starts_with("FILE.");
  const std::string word = chosen ? offered_for(*promised, format) : std::string();
  const std::string other = word.empty() ? std::string() : ", or take --format " + word;
  return Status(Code::kInvalidArgument,
                fmt::format("{} {}: its name says {}, and what is written there is {}; name a file *{}{}",
                            typed_name(output), path, promised->said, held->said, held->advised, other));
}

}  // namespace

void take_formats(CLI::App& command) {
  CLI::Option* format = command.get_option_no_throw("--format");
  CLI::Option* output = command.get_option_no_throw("--output");
  if (format != nullptr && output != nullptr && format->count() == 0 && output->count() > 0)
    take_from_name(*format, *output);
  for (CLI::App* form : command.get_subcommands()) take_formats(*form);
}

Status check_names(const CLI::App& command) {
  const CLI::Option* format = command.get_option_no_throw("--format");
  for (const CLI::Option* option : command.get_options()) {
    if (!names_output(*option)) continue;
    for (const std::string& path : option->results()) TEXTKIN_RETURN_IF_ERROR(check_name(*option, path, format));
  }
  for (const CLI::App* form : command.get_subcommands()) TEXTKIN_RETURN_IF_ERROR(check_names(*form));
  return {};
}

}  // namespace textkin::cli
