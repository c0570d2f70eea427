#include "engine/run/run_spec.h"

#include <fmt/format.h>

#include "text/catalog.h"

namespace textkin::engine::run {
namespace {

std::string name_of(input::ReadAs as) {
  switch (as) {
    case input::ReadAs::kDocument:
      return "document";
    case input::ReadAs::kLines:
      return "lines";
    case input::ReadAs::kJsonl:
      return "jsonl";
    case input::ReadAs::kSets:
      return "sets";
    case input::ReadAs::kFasta:
      return "fasta";
    case input::ReadAs::kBySuffix:
      break;
  }
  return "suffix";
}

std::string name_of(input::InvalidUtf8 invalid) {
  switch (invalid) {
    case input::InvalidUtf8::kSkip:
      return "skip";
    case input::InvalidUtf8::kFail:
      return "fail";
    case input::InvalidUtf8::kReplace:
      break;
  }
  return "replace";
}

std::string name_of(Method method) {
  return method == Method::kExact ? "exact" : method == Method::kLsh ? "lsh" : "auto";
}

std::string name_of(bool flag) { return flag ? "true" : "false"; }

}  // namespace

RunSpec sketch_spec(const RunOptions& options, const std::string& keep, const std::string& algorithms) {
  RunSpec spec;
  const auto add = [&](const char* name, std::string value) { spec.emplace_back(name, std::move(value)); };
  for (const std::string& argument : options.input.arguments) add("INPUT", argument);
  for (const std::string& argument : options.against) add("--against", argument);
  add("--as", name_of(options.input.read_as));
  add("--lines", name_of(options.input.lines));
  if (options.input.records) add("--records", name_of(true));
  if (!options.input.extraction.program.empty()) add("--extract", "auto");
  add("--text-field", options.input.text_field);
  add("--id-field", options.input.id_field);
  add("--repeated-ids", options.number_repeated_ids ? "number" : "error");
  add("--invalid-utf8", name_of(options.input.invalid_utf8));
  add("--on-error", options.input.stop_on_error ? "fail" : "skip");
  std::string normalize;
  for (const std::string& name : options.text.normalizers) normalize += (normalize.empty() ? "" : ",") + name;
  add("--normalize", normalize);
  add("--tokens", options.text.tokens);
  add("--shingle", text::shingle_name(options.text));
  add("--multiset", name_of(options.text.multiset));
  if (options.text.weights == Weights::kSuffix) {
    add("--weights", "suffix");
    add("--weight-unit", fmt::format("{}", options.text.weight_unit));
  }
  // Younger options are recorded only where they are used: run directories of before stay valid.
  if (!options.text.stop_words.empty()) add("--stop-words", options.text.stop_words);
  if (!options.text.stem.empty()) add("--stem", options.text.stem);
  if (options.text.fingerprint != "bytes") add("--fingerprint", options.text.fingerprint);
  add("--method", name_of(options.method));
  add("--sketch", options.sketch);
  add("--hashes", fmt::format("{}", options.hashes));
  add("--seed", fmt::format("{}", options.seed));
  if (options.bands != 0) {
    add("--bands", fmt::format("{}", options.bands));
    add("--rows", fmt::format("{}", options.rows));
  } else {
    add("--threshold", fmt::format("{}", options.threshold));
    if (options.prefer.empty())
      add("--recall", fmt::format("{}", options.recall));
    else
      add("--prefer", options.prefer);
  }
  if (options.measure != Measure::kJaccard) add("--measure", options.measure_name);
  if (!options.input.value_field.empty()) add("--keep", keep);
  add(kAlgorithms, algorithms);
  return spec;
}

RunSpec join_spec(const RunOptions& options, const std::string& keep) {
  RunSpec spec;
  spec.emplace_back("--for", keep.empty() ? "pairs" : "dedup");
  spec.emplace_back("--threshold", fmt::format("{}", options.threshold));
  if (!keep.empty()) spec.emplace_back("--keep", keep);
  return spec;
}

}  // namespace textkin::engine::run
