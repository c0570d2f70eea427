#include "text/unicode/testing_reference.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <span>

#include "gtest/gtest.h"
#include "hash/bytes.h"
#include "hash/mix.h"
#include "unicode/brkiter.h"
#include "unicode/normalizer2.h"
#include "unicode/uchar.h"
#include "unicode/unistr.h"
#include "unicode/uscript.h"

namespace textkin::text {
namespace {

using Form = const icu::Normalizer2* (*)(UErrorCode&);

icu::UnicodeString in_form(Form get, const icu::UnicodeString& text) {
  UErrorCode error = U_ZERO_ERROR;
  icu::UnicodeString result = get(error)->normalize(text, error);
  EXPECT_TRUE(U_SUCCESS(error));
  return result;
}

std::string utf8(const icu::UnicodeString& text) {
  std::string bytes;
  text.toUTF8String(bytes);
  return bytes;
}

icu::UnicodeString utf16(std::string_view text) {
  return icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
}

template <class Keep>
icu::UnicodeString only(const icu::UnicodeString& text, Keep keep) {
  icu::UnicodeString result;
  for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1))
    if (keep(text.char32At(i))) result.append(text.char32At(i));
  return result;
}

bool is_word(UChar32 c) { return (U_GET_GC_MASK(c) & (U_GC_L_MASK | U_GC_M_MASK | U_GC_ND_MASK | U_GC_NL_MASK)) != 0; }

bool is_solo(UChar32 c) {
  if (u_getIntPropertyValue(c, UCHAR_LINE_BREAK) == U_LB_COMPLEX_CONTEXT) return true;
  const std::array scripts{USCRIPT_HAN,      USCRIPT_HIRAGANA, USCRIPT_KATAKANA, USCRIPT_BOPOMOFO,
                           USCRIPT_YI,       USCRIPT_TANGUT,   USCRIPT_NUSHU,    USCRIPT_KHITAN_SMALL_SCRIPT,
                           USCRIPT_JAVANESE, USCRIPT_BALINESE};
  return std::any_of(scripts.begin(), scripts.end(), [c](UScriptCode script) { return uscript_hasScript(c, script); });
}

std::vector<std::string> icu_words(const icu::UnicodeString& text) {
  UErrorCode error = U_ZERO_ERROR;
  std::unique_ptr<icu::BreakIterator> words(icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), error));
  words->setText(text);
  std::vector<std::string> tokens;
  for (std::int32_t start = words->first(), end = words->next(); end != icu::BreakIterator::DONE;
       start = end, end = words->next())
    if (words->getRuleStatus() >= UBRK_WORD_NONE_LIMIT) tokens.push_back(utf8(text.tempSubStringBetween(start, end)));
  return tokens;
}

// Runs of characters for which `word` holds; where `solo` holds too, single characters.
template <class Word, class Solo>
std::vector<std::string> runs(const icu::UnicodeString& text, Word word, Solo solo) {
  std::vector<std::string> tokens;
  bool open = false;
  for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
    const UChar32 c = text.char32At(i);
    if (!word(c) || solo(c)) open = false;
    if (!word(c)) continue;
    if (!open) tokens.emplace_back();
    tokens.back() += utf8(icu::UnicodeString(c));
    open = !solo(c);
  }
  return tokens;
}

std::uint64_t reference_run_hash(std::span<const std::uint64_t> run) {
  if (run.size() == 1) return run[0];
  std::size_t half = 1;
  while (2 * half < run.size()) half *= 2;
  const std::uint64_t left = reference_run_hash(run.first(half));
  const std::uint64_t right = reference_run_hash(run.last(half));
  return (left ^ left >> 32 ^ std::rotl(right, 23)) * 0x9FB21C651E98DF25ull + left + std::rotl(right, 11);
}

}  // namespace

