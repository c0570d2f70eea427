#include "shared_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string_view>

#include "engine/parse_text_spec.h"
#include "engine/process.h"

namespace textkin::cli {
namespace {

std::string names(const std::vector<engine::Choice>& choices) {
  std::string out;
  for (const engine::Choice& choice : choices) out += (out.empty() ? "" : ", ") + choice.name;
  return out;
}

}  // namespace

void add_input_options(CLI::App& command, SharedArguments& a) {
  const std::string group = "Input";
  command.add_option("--as", a.read_as, "read every INPUT as document, lines or jsonl, whatever its suffix")
      ->check(CLI::IsMember({"document", "lines", "jsonl"}))->group(group);
  command.add_flag("--lines", a.lines, "each line of a file that is not JSONL is a document")->group(group);
  command.add_option("--text-field", a.run.input.text_field, "JSONL field that holds the text")->capture_default_str()->group(group);
  command.add_option("--id-field", a.run.input.id_field, "JSONL field that holds the id; FILE:LINE where it is missing")
      ->capture_default_str()->group(group);
  command.add_option("--repeated-ids", a.repeated_ids, "error, or number: the second becomes id#2")
      ->check(CLI::IsMember({"error", "number"}))->capture_default_str()->group(group);
  command.add_option("--invalid-utf8", a.invalid_utf8, "replace by U+FFFD, skip the document, or fail")
      ->check(CLI::IsMember({"replace", "skip", "fail"}))->capture_default_str()->group(group);
  command.add_option("--on-error", a.on_error, "a document that cannot be used: skip it (and say so), or fail")
      ->check(CLI::IsMember({"skip", "fail"}))->capture_default_str()->group(group);
  command.add_option("--problems", a.run.problems, "list every document that could not be used, as JSONL")->group(group);
}

void add_text_options(CLI::App& command, SharedArguments& a) {
  const std::string group = "What a document is compared by";
  command.add_option("--normalize", a.normalize, "comma-separated, left to right: " + names(engine::normalizer_choices()))
      ->capture_default_str()->group(group);
  command.add_option("--tokens", a.run.text.tokens, names(engine::token_choices()))->capture_default_str()->group(group);
  command.add_option("--shingle", a.shingle, "word:K tokens or char:K code points in a row")->capture_default_str()->group(group);
  command.add_flag("--multiset", a.run.text.multiset, "count repeated shingles (weighted Jaccard)")->group(group);
}

void add_sketch_options(CLI::App& command, SharedArguments& a) {
  const std::string group = "Finding";
  command.add_option("-t,--threshold", a.run.threshold, "least Jaccard similarity, above 0 and at most 1")
      ->capture_default_str()->group(group);
  command.add_option("--recall", a.run.recall, "least probability that a pair exactly at the threshold is found")
      ->capture_default_str()->group(group);
  command.add_option("--sketch", a.run.sketch, names(engine::sketch_choices()))->capture_default_str()->group(group);
  command.add_option("--hashes", a.run.hashes, "cells of a sketch")->capture_default_str()->group(group);
  command.add_option("--bands", a.run.bands, "with --rows: overrides the plan")->group(group);
  command.add_option("--rows", a.run.rows, "rows of a band")->group(group);
  command.add_option("--seed", a.run.seed, "of the sketches; the same seed gives the same bytes")->capture_default_str()->group(group);
}

void add_search_options(CLI::App& command, SharedArguments& a) {
  add_sketch_options(command, a);
  const std::string group = "Finding";
  CLI::Option* method = command.add_option("--method", a.method, "exact finds all pairs; auto takes it where it is cheaper than lsh")
      ->check(CLI::IsMember({"auto", "exact", "lsh"}))->capture_default_str()->group(group);
  command.add_flag("--exact", a.exact, "the same as --method exact")->excludes(method)->group(group);
}

void add_run_options(CLI::App& command, SharedArguments& a) {
  const std::string group = "Running";
  command.add_option("--threads", a.run.threads, "0: all of the machine; never changes a result")->capture_default_str()->group(group);
  command.add_option("--memory", a.run.memory, "limit, as 2GiB or 500MB; default: half of the machine")
      ->transform(CLI::AsSizeValue(true))->group(group);
  command.add_option("--run-dir", a.run.run_dir, "scratch folder; default: a fresh one under TMPDIR, removed at the end")->group(group);
  command.add_option("--block-size", a.run.input.block_bytes, "bytes read at a time; never changes a result")
      ->transform(CLI::AsSizeValue(true))->group(group);
  command.add_option("--simd", a.simd, "auto, avx512, avx2, sse4 or scalar; never changes a result")->capture_default_str()->group(group);
  command.add_option("--stats", a.run.stats, "write what the run did as one JSON object")->group(group);
  command.add_flag("-q,--quiet", a.quiet, "no progress and no summary on standard error")->group(group);
}

Result<engine::RunOptions> to_run_options(const SharedArguments& a) {
  engine::RunOptions run = a.run;
  using input::ReadAs;
  if (a.lines && !a.read_as.empty() && a.read_as != "lines")
    return Status(Code::kInvalidArgument, fmt::format("--lines and --as {} contradict each other", a.read_as));
  run.input.read_as = a.lines || a.read_as == "lines" ? ReadAs::kLines
                      : a.read_as == "document"       ? ReadAs::kDocument
                      : a.read_as == "jsonl"          ? ReadAs::kJsonl
                                                      : ReadAs::kBySuffix;
  run.number_repeated_ids = a.repeated_ids == "number";
  run.input.invalid_utf8 = a.invalid_utf8 == "skip"   ? input::InvalidUtf8::kSkip
                           : a.invalid_utf8 == "fail" ? input::InvalidUtf8::kFail
                                                      : input::InvalidUtf8::kReplace;
  run.input.stop_on_error = a.on_error == "fail";
  TEXTKIN_RETURN_IF_ERROR(engine::parse_text_spec(a.normalize, a.shingle, run.text));
  run.method = a.exact || a.method == "exact" ? engine::Method::kExact
               : a.method == "lsh" || run.bands != 0 ? engine::Method::kLsh
                                                     : engine::Method::kAuto;
  TEXTKIN_RETURN_IF_ERROR(engine::force_simd(a.simd));
  return run;
}

}  // namespace textkin::cli
