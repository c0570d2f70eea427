#include "text/catalog.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>

#include "base/checksum.h"
#include "base/names/nearest.h"
#include "base/names/unknown_name.h"
#include "base/utf8.h"
#include "hash/key.h"
#include "text/code/normalize_code.h"
#include "text/normalize/normalize_filter.h"
#include "text/normalize/normalize_icu.h"
#include "text/pages/page_text.h"
#include "text/shingles/kmer_shingler.h"
#include "text/shingles/page_shingler.h"
#include "text/shingles/rabin_shingler.h"
#include "text/shingles/spec_shingler.h"
#include "text/shingles/weighted_shingler.h"
#include "text/tokens/filtered_tokens.h"
#include "text/tokens/stop_words.h"
#include "text/tokens/token_characters.h"
#include "text/tokens/token_icu.h"
#include "text/tokens/token_scan.h"
#include "unicode/uchar.h"

namespace textkin::text {
namespace {

constexpr std::uint32_t kLargestShingle = 1024;

struct NormalizerRow {
  TextStep step;
  std::unique_ptr<Normalizer> (*make)();
};
constexpr auto kNormalizers = std::to_array<NormalizerRow>({
    {{"nfkc-casefold", "nfkc-casefold.v1", "compatibility forms and case made equal, invisible characters dropped",
      "UAX 31, toNFKC_Casefold"},
     make_nfkc_casefold},
    {{"nfc", "nfc.v1", "canonical composition: the same character in one spelling", "UAX 15"}, make_nfc},
    {{"casefold", "casefold.v1", "case made equal, without normalisation", "Unicode 3.13, full case folding"},
     make_casefold},
    {{"ascii-lower", "ascii-lower.v1", "A-Z to a-z, nothing else", ""}, make_ascii_lower},
    {{"strip-marks", "strip-marks.v1", "accents and other marks of category Mn dropped", "NFD, drop Mn, NFC"},
     make_strip_marks},
    {{"strip-punctuation", "strip-punctuation.v2",
      "characters of category P dropped; a space for those that part words in Ethiopic and Tibetan",
      "UAX 44, General_Category"},
     make_strip_punctuation},
    {{"strip-space", "strip-space.v1", "white space dropped", "UAX 44, White_Space"}, make_strip_space},
    {{"collapse-space", "collapse-space.v1", "each run of white space made one space, none at the ends",
      "UAX 44, White_Space"},
     make_collapse_space},
    {{"none", "none.v1", "the text as it is", ""}, make_none},
    {{"code:c", "code:c.v1", "C and C++ by structure: names, numbers and strings each made one token, no comments",
      "C++23, C23"},
     make_code_c},
    {{"code:java", "code:java.v1", "Java by structure", "Java 21"}, make_code_java},
    {{"code:python", "code:python.v1", "Python by structure", "Python 3"}, make_code_python},
});

struct TokenizerRow {
  TextStep step;
  std::unique_ptr<Tokenizer> (*make)(const hash::Key& key);
  Extract extract = nullptr;  // what is made of a page before it is normalised
};
constexpr auto kTokenizers = std::to_array<TokenizerRow>({
    {{"unicode", "unicode.v1", "runs of letters, marks and digits; single characters in scripts without spaces",
      "UAX 44, General_Category; UAX 14, class SA"},
     make_unicode_tokens},
    {{"ascii", "ascii.v1", "runs of bytes that are a-z, A-Z, 0-9 or at least 0x80", ""}, make_ascii_tokens},
    {{"whitespace", "whitespace.v1", "runs of anything but white space", "UAX 44, White_Space"},
     make_whitespace_tokens},
    {{"icu", "icu.v1", "words by ICU's rules and dictionaries, root locale; slow", "UAX 29"}, make_icu_tokens},
    {{"html", "html.v1", "the words (unicode) of an HTML page's text", "WHATWG HTML 13.2.5"},
     make_unicode_tokens,
     page_text},
    {{"anchors", "anchors.v1", "the words (unicode) of the anchor texts of an HTML page", "Gakhov 2016"},
     make_unicode_tokens,
     page_anchors},
    {{"links", "links.v1", "the addresses that an HTML page links to, each a token", "Gakhov 2016"},
     make_whitespace_tokens,
     page_links},
});

struct FingerprintRow {
  TextStep step;
  bool rabin;
};
constexpr auto kFingerprints = std::to_array<FingerprintRow>({
    {{"bytes", "shingle.v2", "hashes of tokens, combined", "Karp, Miller and Rosenberg 1972"}, false},
    {{"rabin", "rabin.v1", "the Rabin fingerprint of the shingle's words with one space between", "Broder 1993"}, true},
});

// What the rows of a table say of themselves, for those who list them.
template <class Row, std::size_t size>
constexpr std::array<TextStep, size> steps_of(const std::array<Row, size>& rows) {
  std::array<TextStep, size> steps{};
  std::ranges::transform(rows, steps.begin(), &Row::step);
  return steps;
}
constexpr auto kNormalizerSteps = steps_of(kNormalizers);
constexpr auto kTokenizerSteps = steps_of(kTokenizers);
constexpr auto kFingerprintSteps = steps_of(kFingerprints);

// In the order of ShingleUnit.
struct Unit {
  std::string_view name;
  std::uint32_t largest;  // size of a shingle
};
constexpr std::array<Unit, 3> kUnits{{{"word", kLargestShingle}, {"char", kLargestShingle}, {"kmer", kLongestKmer}}};

const Unit& unit_of(const TextSpec& spec) { return kUnits[static_cast<std::size_t>(spec.unit)]; }

// The row of that name, or kInvalidArgument that names the nearest one.
template <class Row, std::size_t size>
Result<const Row*> find(const std::array<Row, size>& rows, std::string_view kind, std::string_view name) {
  std::vector<std::string_view> names;
  for (const Row& row : rows) {
    if (row.step.name == name) return &row;
    names.push_back(row.step.name);
  }
  return base::unknown_name(kind, name, names);
}

Status wrong_size(std::string_view text, std::uint32_t largest) {
  return Status(Code::kInvalidArgument, "the size of shingle '" + base::printable(text) +
                                            "' must be a number from 1 to " + std::to_string(largest));
}

// The versioned form of a name; a name that is not in the catalogue stands as it is.
std::string version_of(std::span<const TextStep> steps, std::string_view name) {
  const auto step = std::ranges::find(steps, name, &TextStep::name);
  return std::string(step == steps.end() ? name : step->version);
}

Status check_weighted(const TextSpec& spec) {
  const auto refuse = [](const std::string& what) {
    return Status(Code::kInvalidArgument, "--weights suffix " + what);
  };
  if (std::ranges::any_of(spec.normalizers, [](const std::string& name) { return name != "none"; }))
    return refuse("takes items as they stand; leave out --normalize");
  if (spec.tokens != "whitespace") return refuse("takes items between white space; leave out --tokens");
  if (spec.unit != ShingleUnit::kWord || spec.shingle_size != 1)
    return refuse("compares single items; leave out --shingle");
  if (spec.multiset) return refuse("adds the weights of repeated items; leave out --multiset");
  if (!spec.stop_words.empty() || !spec.stem.empty() || spec.fingerprint != kFingerprints[0].step.name)
    return refuse("takes items as they stand; leave out --stop-words, --stem and --fingerprint");
  if (spec.weight_unit >= kLeastItemWeight && spec.weight_unit <= kLargestItemWeight) return {};
  return Status(Code::kInvalidArgument, "--weight-unit must be from 1e-9 to 1e9");
}

// "weights.v1:0.25", with the unit.
std::string weights_name(const TextSpec& spec) {
  char digits[32];
  return "weights.v1:" + std::string(digits, std::to_chars(digits, std::end(digits), spec.weight_unit).ptr);
}

// What a Shingler is made of.
struct Parts {
  std::vector<std::unique_ptr<Normalizer>> normalizers;
  std::unique_ptr<Tokenizer> units;
  Extract extract = nullptr;
  bool rabin = false;
};

// The words of the list as the spec's own normalisers and tokens give them, so that they meet those of texts.
Result<std::unordered_set<std::string>> stop_words_of(const TextSpec& spec, const Parts& parts) {
  std::string list;
  if (spec.stop_list.has_value()) {
    list = without_remarks(*spec.stop_list);
  } else if (const StopList* const known = find_stop_list(spec.stop_words); known != nullptr) {
    list = known->words;
  } else if (!spec.stop_words.empty()) {
    const Status status = base::unknown_name("list of stop words", spec.stop_words, stop_word_lists());
    const bool asks = status.message().ends_with('?');
    return Status(status.code(), status.message() + (asks ? " Or name a file of them." : "; or name a file of them"));
  }
  ByteBuffer buffers[2];
  TokenRow words(" ");
  parts.units->append_tokens(normalize_all(parts.normalizers, list, buffers), false, words);
  std::unordered_set<std::string> different;
  for (std::size_t i = 0; i < words.size(); ++i) different.emplace(words[i]);
  return different;
}

// Stop words, stemmer and fingerprint, where the spec has them.
Status add_word_features(const TextSpec& spec, Parts& parts) {
  TEXTKIN_ASSIGN_OR_RETURN(const FingerprintRow* const fingerprint,
                           find(kFingerprints, "fingerprint", spec.fingerprint));
  parts.rabin = fingerprint->rabin;
  if (parts.rabin && spec.secret.has_value())
    return Status(
        Code::kInvalidArgument,
        "Rabin fingerprints are of a polynomial that everybody knows; leave out --key or --fingerprint rabin");
  const bool filtered = !spec.stop_words.empty() || spec.stop_list.has_value() || !spec.stem.empty();
  if (spec.unit != ShingleUnit::kWord && (filtered || parts.rabin || parts.extract != nullptr))
    return Status(
        Code::kInvalidArgument,
        "stop words, stems, Rabin fingerprints and the tokens of HTML pages are of words; take --shingle word:K");
  if (!filtered) return {};
  TEXTKIN_ASSIGN_OR_RETURN(std::unordered_set<std::string> stop_words, stop_words_of(spec, parts));
  std::optional<Stemmer> stemmer;
  if (!spec.stem.empty()) {
    const std::vector<std::string_view> languages = stemmers();
    if (std::ranges::find(languages, spec.stem) == languages.end())
      return base::unknown_name("stemmer", spec.stem, languages);
    stemmer.emplace(spec.stem);
  }
  parts.units =
      std::make_unique<FilteredTokens>(key_of(spec), std::move(parts.units), std::move(stop_words), std::move(stemmer));
  return {};
}

// "+stop-english.v1+stem-english.snowball-2.2", or nothing.
std::string describe_filter(const TextSpec& spec) {
  std::string text;
  if (spec.stop_list.has_value()) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    text += "+stop-list-";
    const std::uint64_t sum = base::checksum(*spec.stop_list);
    for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[sum >> shift & 15];
  } else if (!spec.stop_words.empty()) {
    const StopList* const list = find_stop_list(spec.stop_words);
    text += "+stop-" + std::string(list == nullptr ? spec.stop_words : list->version);
  }
  if (!spec.stem.empty()) text += "+stem-" + spec.stem + "." + std::string(kSnowballVersion);
  return text;
}

Result<Parts> parts_of(const TextSpec& spec) {
  const std::uint32_t largest = unit_of(spec).largest;
  if (spec.shingle_size < 1 || spec.shingle_size > largest) return wrong_size(shingle_name(spec), largest);
  Parts parts;
  const hash::Key key = key_of(spec);
  TEXTKIN_ASSIGN_OR_RETURN(parts.normalizers, make_normalizers(spec));
  TEXTKIN_ASSIGN_OR_RETURN(const TokenizerRow* const tokens, find(kTokenizers, "tokenizer", spec.tokens));
  parts.units = spec.unit == ShingleUnit::kWord ? tokens->make(key) : make_characters(key);
  parts.extract = tokens->extract;
  TEXTKIN_RETURN_IF_ERROR(add_word_features(spec, parts));
  return parts;
}

}  // namespace

