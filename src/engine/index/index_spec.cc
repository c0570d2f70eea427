#include "engine/index/index_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "archive/band_keys.h"
#include "engine/run/typed_options.h"
#include "hash/key.h"
#include "sketch/catalog.h"
#include "text/catalog.h"

namespace textkin::engine::index {
namespace {

// What decides features and keys, with versions.
std::string algorithms(const TextSpec& text) {
  const auto entry = std::ranges::find(sketch::catalog(), sketch_of_index().name, &sketch::SketchEntry::name);
  return fmt::format("{}|{}|bands.v1", text::describe(text), entry->version);
}
// The same of its fingerprints.
std::string passage_algorithms(const TextSpec& text) {
  return code_of(text).empty() ? "located.v4|winnow.v1" : "located.code.v1|winnow.v1";
}

std::string joined(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, ",")); }

constexpr std::uint32_t kMostWords = 1000;

double number_in(const std::string& word) {
  double value = 0;
  std::from_chars(word.data(), word.data() + word.size(), value);
  return value;
}

}  // namespace

std::string code_of(const TextSpec& text) {
  const auto code = std::ranges::find_if(
      text.normalizers, [](const std::string& name) { return text::find_code_language(name) != nullptr; });
  return code == text.normalizers.end() ? std::string() : *code;
}

text::WordKind passage_words(const TextSpec& text) {
  return {text::find_code_language(code_of(text)), text::key_of(text)};
}

SketchOptions sketch_of_index() { return {.name = "fss", .hashes = archive::kCells, .seed = 1}; }

Status check(const IndexSpec& spec) {
  if (!(spec.least > 0 && spec.least <= 1))
    return Status(Code::kInvalidArgument, fmt::format("--least {} is not above 0 and at most 1", spec.least));
  if (!(spec.recall > 0 && spec.recall < 1))
    return Status(Code::kInvalidArgument, fmt::format("--recall {} is not between 0 and 1", spec.recall));
  if (spec.passages > kMostWords)
    return Status(Code::kInvalidArgument,
                  fmt::format("--passages {}: it is 1 to {} words, or none", spec.passages, kMostWords));
  if (spec.store != Store::kText && spec.passages > 0)
    return Status(Code::kInvalidArgument,
                  fmt::format("--store {} keeps no texts, and so no passages; leave --passages out",
                              word_of(kStoreWords, spec.store)));
  std::vector<std::string> names = spec.fields;
  names.insert(names.end(), {"id", "text"});  // that each document has anyhow
  std::ranges::sort(names);
  if (const auto twice = std::ranges::adjacent_find(names); twice != names.end())
    return Status(Code::kInvalidArgument,
                  *twice == "id" || *twice == "text"
                      ? fmt::format("--field {}: that is kept of every document; leave it out", *twice)
                      : fmt::format("--field {} is given twice", *twice));
  if (names.front().empty() ||
      std::ranges::any_of(names, [](const std::string& name) { return name.find('=') != std::string::npos; }))
    return Status(Code::kInvalidArgument, "a --field has a name, without =, for --where NAME=VALUE");
  return text::make_shingler(spec.text).status();
}

archive::Words words_of(const IndexSpec& spec) {
  const TextSpec& text = spec.text;
  archive::Words words{{"--least", fmt::format("{}", spec.least)}, {"--recall", fmt::format("{}", spec.recall)},
                       {"--normalize", joined(text.normalizers)},  {"--tokens", text.tokens},
                       {"--shingle", text::shingle_name(text)},    {"--fingerprint", text.fingerprint}};
  if (spec.passages > 0) {
    words.emplace_back("--passages", fmt::format("{}", spec.passages));
    words.emplace_back(kPassageAlgorithms, passage_algorithms(text));
  }
  if (spec.store != Store::kText) words.emplace_back("--store", word_of(kStoreWords, spec.store));
  if (text.multiset) words.emplace_back("--multiset", "");
  if (text.weights == Weights::kSuffix) {
    words.emplace_back("--weights", word_of(kWeightsWords, text.weights));
    words.emplace_back("--weight-unit", fmt::format("{}", text.weight_unit));
  }
  if (!text.stop_words.empty()) words.emplace_back("--stop-words", text.stop_words);
  if (text.stop_list) words.emplace_back("stop list", *text.stop_list);  // the file may change
  if (!text.stem.empty()) words.emplace_back("--stem", text.stem);
  if (!text.key.empty()) words.emplace_back("--key", text.key);
  for (const std::string& field : spec.fields) words.emplace_back("--field", field);
  words.emplace_back("algorithms", algorithms(text));
  return words;
}

Result<IndexSpec> spec_of(const archive::Words& words, const std::string& folder, MadeBy version) {
  IndexSpec spec;
  spec.passages = 0;  // unless it says so
  TextSpec& text = spec.text;
  std::string normalize = joined(text.normalizers);
  std::string shingle = text::shingle_name(text);
  std::string made_by;
  std::string passages_made_by;
  std::optional<std::string> stop_list;
  for (const auto& [option, value] : words) {
    if (option == "--least")
      spec.least = number_in(value);
    else if (option == "--recall")
      spec.recall = number_in(value);
    else if (option == "--passages")
      spec.passages = static_cast<std::uint32_t>(number_in(value));
    else if (option == kPassageAlgorithms)
      passages_made_by = value;
    else if (option == "--normalize")
      normalize = value;
    else if (option == "--tokens")
      text.tokens = value;
    else if (option == "--shingle")
      shingle = value;
    else if (option == "--fingerprint")
      text.fingerprint = value;
    else if (option == "--store")
      spec.store = value_of(kStoreWords, value).value_or(Store::kText);
    else if (option == "--multiset")
      text.multiset = true;
    else if (option == "--weights")
      text.weights = value_of(kWeightsWords, value).value_or(Weights::kNone);
    else if (option == "--weight-unit")
      text.weight_unit = number_in(value);
    else if (option == "--stop-words")
      text.stop_words = value;
    else if (option == "stop list")
      stop_list = value;
    else if (option == "--stem")
      text.stem = value;
    else if (option == "--key")
      text.key = value;
    else if (option == "--field")
      spec.fields.push_back(value);
    else if (option == "algorithms")
      made_by = value;
    else
      return Status(Code::kMismatch,
                    fmt::format("{}: made with {}, which this version does not know; use a newer one", folder, option));
  }
  const std::string stop_words = text.stop_words;
  if (stop_list) text.stop_words.clear();  // not read from its file again
  TEXTKIN_RETURN_IF_ERROR(run::parse_text_spec(normalize, shingle, text));
  text.stop_words = stop_words;
  if (stop_list) text.stop_list = stop_list;
  std::string now = algorithms(text);
  if (spec.passages > 0) {
    now += "|" + passage_algorithms(text);
    made_by += "|" + passages_made_by;
  }
  if (version == MadeBy::kAnyVersion || now == made_by) return spec;
  return Status(Code::kMismatch,
                fmt::format("{}: made with {}, and this would be {}; use the version and the key that it was made "
                            "with, or make it anew with `textkin index rebuild {} NEW`",
                            folder, made_by, now, folder));
}

}  // namespace textkin::engine::index
