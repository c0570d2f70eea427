#include "text/catalog.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>

#include "base/checksum.h"
#include "base/nearest.h"
#include "text/normalize/normalizer.h"
#include "text/pages/page_text.h"
#include "text/shingles/kmer_shingler.h"
#include "text/shingles/page_shingler.h"
#include "text/shingles/rabin_shingler.h"
#include "text/shingles/spec_shingler.h"
#include "text/shingles/weighted_shingler.h"
#include "text/tokens/filtered_tokens.h"
#include "text/tokens/stop_words.h"
#include "text/tokens/tokenizer.h"
#include "unicode/uchar.h"

namespace textkin::text {
namespace {

constexpr std::uint32_t kLargestShingle = 1024;

constexpr std::array<TextStep, 12> kNormalizers{{
    {"nfkc-casefold", "nfkc-casefold.v1", "compatibility forms and case made equal, invisible characters dropped",
     "UAX 31, toNFKC_Casefold"},
    {"nfc", "nfc.v1", "canonical composition: the same character in one spelling", "UAX 15"},
    {"casefold", "casefold.v1", "case made equal, without normalisation", "Unicode 3.13, full case folding"},
    {"ascii-lower", "ascii-lower.v1", "A-Z to a-z, nothing else", ""},
    {"strip-marks", "strip-marks.v1", "accents and other marks of category Mn dropped", "NFD, drop Mn, NFC"},
    {"strip-punctuation", "strip-punctuation.v1", "characters of category P dropped", "UAX 44, General_Category"},
    {"strip-space", "strip-space.v1", "white space dropped", "UAX 44, White_Space"},
    {"collapse-space", "collapse-space.v1", "each run of white space made one space, none at the ends",
     "UAX 44, White_Space"},
    {"none", "none.v1", "the text as it is", ""},
    {"code:c", "code:c.v1", "C and C++ by structure: names, numbers and strings each made one token, no comments",
     "C++23, C23"},
    {"code:java", "code:java.v1", "Java by structure", "Java 21"},
    {"code:python", "code:python.v1", "Python by structure", "Python 3"},
}};
constexpr std::array kMakeNormalizer{
    make_nfkc_casefold,     make_nfc,         make_casefold,       make_ascii_lower, make_strip_marks,
    make_strip_punctuation, make_strip_space, make_collapse_space, make_none,        make_code_c,
    make_code_java,         make_code_python};
static_assert(kMakeNormalizer.size() == kNormalizers.size());

constexpr std::array<TextStep, 7> kTokenizers{{
    {"unicode", "unicode.v1", "runs of letters, marks and digits; single characters in scripts without spaces",
     "UAX 44, General_Category; UAX 14, class SA"},
    {"ascii", "ascii.v1", "runs of bytes that are a-z, A-Z, 0-9 or at least 0x80", ""},
    {"whitespace", "whitespace.v1", "runs of anything but white space", "UAX 44, White_Space"},
    {"icu", "icu.v1", "words by ICU's rules and dictionaries, root locale; slow", "UAX 29"},
    {"html", "html.v1", "the words (unicode) of an HTML page's text", "WHATWG HTML 13.2.5"},
    {"anchors", "anchors.v1", "the words (unicode) of the anchor texts of an HTML page", "Gakhov 2016"},
    {"links", "links.v1", "the addresses that an HTML page links to, each a token", "Gakhov 2016"},
}};
constexpr std::array kMakeTokenizer{make_unicode_tokens, make_ascii_tokens,   make_whitespace_tokens, make_icu_tokens,
                                    make_unicode_tokens, make_unicode_tokens, make_whitespace_tokens};
static_assert(kMakeTokenizer.size() == kTokenizers.size());
// What is made of a page before it is normalised.
constexpr std::array<Extract, 7> kExtract{nullptr, nullptr, nullptr, nullptr, page_text, page_anchors, page_links};
static_assert(kExtract.size() == kTokenizers.size());

constexpr std::array<TextStep, 2> kFingerprints{{
    {"bytes", "shingle.v1", "hashes of tokens, combined", "Karp, Miller and Rosenberg 1972"},
    {"rabin", "rabin.v1", "the Rabin fingerprint of the shingle's words with one space between", "Broder 1993"},
}};

// In the order of ShingleUnit.
struct Unit {
  std::string_view name;
  std::uint32_t largest;  // size of a shingle
};
constexpr std::array<Unit, 3> kUnits{{{"word", kLargestShingle}, {"char", kLargestShingle}, {"kmer", kLongestKmer}}};

const Unit& unit_of(const TextSpec& spec) { return kUnits[static_cast<std::size_t>(spec.unit)]; }

Status unknown(std::string_view kind, std::string_view name, std::span<const std::string_view> names) {
  std::string all;
  for (const std::string_view known : names) all += (all.empty() ? "" : ", ") + std::string(known);
  const std::string_view meant = base::nearest(name, names);
  return Status(Code::kInvalidArgument,
                "unknown " + std::string(kind) + " '" + std::string(name) + "'; " +
                    (meant.empty() ? "choose from " + all : "did you mean '" + std::string(meant) + "'?"));
}

// Place of `name` in `entries`, or kInvalidArgument that names the nearest one.
Result<std::size_t> find(std::span<const TextStep> entries, std::string_view kind, std::string_view name) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].name == name) return i;
    names.push_back(entries[i].name);
  }
  return unknown(kind, name, names);
}