std::string reference_normalize(std::string_view name, std::string_view text) {
  if (name == "none") return std::string(text);
  const auto units = utf16(text);
  icu::UnicodeString result;
  if (name == "nfkc-casefold") result = in_form(icu::Normalizer2::getNFKCCasefoldInstance, units);
  if (name == "nfc") result = in_form(icu::Normalizer2::getNFCInstance, units);
  if (name == "casefold") result = icu::UnicodeString(units).foldCase();
  if (name == "strip-marks") {
    const auto apart = in_form(icu::Normalizer2::getNFDInstance, units);
    const auto bare = only(apart, [](UChar32 c) { return u_charType(c) != U_NON_SPACING_MARK; });
    result = in_form(icu::Normalizer2::getNFCInstance, bare);
  }
  if (name == "strip-punctuation") {
    const icu::UnicodeString dividers =
        u"\u1361\u1362\u1363\u1364\u1365\u1366\u1367\u1368\u0F0B\u0F0C\u0F0D\u0F0E\u0F0F\u0F10\u0F11\u0F12\u0F14"
        u"\u16EB\u16EC\u16ED\U00010100\U00010101\U00010102\U0001039F\U000103D0\U0001091F\U00012470\U00012471"
        u"\U00012472\U00012473\U00012474";
    icu::UnicodeString parted = units;
    for (std::int32_t i = 0; i < dividers.length(); i = dividers.moveIndex32(i, 1))
      parted.findAndReplace(icu::UnicodeString(dividers.char32At(i)), icu::UnicodeString(u' '));
    result = only(parted, [](UChar32 c) { return (U_GET_GC_MASK(c) & U_GC_P_MASK) == 0; });
  }
  if (name == "strip-space") result = only(units, [](UChar32 c) { return !u_isUWhiteSpace(c); });
  if (name == "ascii-lower")
    for (std::int32_t i = 0; i < units.length(); ++i)
      result.append(static_cast<char16_t>(units[i] >= 'A' && units[i] <= 'Z' ? units[i] + 32 : units[i]));
  if (name == "collapse-space")
    for (const std::string& word : reference_tokens("whitespace", text))
      result.append(result.isEmpty() ? u"" : u" ").append(icu::UnicodeString::fromUTF8(word));
  return utf8(result);
}

std::vector<std::string> reference_tokens(std::string_view name, std::string_view text) {
  std::vector<std::string> tokens;
  if (name == "ascii") {
    bool open = false;
    for (const char c : text) {
      const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c & 0x80) != 0;
      if (word && !open) tokens.emplace_back();
      if (word) tokens.back() += c;
      open = word;
    }
    return tokens;
  }
  if (name == "links" || name == "anchors") return tokens;  // of texts that are no HTML
  if (name == "html") name = "unicode";
  const auto units = utf16(text);
  const auto never = [](UChar32) { return false; };
  if (name == "unicode") return runs(units, is_word, is_solo);
  if (name == "whitespace") return runs(units, [](UChar32 c) { return !u_isUWhiteSpace(c); }, never);
  if (name == "icu") return icu_words(units);
  for (std::int32_t i = 0; i < units.length(); i = units.moveIndex32(i, 1))
    tokens.push_back(utf8(icu::UnicodeString(units.char32At(i))));
  return tokens;
}

std::vector<Feature> reference_features(const TextSpec& spec, std::string_view text) {
  std::string normalized(text);
  for (const std::string& name : spec.normalizers) normalized = reference_normalize(name, normalized);
  std::vector<std::uint64_t> units;
  const bool by_word = spec.unit == ShingleUnit::kWord;
  for (const std::string& token : reference_tokens(by_word ? spec.tokens : "characters", normalized))
    units.push_back(by_word ? hash::hash_bytes(hash::kPublicKey, token.data(), token.size())
                            : hash::stream_word(0x63686172ull, static_cast<std::uint64_t>(
                                                                   icu::UnicodeString::fromUTF8(token).char32At(0))));
  std::vector<Feature> features;
  const std::size_t size = spec.shingle_size;
  if (units.size() < size && !units.empty())
    features.push_back(hash::mix64(reference_run_hash(units) + hash::stream_word(0x73686F7274ull, units.size())));
  for (std::size_t i = 0; i + size <= units.size(); ++i)
    features.push_back(hash::mix64(reference_run_hash(std::span(units).subspan(i, size))));
  std::map<Feature, std::uint64_t> seen;
  std::vector<Feature> distinct;
  for (const Feature feature : features) {
    const std::uint64_t copy = seen[feature]++;
    if (copy == 0)
      distinct.push_back(feature);
    else if (spec.multiset)
      distinct.push_back(hash::mix64(feature + copy * 0xD6E8FEB86659FD93ull));
  }
  return distinct;
}

TEST(Reference, TokensOfMixedScripts) {
  using Tokens = std::vector<std::string>;
  EXPECT_EQ(reference_tokens("unicode", "Caf\u00e9-42_x \u4f60\u597d\u3007a\u304b"),
            (Tokens{"Caf\u00e9", "42", "x", "\u4f60", "\u597d", "\u3007", "a", "\u304b"}));
  EXPECT_EQ(reference_tokens("ascii", "caf\u00e9's"), (Tokens{"caf\u00e9", "s"}));
  EXPECT_EQ(reference_tokens("whitespace", " a,b\u00a0c\n"), (Tokens{"a,b", "c"}));
}

}  // namespace textkin::text