bool takes_a_key(const TextSpec& spec) {
  return spec.unit != ShingleUnit::kKmer && spec.fingerprint == kFingerprints[0].step.name;
}

hash::Key key_of(const TextSpec& spec) {
  return spec.secret.has_value() ? hash::key_of(*spec.secret) : hash::kPublicKey;
}

std::span<const TextStep> normalizers() { return kNormalizerSteps; }
std::span<const TextStep> tokenizers() { return kTokenizerSteps; }
std::span<const TextStep> fingerprints() { return kFingerprintSteps; }

std::vector<std::string_view> stop_word_lists() {
  std::vector<std::string_view> names;
  for (const StopList& list : stop_lists()) names.push_back(list.name);
  return names;
}

std::vector<std::string_view> stemmers() { return Stemmer::languages(); }

std::string shingle_name(const TextSpec& spec) {
  return std::string(unit_of(spec).name) + ":" + std::to_string(spec.shingle_size);
}

Status parse_shingle(std::string_view text, TextSpec& spec) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const auto unit = std::ranges::find(kUnits, name, &Unit::name);
  if (unit == kUnits.end()) {
    std::vector<std::string_view> names;
    names.reserve(std::size(kUnits));
    for (const Unit& known : kUnits) names.push_back(known.name);
    const std::string_view meant = base::nearest(name, names);
    return Status(Code::kInvalidArgument, "unknown shingle '" + base::printable(text) + "'; " +
                                              (meant.empty() ? "write word:K, char:K or kmer:K, as in word:5"
                                                             : "did you mean '" + std::string(meant) + ":K'?"));
  }
  std::uint32_t size = 0;
  const std::string_view digits = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
  if (error != std::errc() || end != digits.data() + digits.size() || size < 1 || size > unit->largest)
    return wrong_size(text, unit->largest);
  spec.unit = static_cast<ShingleUnit>(unit - kUnits.begin());
  spec.shingle_size = size;
  return {};
}