Status wrong_size(std::string_view text, std::uint32_t largest) {
  return Status(Code::kInvalidArgument, "the size of shingle '" + std::string(text) + "' must be a number from 1 to " +
                                            std::to_string(largest));
}

// The versioned form of a name; a name that is not in the catalogue stands as it is.
std::string version_of(std::span<const TextStep> entries, std::string_view name) {
  const auto entry = std::find_if(entries.begin(), entries.end(), [&](const auto& e) { return e.name == name; });
  return std::string(entry == entries.end() ? name : entry->version);
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
  if (!spec.stop_words.empty() || !spec.stem.empty() || spec.fingerprint != kFingerprints[0].name)
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
    const Status status = unknown("list of stop words", spec.stop_words, stop_word_lists());
    return Status(status.code(), status.message() + " Or name a file of them.");
  }
  ByteBuffer buffers[2];
  std::vector<std::string> words;
  parts.units->append_tokens(normalize_all(parts.normalizers, list, buffers), false, words);
  return std::unordered_set<std::string>(words.begin(), words.end());
}

// Stop words, stemmer and fingerprint, where the spec has them.
Status add_word_features(const TextSpec& spec, Parts& parts) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::size_t fingerprint, find(kFingerprints, "fingerprint", spec.fingerprint));
  parts.rabin = fingerprint == 1;
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
    if (std::ranges::find(languages, spec.stem) == languages.end()) return unknown("stemmer", spec.stem, languages);
    stemmer.emplace(spec.stem);
  }
  parts.units = std::make_unique<FilteredTokens>(std::move(parts.units), std::move(stop_words), std::move(stemmer));
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
  for (const std::string& name : spec.normalizers) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::size_t place, find(kNormalizers, "normalizer", name));
    parts.normalizers.push_back(kMakeNormalizer[place]());
  }
  TEXTKIN_ASSIGN_OR_RETURN(const std::size_t place, find(kTokenizers, "tokenizer", spec.tokens));
  parts.units = spec.unit == ShingleUnit::kWord ? kMakeTokenizer[place]() : make_characters();
  parts.extract = kExtract[place];
  TEXTKIN_RETURN_IF_ERROR(add_word_features(spec, parts));
  return parts;
}

}  // namespace

std::span<const TextStep> normalizers() { return kNormalizers; }
std::span<const TextStep> tokenizers() { return kTokenizers; }
std::span<const TextStep> fingerprints() { return kFingerprints; }

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
    for (const Unit& known : kUnits) names.push_back(known.name);
    const std::string_view meant = base::nearest(name, names);
    return Status(Code::kInvalidArgument, "unknown shingle '" + std::string(text) + "'; " +
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
  for (const std::string& name : spec.normalizers) text += (text.empty() ? "" : ",") + version_of(kNormalizers, name);
  if (text.empty()) text = "none.v1";
  text += "|" + (spec.unit == ShingleUnit::kWord ? version_of(kTokenizers, spec.tokens) : "code-points.v1");
  text += describe_filter(spec);
  text += "|" + shingle_name(spec) + counted + "|" + version_of(kFingerprints, spec.fingerprint);
  text += "|unicode-";
  UVersionInfo version;
  u_getUnicodeVersion(version);
  return text + std::to_string(version[0]) + "." + std::to_string(version[1]);
}

Result<std::unique_ptr<Shingler>> make_shingler(const TextSpec& spec) {
  TEXTKIN_ASSIGN_OR_RETURN(Parts parts, parts_of(spec));
  if (spec.weights == Weights::kSuffix) {
    TEXTKIN_RETURN_IF_ERROR(check_weighted(spec));
    return std::unique_ptr<Shingler>(std::make_unique<WeightedShingler>(spec.weight_unit));
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

Result<std::unique_ptr<NamedShingler>> make_named_shingler(const TextSpec& spec) {
  if (spec.multiset) return Status(Code::kInvalidArgument, "shingles are shown as a set; leave out --multiset");
  if (spec.weights == Weights::kSuffix)
    return Status(Code::kInvalidArgument, "items are shown without their weights; leave out --weights");
  if (spec.unit == ShingleUnit::kKmer)
    return Status(Code::kInvalidArgument, "k-mers have no names to show; take --shingle word:K or char:K");
  TEXTKIN_ASSIGN_OR_RETURN(Parts parts, parts_of(spec));
  return std::make_unique<NamedShingler>(parts.extract, std::move(parts.normalizers), std::move(parts.units),
                                         spec.shingle_size, spec.unit == ShingleUnit::kWord ? " " : "", parts.rabin);
}

}  // namespace textkin::text
