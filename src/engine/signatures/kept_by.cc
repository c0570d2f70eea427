#include "engine/signatures/kept_by.h"

#include <fmt/format.h>
#include <algorithm>

#include <charconv>
#include <map>
#include <string>
#include <string_view>

#include "engine/run/typed_options.h"
#include "text/catalog.h"

namespace textkin::engine::signatures {
namespace {

constexpr std::string_view kAlgorithms = "algorithms";
constexpr std::string_view kOfAFile = "FILE";  // stop words that stand in the file of signatures itself

using Record = std::map<std::string, std::string, std::less<>>;

std::string sketch_version(const KeptBy& made) {
  return fmt::format("|{}{}", made.form.spec().name, made.form.whole() ? "" : "|bbit.v1");
}

std::string algorithms_of(const KeptBy& made) { return text::describe(made.text) + sketch_version(made); }

// The value of an option that must be there; a number wholly.
bool take(Record& words, std::string_view name, std::string& out) {
  const auto at = words.find(name);
  if (at == words.end()) return false;
  out = at->second;
  words.erase(at);
  return true;
}

template <class Number>
bool take(Record& words, std::string_view name, Number& out) {
  std::string value;
  if (!take(words, name, value)) return false;
  const char* const end = value.data() + value.size();
  const auto [stopped, error] = std::from_chars(value.data(), end, out);
  return error == std::errc() && stopped == end;
}

bool take(Record& words, std::string_view name, bool& out) {
  std::string value;
  if (!take(words, name, value)) return false;
  out = value == "true";
  return out || value == "false";
}

// What the text options say but for normalisers and shingle; those that are not recorded stay as they are.
bool take_text(Record& words, const store::SignatureSpec& spec, TextSpec& text) {
  if (!take(words, "--tokens", text.tokens) || !take(words, "--multiset", text.multiset)) return false;
  std::string value;
  if (take(words, "--weights", value)) {
    if (value != word_of(kWeightsWords, Weights::kSuffix)) return false;
    text.weights = Weights::kSuffix;
    if (!take(words, "--weight-unit", text.weight_unit)) return false;
  }
  if (take(words, "--stop-words", value)) {
    if (value == kOfAFile)
      text.stop_list = spec.stop_list;
    else
      text.stop_words = value;
  }
  take(words, "--stem", text.stem);
  take(words, "--fingerprint", text.fingerprint);
  return true;
}

bool is_a_list(std::string_view name) {
  const std::vector<std::string_view> lists = text::stop_word_lists();
  return name.empty() || std::ranges::find(lists, name) != lists.end();
}

}  // namespace

store::SignatureSpec record_of(const KeptBy& made) {
  store::SignatureSpec spec;
  const auto add = [&](const char* name, std::string value) { spec.options.emplace_back(name, std::move(value)); };
  const TextSpec& text = made.text;
  add("--normalize", fmt::format("{}", fmt::join(text.normalizers, ",")));
  add("--tokens", text.tokens);
  add("--shingle", text::shingle_name(text));
  add("--multiset", text.multiset ? "true" : "false");
  if (text.weights == Weights::kSuffix) {
    add("--weights", std::string(word_of(kWeightsWords, text.weights)));
    add("--weight-unit", fmt::format("{}", text.weight_unit));
  }
  if (text.stop_list.has_value() || !text.stop_words.empty())
    add("--stop-words", text.stop_list.has_value() ? std::string(kOfAFile) : text.stop_words);
  if (!text.stem.empty()) add("--stem", text.stem);
  if (text.fingerprint != "bytes") add("--fingerprint", text.fingerprint);
  add("--sketch", made.form.sketch().name);
  add("--hashes", fmt::format("{}", made.form.sketch().hashes));
  add("--seed", fmt::format("{}", made.form.sketch().seed));
  add("--bits", fmt::format("{}", made.form.bits()));
  add(kAlgorithms.data(), algorithms_of(made));
  spec.stop_list = text.stop_list.value_or("");
  spec.words = made.form.words();
  return spec;
}

namespace {

Status other_maker(const store::SignatureFile& file, std::string_view what) {
  return Status(Code::kMismatch,
                fmt::format("{}: {}; use the textkin that made it, or make it again", file.path(), what));
}

// What the record says, and `algorithms` beside. The key is not in it.
Result<KeptBy> parse_record(const store::SignatureFile& file, std::string& algorithms) {
  const Status damaged = file.damaged("it does not say how it was made");
  Record words;
  for (const auto& [name, value] : file.spec().options)
    if (!words.emplace(name, value).second) return damaged;
  std::string normalize;
  std::string shingle;
  SketchOptions sketch;
  std::uint32_t bits = 0;
  TextSpec text;
  const bool whole = take(words, "--normalize", normalize) && take(words, "--shingle", shingle) &&
                     take_text(words, file.spec(), text) && take(words, "--sketch", sketch.name) &&
                     take(words, "--hashes", sketch.hashes) && take(words, "--seed", sketch.seed) &&
                     take(words, "--bits", bits) && take(words, kAlgorithms, algorithms);
  if (!whole || bits == 0) return damaged;
  if (!words.empty())
    return other_maker(file,
                       fmt::format("made by an option that this textkin does not know, {}", words.begin()->first));
  if (!is_a_list(text.stop_words)) return damaged;
  if (const Status parsed = run::parse_text_spec(normalize, shingle, text); !parsed.ok())
    return other_maker(file, parsed.message());
  Result<sketch::KeptForm> form = sketch::KeptForm::make(sketch, bits);
  if (!form.ok()) return other_maker(file, form.status().message());
  if (form->words() != file.spec().words) return damaged;
  return KeptBy{std::move(text), std::move(*form)};
}

}  // namespace

Result<KeptBy> read_record(const store::SignatureFile& file, const TextSpec& asked) {
  std::string algorithms;
  TEXTKIN_ASSIGN_OR_RETURN(KeptBy made, parse_record(file, algorithms));
  const bool keyed = algorithms.find("|key-") != std::string::npos;
  if (keyed && !asked.secret.has_value())
    return Status(Code::kMismatch, fmt::format("{} was made with a key; name it with --key", file.path()));
  made.text.key = asked.key;
  made.text.secret = asked.secret;
  const std::string ours = algorithms_of(made);
  if (ours == algorithms) return made;
  if (asked.secret.has_value())
    return Status(Code::kMismatch, fmt::format("{} was not made with the key {}", file.path(), asked.key));
  return other_maker(file, fmt::format("made by {}, and this textkin makes {}", algorithms, ours));
}

Result<KeptBy> read_record(const store::SignatureFile& file) {
  std::string algorithms;
  TEXTKIN_ASSIGN_OR_RETURN(KeptBy made, parse_record(file, algorithms));
  if (algorithms.ends_with(sketch_version(made))) return made;
  return other_maker(file,
                     fmt::format("made by {}, and this textkin sketches by {}", algorithms, made.form.spec().name));
}

Status comparable(const store::SignatureFile& a, const store::SignatureFile& b) {
  if (a.spec() == b.spec()) return {};
  const auto refuse = [&](std::string_view option, std::string_view one, std::string_view other) {
    return Status(Code::kMismatch, fmt::format("{} was made with {} {} and {} with {}; files that are put together or "
                                               "compared are made alike",
                                               a.path(), option, one, b.path(), other));
  };
  const auto value = [](const store::SignatureFile& file, std::string_view name) -> std::string_view {
    for (const auto& [option, text] : file.spec().options)
      if (option == name) return text;
    return "nothing";
  };
  for (const store::SignatureFile* file : {&a, &b})
    for (const auto& [option, text] : file->spec().options)
      if (value(a, option) != value(b, option)) return refuse(option, value(a, option), value(b, option));
  return refuse("--stop-words", "one list", "another");
}

}  // namespace textkin::engine::signatures