std::string describe(const TextSpec& spec) {
  const std::string counted = spec.weights == Weights::kSuffix ? "|" + weights_name(spec)
                              : spec.multiset                  ? "|multiset"
                                                               : "|set";
  if (spec.unit == ShingleUnit::kKmer) return "acgt|" + shingle_name(spec) + counted + "|kmer.v1";
  std::string text;
  for (const std::string& name : spec.normalizers)
    text += (text.empty() ? "" : ",") + version_of(kNormalizerSteps, name);
  if (text.empty()) text = "none.v1";
  text += "|" + (spec.unit == ShingleUnit::kWord ? version_of(kTokenizerSteps, spec.tokens) : "code-points.v1");
  text += describe_filter(spec);
  text += "|" + shingle_name(spec) + counted + "|" + version_of(kFingerprintSteps, spec.fingerprint);
  text += "|unicode-";
  UVersionInfo version;
  u_getUnicodeVersion(version);
  text += std::to_string(version[0]) + "." + std::to_string(version[1]);
  return spec.secret.has_value() ? text + "|key-" + hash::name_of(*spec.secret) : text;
}

Result<std::vector<std::unique_ptr<Normalizer>>> make_normalizers(const TextSpec& spec) {
  std::vector<std::unique_ptr<Normalizer>> normalizers;
  for (const std::string& name : spec.normalizers) {
    TEXTKIN_ASSIGN_OR_RETURN(const NormalizerRow* const row, find(kNormalizers, "normalizer", name));
    normalizers.push_back(row->make());
  }
  return normalizers;
}

