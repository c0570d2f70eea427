#include "engine/run/run_spec.h"

#include <fmt/format.h>

#include "join/measures/jaccard.h"
#include "text/catalog.h"

namespace textkin::engine::run {
namespace {

std::string name_of(bool flag) { return flag ? "true" : "false"; }

}  // namespace

std::string values_version(const input::InputSpec& spec) { return spec.value_fields.empty() ? "" : "|values.v2"; }

RunSpec read_spec(const Reading& options) {
  RunSpec spec;
  const auto add = [&](const char* name, std::string_view value) { spec.emplace_back(name, value); };
  for (const std::string& argument : options.inputs.spec.arguments) add("INPUT", argument);
  for (const std::string& argument : options.inputs.against) add("--against", argument);
  add("--as", options.inputs.spec.read_as);
  add("--lines", name_of(options.inputs.spec.lines));
  if (options.inputs.spec.records) add("--records", name_of(true));
  if (!options.inputs.spec.extraction.program.empty()) add("--extract", "auto");
  for (const std::string& field : options.inputs.spec.text_fields) add("--text-field", field);
  add("--id-field", options.inputs.spec.id_field);
  add("--repeated-ids", word_of(kRepeatedIdsWords, options.inputs.number_repeated_ids));
  add("--invalid-utf8", word_of(input::kInvalidUtf8Words, options.inputs.spec.invalid_utf8));
  add("--on-error", word_of(input::kOnErrorWords, options.inputs.spec.stop_on_error));
  std::string normalize;
  for (const std::string& name : options.text.normalizers) normalize += (normalize.empty() ? "" : ",") + name;
  add("--normalize", normalize);
  add("--tokens", options.text.tokens);
  add("--shingle", text::shingle_name(options.text));
  add("--multiset", name_of(options.text.multiset));
  if (options.text.weights == Weights::kSuffix) {
    add("--weights", word_of(kWeightsWords, options.text.weights));
    add("--weight-unit", fmt::format("{}", options.text.weight_unit));
  }
  // Younger options are recorded only where they are used: run directories of before stay valid.
  for (const std::string& field : options.inputs.against_text_fields) add("--against-text-field", field);
  if (options.inputs.against_id_field) add("--against-id-field", *options.inputs.against_id_field);
  if (!options.text.stop_words.empty()) add("--stop-words", options.text.stop_words);
  if (!options.text.stem.empty()) add("--stem", options.text.stem);
  if (options.text.fingerprint != "bytes") add("--fingerprint", options.text.fingerprint);
  return spec;
}

RunSpec sketch_spec(const SettledRun& options, const std::string& keep, const std::string& algorithms) {
  RunSpec spec = read_spec(options);
  const auto add = [&](const char* name, std::string_view value) { spec.emplace_back(name, value); };
  add("--method", word_of(kMethodWords, options.search.method));
  add("--sketch", options.search.sketch.name);
  add("--hashes", fmt::format("{}", options.search.sketch.hashes));
  add("--seed", fmt::format("{}", options.search.sketch.seed));
  if (options.search.bands != 0) {
    add("--bands", fmt::format("{}", options.search.bands));
    add("--rows", fmt::format("{}", options.search.rows));
  } else {
    add("--threshold", fmt::format("{}", options.search.least.value));
    if (options.search.prefer.empty())
      add("--recall", fmt::format("{}", options.search.recall));
    else
      add("--prefer", options.search.prefer);
  }
  if (options.search.least.measure != &join::kJaccard)
    add("--measure", std::string(options.search.least.measure->name));
  if (!options.inputs.spec.value_fields.empty()) add("--keep", keep);
  add(kAlgorithms, algorithms + values_version(options.inputs.spec));
  return spec;
}

RunSpec join_spec(const Search& search, const std::string& keep, const std::string& index) {
  RunSpec spec;
  spec.emplace_back("--for", keep.empty() ? "pairs" : "dedup");
  spec.emplace_back("--threshold", fmt::format("{}", search.least.value));
  if (!keep.empty()) spec.emplace_back("--keep", keep);
  spec.emplace_back(kIndex, index);
  return spec;
}

}  // namespace textkin::engine::run
