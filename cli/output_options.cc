#include "output_options.h"

#include <CLI/CLI.hpp>
#include "engine/commands/choices.h"

namespace textkin::cli {

std::string listed(const std::vector<engine::commands::Choice>& choices, std::string_view between) {
  std::string out;
  for (const engine::commands::Choice& choice : choices) {
    if (!out.empty()) out += between;
    out += choice.name;
  }
  return out;
}

void add_inputs(CLI::App& command, SharedArguments& shared) {
  command.add_option("INPUT", shared.run.inputs.spec.arguments, "files, folders, or - for JSONL on standard input")
      ->required()
      ->type_name("");
}

CLI::Option* add_output(CLI::App& command, const std::string& names, std::string& value, const std::string& word,
                        const std::string& doc) {
  return command.add_option(names, value, doc)->type_name(word)->group("Output");
}

void add_text_or_json(CLI::App& command, std::string& format) {
  add_output(command, "--format", format, "text|json", "for people or for programs")
      ->check(CLI::IsMember({"text", "json"}).description(""))
      ->capture_default_str();
}

void add_keep(CLI::App& command, std::string& keep) {
  add_output(command, "--keep", keep, "RULE",
             "which of alike documents stays: " + listed(engine::commands::keep_choices(), ", "))
      ->capture_default_str();
}

void add_clean_up_options(CLI::App& command, engine::cleanup::DedupOptions& dedup) {
  add_output(command, "-o,--output", dedup.output, "FILE|FOLDER/",
             "the kept records; a folder keeps shards as shards; kept ids where documents are files")
      ->capture_default_str();
  add_keep(command, dedup.keep);
  add_output(command, "--removed", dedup.removed, "FILE.jsonl",
             "a line a removed document: what stays for it, and why");
  add_output(command, "--clusters", dedup.clusters, "FILE.tsv", "a row a document of a cluster");
  add_output(command, "--report", dedup.report, "FILE.html",
             "a page for a person: figures, clusters, removed documents beside those that stay");
  add_output(command, "--copy-to", dedup.copy_to, "FOLDER", "copy the kept files below it");
  command.add_flag("--annotate", dedup.annotate, "drop nothing; add a field, or column, textkin to each record")
      ->group("Output");
  command.add_flag("--check", dedup.check, "write no result but --report; exit 1 if anything would be removed")
      ->group("Output");
}

void add_shared(CLI::App& command, SharedArguments& shared) {
  add_text_options(command, shared);
  add_input_options(command, shared);
  add_run_options(command, shared);
}

}  // namespace textkin::cli