Result<std::unique_ptr<Shingler>> make_shingler(const TextSpec& spec) {
  TEXTKIN_ASSIGN_OR_RETURN(Parts parts, parts_of(spec));
  if (spec.weights == Weights::kSuffix) {
    TEXTKIN_RETURN_IF_ERROR(check_weighted(spec));
    return std::unique_ptr<Shingler>(std::make_unique<WeightedShingler>(key_of(spec), spec.weight_unit));
  }
  if (spec.unit == ShingleUnit::kKmer)
    return std::unique_ptr<Shingler>(std::make_unique<KmerShingler>(spec.shingle_size, spec.multiset));
  std::unique_ptr<Shingler> shingler;
  if (parts.rabin)
    shingler = std::make_unique<RabinShingler>(std::move(parts.normalizers), std::move(parts.units), spec.shingle_size,
                                               spec.multiset);
  else
    shingler = std::make_unique<SpecShingler>(std::move(parts.normalizers), std::move(parts.units), spec.shingle_size,
                                              spec.multiset);
  if (parts.extract != nullptr) shingler = std::make_unique<PageShingler>(parts.extract, std::move(shingler));
  return shingler;
}

Result<std::unique_ptr<TextGauge>> make_text_gauge(const TextSpec& spec) {
  TextSpec unfiltered = spec;
  unfiltered.stop_words.clear();
  unfiltered.stop_list.reset();
  unfiltered.stem.clear();
  TEXTKIN_ASSIGN_OR_RETURN(Parts parts, parts_of(unfiltered));
  return std::make_unique<TextGauge>(std::move(parts.normalizers), std::move(parts.units));
}

Result<std::unique_ptr<NamedShingler>> make_named_shingler(const TextSpec& spec) {
  if (spec.weights == Weights::kSuffix)
    return Status(Code::kInvalidArgument, "items are shown without their weights; leave out --weights");
  if (spec.unit == ShingleUnit::kKmer)
    return Status(Code::kInvalidArgument, "k-mers have no names to show; take --shingle word:K or char:K");
  TEXTKIN_ASSIGN_OR_RETURN(Parts parts, parts_of(spec));
  return std::make_unique<NamedShingler>(parts.extract, std::move(parts.normalizers), std::move(parts.units),
                                         spec.shingle_size, spec.unit == ShingleUnit::kWord ? " " : "", parts.rabin,
                                         spec.multiset);
}

}  // namespace textkin::text
