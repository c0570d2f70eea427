#include "passage_options.h"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace textkin::cli {

void add_against(CLI::App& command, SharedArguments& shared) {
  command.add_option("--against", shared.run.inputs.against, "only passages of an INPUT document in one of these")
      ->type_name("INPUT");
  add_against_fields(command, shared);
}

void add_exclusion_options(CLI::App& command, engine::passages::ExclusionOptions& wanted) {
  const char* const group = "Not counted";
  command.add_option("--template", wanted.templates, "text that everybody was given, edited or not; any INPUT")
      ->type_name("FILE")
      ->group(group);
  command
      .add_option("--exclude", wanted.kinds,
                  "what is not counted, of template, quotations (with a reference), references, common, unreferenced "
                  "(quotations); or none")
      ->type_name("LIST")
      ->delimiter(',')
      ->capture_default_str()
      ->group(group);
  command
      .add_option(
          "--shared-by", wanted.shared_by,
          "common: passages shared with more than N other documents; default: half of the documents, at least 10")
      ->type_name("N")
      ->group(group);
}

void add_page_options(CLI::App& command, engine::commands::ReportOptions& wanted) {
  command.add_option("--marks", wanted.marks, "marks of an earlier page: a copy with marks, or its table")
      ->type_name("FILE ...")
      ->group("Input");
  command.add_flag("--pseudonyms", wanted.page.pseudonyms, "number the documents; no ids, no names of files")
      ->group("Output");
}

namespace {

void add_gap_options(CLI::App& command, engine::passages::PassagesOptions& wanted) {
  const auto add = [&](const char* name, std::uint32_t& value, const char* word, const char* doc) {
    command.add_option(name, value, doc)->type_name(word)->capture_default_str()->group("Finding");
  };
  add("--max-gap", wanted.align.max_gap, "N", "characters between equal words that may belong to one passage");
  add("--min-length", wanted.align.min_length, "N", "characters of a passage without a run of W equal words");
}

void add_common(CLI::App& command, engine::passages::PassagesOptions& wanted) {
  command
      .add_option(
          "--common", wanted.common,
          "words that more than N documents have, of --against if it is given, are not compared; default: 200, of "
          "programs 1000")
      ->type_name("N")
      ->group("Finding");
}

}  // namespace

void add_alignment_options(CLI::App& command, engine::passages::PassagesOptions& wanted) {
  add_gap_options(command, wanted);
  add_common(command, wanted);
}

void add_length_options(CLI::App& command, engine::passages::PassagesOptions& wanted) {
  std::vector<std::string> known;
  for (const auto& word : engine::passages::kSensitivityWords) known.emplace_back(word.word);
  command
      .add_option_function<std::string>(
          "--sensitivity",
          [&wanted](const std::string& typed) {
            wanted.sensitivity = *value_of(engine::passages::kSensitivityWords, typed);
          },
          "how long what is found must be: sets --guarantee and --min-length where they are not given")
      ->type_name("strict|normal|short")
      ->default_str("normal")
      ->check(CLI::IsMember(known).description(""))
      ->group("Finding");
  command.add_option("--guarantee", wanted.align.guarantee, "every shared run of W words or more is found")
      ->type_name("W")
      ->capture_default_str()
      ->group("Finding");
  add_gap_options(command, wanted);
}

void add_passage_reading(CLI::App& command, SharedArguments& shared) {
  shared.extract = "auto";
  shared.run.inputs.spec.extraction.archives = true;
  add_input_options(command, shared);
  add_run_options(command, shared);
  keep_no_run_dir(command);
}

void add_passage_options(CLI::App& command, SharedArguments& shared, engine::passages::PassagesOptions& wanted) {
  add_length_options(command, wanted);
  add_common(command, wanted);
  command
      .add_option("--normalize", wanted.normalize,
                  "source code by its structure: code:c (C and C++), code:java, code:python; words are its tokens")
      ->type_name("code:LANG")
      ->group("Finding");
  command
      .add_option_function<std::string>(
          "--group-by",
          [&wanted](const std::string& typed) { wanted.group_by = *value_of(engine::passages::kGroupByWords, typed); },
          "folder: each folder of INPUT is a person, whose files are not compared with each other")
      ->type_name("none|folder")
      ->default_str("none")
      ->check(CLI::IsMember(std::vector<std::string>{"none", "folder"}).description(""))
      ->group("Finding");
  add_key_option(command, shared, "Finding");
  add_exclusion_options(command, wanted.exclude);
  add_passage_reading(command, shared);
}

void apply_sensitivity(const CLI::App& command, engine::passages::PassagesOptions& wanted) {
  const engine::passages::Preset preset = engine::passages::preset_of(wanted.sensitivity);
  if (command.count("--guarantee") == 0) wanted.align.guarantee = preset.guarantee;
  if (command.count("--min-length") == 0) wanted.align.min_length = preset.min_length;
}

}  // namespace textkin::cli
