#include "engine/run/typed_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "base/file.h"
#include "hash/key.h"
#include "input/formats/catalog.h"
#include "text/catalog.h"

namespace textkin::engine::run {
namespace {

constexpr std::size_t kLongestKey = 4096;
constexpr std::size_t kLongestStopList = 16u << 20;

Status read_stop_words(TextSpec& spec) {
  const std::vector<std::string_view> lists = text::stop_word_lists();
  if (spec.stop_words.empty() || std::ranges::find(lists, spec.stop_words) != lists.end()) return {};
  if (const Result<base::File::Facts> facts = base::File::facts_of(spec.stop_words); !facts.ok() || !facts->regular)
    return {};  // no file: the catalogue says what there is
  TEXTKIN_ASSIGN_OR_RETURN(base::File file, base::File::open(spec.stop_words));
  std::string list(kLongestStopList + 1, '\0');
  TEXTKIN_ASSIGN_OR_RETURN(const std::size_t size, file.read(list.data(), list.size()));
  if (size > kLongestStopList)
    return Status(Code::kBadInput, spec.stop_words + " is longer than 16 MiB, which no list of stop words is");
  list.resize(size);
  spec.stop_list = std::move(list);
  return {};
}

Status read_key(TextSpec& spec) {
  if (spec.key.empty()) return {};
  TEXTKIN_ASSIGN_OR_RETURN(base::File file, base::File::open(spec.key));
  std::string bytes(kLongestKey + 1, '\0');
  TEXTKIN_ASSIGN_OR_RETURN(const std::size_t size, file.read(bytes.data(), bytes.size()));
  if (size < hash::kLeastSecretBytes || size > kLongestKey)
    return Status(Code::kBadInput,
                  fmt::format("--key {}: a key has {} to {} bytes that nobody else knows; make one with "
                              "`head -c 32 /dev/urandom > FILE`",
                              spec.key, hash::kLeastSecretBytes, kLongestKey));
  spec.secret = hash::secret_of({bytes.data(), size});
  return {};
}

}  // namespace

Status parse_text_spec(std::string_view normalize, std::string_view shingle, TextSpec& spec) {
  spec.normalizers.clear();
  while (true) {
    const std::size_t comma = normalize.find(',');
    spec.normalizers.emplace_back(normalize.substr(0, comma));
    if (comma == std::string_view::npos) break;
    normalize.remove_prefix(comma + 1);
  }
  TEXTKIN_RETURN_IF_ERROR(text::parse_shingle(shingle, spec));
  TEXTKIN_RETURN_IF_ERROR(read_stop_words(spec));
  TEXTKIN_RETURN_IF_ERROR(read_key(spec));
  return text::make_shingler(spec).status();
}

Status check_used(const TextSpec& spec, const NamedTextOptions& named) {
  if (named.weight_unit && spec.weights == Weights::kNone)
    return Status(Code::kInvalidArgument, "--weight-unit is for weighted items; add --weights suffix");
  if (named.tokens && spec.unit != ShingleUnit::kWord)
    return Status(Code::kInvalidArgument,
                  "--tokens has no use with shingles of characters or nucleotides; leave it out");
  if (named.normalize && spec.unit == ShingleUnit::kKmer)
    return Status(Code::kInvalidArgument, "--normalize has no use with shingles of nucleotides; leave it out");
  return {};
}

Status recognise_sets(InputOptions& inputs) {
  if (inputs.spec.read_as != input::kBySuffix || inputs.spec.lines || inputs.spec.records) return {};
  const input::InputFormat* const format = input::find_format("sets");
  const std::string* sets = nullptr;
  const std::string* other = nullptr;
  for (const std::vector<std::string>* arguments : {&inputs.spec.arguments, &inputs.against})
    for (const std::string& argument : *arguments)
      (input::has_whole_run_suffix(*format, argument) ? sets : other) = &argument;
  if (sets == nullptr) return {};
  if (other != nullptr)
    return Status(Code::kInvalidArgument, *sets + " is read as sets and " + *other +
                                              " is not; say how to read all of them: --as sets, lines or document");
  inputs.spec.read_as = format->name;
  return {};
}

}  // namespace textkin::engine::run
