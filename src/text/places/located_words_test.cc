#include "text/places/located_words.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <random>
#include <string>
#include <unordered_map>

#include "hash/bytes.h"
#include "text/normalize/normalize_icu.h"
#include "text/tokens/token_scan.h"
#include "text/unicode/char_class.h"
#include "text/unicode/testing_texts.h"
#include "textkin/word_weight.h"

namespace textkin::text {
namespace {

std::vector<LocatedWord> words_of(std::string_view text) {
  std::vector<LocatedWord> out;
  WordLocator().locate(text, out);
  return out;
}

std::uint64_t hash_of(std::string_view word) { return hash::hash_bytes(hash::kPublicKey, word.data(), word.size()); }

TEST(LocatedWords, PlacesAreCodePointsOfTheOriginal) {
  const auto words = words_of("Où est-ce, ÉTÉ?");
  ASSERT_EQ(words.size(), 4u);
  EXPECT_EQ(words[0], (LocatedWord{hash_of("où"), 0, 2}));
  EXPECT_EQ(words[1], (LocatedWord{hash_of("est"), 3, 6}));
  EXPECT_EQ(words[2], (LocatedWord{hash_of("ce"), 7, 9}));
  EXPECT_EQ(words[3], (LocatedWord{hash_of("été"), 11, 14}));
  EXPECT_TRUE(words_of("").empty());
  EXPECT_TRUE(words_of(" -\n\u00AD\u200B").empty());
}

TEST(LocatedWords, HyphensAtLineEndsJoinAndOthersCut) {
  const auto joined = words_of("pla-\n  giarism");
  ASSERT_EQ(joined.size(), 1u);
  EXPECT_EQ(joined[0], (LocatedWord{hash_of("plagiarism"), 0, 14}));
  for (const char* text : {"pla-\r\ngiarism", "pla\u2010 \ngiarism", "pla\u00AD\ngiarism"}) {
    ASSERT_EQ(words_of(text).size(), 1u) << text;
    EXPECT_FALSE(words_of(text)[0].hidden) << text;
  }
  for (const char* cut : {"pla-giarism", "pla- giarism", "pla-\n\ngiarism", "pla-\n- giarism"})
    EXPECT_EQ(words_of(cut).size(), 2u) << cut;
  EXPECT_EQ(words_of("pla-\n").size(), 1u);
}

// Pieces that are too short for kernels, and all of them in one text: words and places are the same. Only line breaks
// and spaced letters look beyond a word, and not beyond what stands between pieces.
TEST(LocatedWords, LongStretchesHaveTheWordsOfTheirPieces) {
  constexpr std::array<std::string_view, 18> kParts{"word", "Some", "w0rds",     "2026",    " ",      "  ",
                                                    ", ",   "-",    "-\n",       "a b c d", "e f g ", "-\n-",
                                                    "x",    "été",  "pla-\n gi", "\n\n",    "_",      "Zz9"};
  std::mt19937_64 random(7);
  for (int round = 0; round < 300; ++round) {
    std::string text;
    std::vector<LocatedWord> expected;
    std::uint32_t characters = 0;
    const std::size_t kinds = round % 2 == 0 ? 8 : kParts.size();  // every other one is plain
    while (text.size() < 3000) {
      std::string piece;
      for (std::string_view part; piece.size() + (part = kParts[random() % kinds]).size() < 60;) piece += part;
      for (LocatedWord word : words_of(piece)) {
        word.begin += characters;
        word.end += characters;
        expected.push_back(word);
      }
      text += piece + " ; ";
      for (const char c : piece) characters += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
      characters += 3;
    }
    ASSERT_EQ(words_of(text), expected) << text;
  }
}

TEST(LocatedWords, WordsLongerThanAStretch) {
  for (const std::size_t length : {63u, 64u, 1023u, 1024u, 1025u, 5000u}) {
    const std::string word(length, 'a');
    for (const char* const behind : {"", " b", "é", "-\nb"}) {
      const auto words = words_of("two words " + word + behind);
      ASSERT_GE(words.size(), 3u);
      const std::string whole = word + (*behind == ' ' || *behind == '-' ? behind[0] == '-' ? "b" : "" : behind);
      EXPECT_EQ(words[2].hash, hash_of(whole)) << length << behind;
    }
  }
}

TEST(LocatedWords, WhatDoesNotShowIsNotCompared) {
  for (const char* text : {"pla\u200Bgiarism", "pla\u2060giarism\uFEFF", "pla\u00AD\u200Bgiarism"}) {
    const auto words = words_of(text);
    ASSERT_EQ(words.size(), 1u) << text;
    EXPECT_EQ(words[0].hash, hash_of("plagiarism"));
    EXPECT_TRUE(words[0].hidden);
    EXPECT_EQ(words[0].end, text == std::string_view("pla\u00AD\u200Bgiarism") ? 12u : 11u);
  }
  // A joiner inside a Persian word is orthography.
  const auto persian = words_of("می\u200Cخواهم");
  ASSERT_EQ(persian.size(), 1u);
  EXPECT_FALSE(persian[0].hidden);
}

// What word processors and web pages put between syllables, and what keeps a line from ending between two words.
TEST(LocatedWords, ProgramsHideNoWord) {
  for (const char* text : {"pla\u00ADgia\u00ADrism", "pla\u00ADgiarism\u00AD", "плагиат\u00ADство"}) {
    const auto words = words_of(text);
    ASSERT_EQ(words.size(), 1u) << text;
    EXPECT_FALSE(words[0].hidden) << text;
  }
  EXPECT_EQ(words_of("pla\u00ADgia\u00ADrism")[0].hash, hash_of("plagiarism"));
  for (const char* text : {"Fig.\u20602", "(\u20602)", "one \u2060two", "one\u2060 two", "one\uFEFF\n\uFEFFtwo"})
    for (const LocatedWord& word : words_of(text)) EXPECT_FALSE(word.hidden) << text;
}

TEST(LocatedWords, LookAlikesAreFoldedWhereScriptsMix) {
  const auto mixed = words_of("pl\u0430giarism \u0420l\u0430y");
  ASSERT_EQ(mixed.size(), 2u);
  EXPECT_EQ(mixed[0].hash, hash_of("plagiarism"));
  EXPECT_EQ(mixed[1].hash, hash_of("play"));
  EXPECT_TRUE(mixed[0].look_alike && mixed[1].look_alike);
  const auto russian = words_of("рука");
  EXPECT_FALSE(russian[0].look_alike);
  EXPECT_EQ(russian[0].hash, hash_of("рука"));
}

// As letters in other dress are, but no symbol of a formula, and no word of a text in the other script.
TEST(LocatedWords, GreekSymbolsAtTheEdgeOfAWordAreNoDisguise) {
  for (const char* const text : {"TNFα", "IFNγ", "PPARγ2", "γH2AX", "IL1α", "Gβγ", "αβT", "TCRαβ", "tanα", "ρv"}) {
    ASSERT_EQ(words_of(text).size(), 1u) << text;
    EXPECT_FALSE(words_of(text)[0].look_alike) << text;
  }
  EXPECT_EQ(words_of("TNFα")[0].hash, words_of("tnfa")[0].hash);  // folded as before
  for (const char* const text : {"bαnana", "bαnanα", "γoαt", "TΝFα", "tnfо", "bananο", "Αnanas", "сαt"})
    EXPECT_TRUE(words_of(text)[0].look_alike) << text;
}

TEST(LocatedWords, WordsOfLookAlikesAreFoldedBetweenLatinOnes) {
  const auto hashes = [](std::string_view text) {
    std::vector<std::uint64_t> out;
    for (const LocatedWord& word : words_of(text)) out.push_back(word.hash);
    return out;
  };
  const auto flagged = [](std::string_view text) {
    std::size_t words = 0;
    for (const LocatedWord& word : words_of(text)) words += word.look_alike;
    return words;
  };
  const std::string_view english = "I saw a film of 12 copy by Sue 3 a";
  const std::string_view swapped = "\u0406 saw \u0430 film of 12 \u0441\u043e\u0440\u0443 by Sue 3 \u0391";
  EXPECT_EQ(hashes(swapped), hashes(english));
  EXPECT_EQ(flagged(swapped), 4u);
  for (const std::string_view as_it_is : {"Я видел а потом он", "видел а saw", "the α helix of γ rays", "а о у",
                                          "работает в Windows с Office и всё", "中 а 中"})
    EXPECT_EQ(flagged(as_it_is), 0u) << as_it_is;
  EXPECT_EQ(hashes("видел а потом")[1], hash_of("а"));
}

// The short way of words of ASCII and the way of all others give the same words.
TEST(LocatedWords, WhatStandsBehindAWordOfAsciiDoesNotChangeIt) {
  for (const std::string_view word :
       {"plain", "Upper", "h3llo", "10th", "a", "x1", "longer-than-sixteen-characters", "42"}) {
    const auto alone = words_of(word);
    const auto between = words_of(fmt::format("¿{}¿", word));
    ASSERT_EQ(between.size(), alone.size()) << word;
    for (std::size_t i = 0; i < alone.size(); ++i) {
      EXPECT_EQ(between[i].hash, alone[i].hash) << word;
      EXPECT_EQ(between[i].begin, alone[i].begin + 1);
      EXPECT_EQ(between[i].end, alone[i].end + 1);
    }
  }
}

// Characters that are words of their own keep fewer bits of their hashes: no two of them are the same by chance.
TEST(LocatedWords, NoTwoCharactersAreTakenForOne) {
  const std::uint8_t* const flags = char_flags();
  const auto normalizer = make_nfkc_casefold();
  std::unordered_map<std::uint64_t, std::string> seen;
  ByteBuffer folded;
  for (std::uint32_t c = 0x80; c < kCodePoints; ++c) {
    if ((flags[c] & kSoloChar) == 0) continue;
    std::string character;
    append_utf8(character, c);
    const auto words = words_of(character);
    if (words.size() != 1) continue;  // what does not show
    normalizer->apply(character, folded);
    const std::string_view form(folded.data(), folded.size());
    const auto [at, is_new] = seen.try_emplace(words[0].hash, form);
    EXPECT_TRUE(is_new || at->second == form) << character << " and " << at->second;
  }
  EXPECT_GT(seen.size(), 90000u);
  EXPECT_NE(light_word(1ull << 45, 40), light_word(0, 40));
}

TEST(LocatedWords, LigaturesWidthsAndCaseFold) {
  EXPECT_EQ(words_of("\uFB01nd")[0].hash, hash_of("find"));
  EXPECT_EQ(words_of("ＡＢＣ")[0].hash, hash_of("abc"));
  EXPECT_EQ(words_of("Straße")[0].hash, words_of("STRASSE")[0].hash);
}

std::vector<std::uint64_t> hashes_of(std::string_view text) {
  std::vector<std::uint64_t> out;
  for (const LocatedWord& word : words_of(text)) out.push_back(word.hash);
  return out;
}

TEST(LocatedWords, AreNoPartsOfGraphemeClusters) {
  const auto thai = words_of("กุ้งก");
  ASSERT_EQ(thai.size(), 3u);
  EXPECT_EQ(std::pair(thai[0].begin, thai[0].end), std::pair(0u, 3u));
  EXPECT_EQ(std::pair(thai[1].begin, thai[1].end), std::pair(3u, 4u));
  EXPECT_NE(thai[0].hash, thai[2].hash);
  EXPECT_EQ(weight_of(thai[0].hash), 3 * weight_of(thai[2].hash));
  EXPECT_EQ(words_of("x\u3099 \u0E38ก").size(), 2u);
  EXPECT_EQ(words_of("x \u0301y")[1].begin, 3u);
  EXPECT_EQ(words_of("ขำ\u200Bขํา")[0].hash, words_of("ขํา")[0].hash);  // NFKC
  std::string long_one = "ก";
  for (int i = 0; i < 100'000; ++i) long_one += "\u0E38";
  EXPECT_EQ(words_of(long_one + "ข").size(), 2u);
}

TEST(LocatedWords, KanaAreTheSameInEveryWidthAndForm) {
  const auto full = hashes_of("コンピューターデータベースプログラムのガイドブックがパ");
  EXPECT_EQ(hashes_of("ｺﾝﾋﾟｭｰﾀｰﾃﾞｰﾀﾍﾞｰｽﾌﾟﾛｸﾞﾗﾑのｶﾞｲﾄﾞﾌﾞｯｸか\u3099ﾊ\u309A"), full);
  for (const std::uint64_t word : full) EXPECT_EQ(weight_of(word), kWordWeight / 3);
}

// Without a call of the normaliser, the same as with it.
TEST(LocatedWords, ACharacterAloneIsComparedByItsForm) {
  const auto normalizer = make_nfkc_casefold();
  ByteBuffer folded;
  for (std::uint32_t c = 0x80; c < 0x20000; ++c) {
    if ((char_flags()[c] & (kSoloChar | kExtendsChar | kUnseenChar)) != kSoloChar) continue;
    std::string character;
    append_utf8(character, c);
    normalizer->apply(character, folded);
    const std::uint64_t hash = hash_of(folded.view());
    const auto words = words_of(character);
    ASSERT_EQ(words.size(), 1u) << character;
    EXPECT_EQ(words[0].hash, light_word(hash, weight_of(words[0].hash))) << character;
  }
}

TEST(LocatedWords, WhatIsWrittenOrLeftOutIsTheSameWord) {
  const auto same = [](std::string_view a, std::string_view b) {
    EXPECT_EQ(hashes_of(a), hashes_of(b)) << a << " " << b;
    for (const LocatedWord& word : words_of(a)) EXPECT_FALSE(word.look_alike || word.hidden) << a;
  };
  same("الكـــتاب", "الكتاب");
  same("العَرَبِيَّةُ", "العربية");
  same("كتابي مستشفى", "کتابی مستشفی");
  same("שָׁלוֹם", "שלום");
  same("İNSANLAR DİYARBAKIR", "insanlar diyarbakır");
  same("ΑΝΘΡΩΠΟΣ ΜΑΪΟΣ ΟΔΟΣ", "άνθρωπος Μάιος ὁδός");
  same("п'ять oʻzbek gʻalaba", "пʼять o'zbek g’alaba");
  EXPECT_EQ(words_of("don't").size(), 2u);
  EXPECT_EQ(words_of("ـــ \u064E x").size(), 2u);  // a word of nothing but what goes stays; a mark alone is none
  for (const auto& [a, b] : {std::pair("кафе", "кафё"), {"cafe", "café"}, {"сой", "сои"}, {"कि", "की"}, {"أب", "اب"}})
    EXPECT_NE(hashes_of(a), hashes_of(b)) << a;
}

TEST(LocatedWords, TagsFillersAndMarksOfDirectionAreNotCompared) {
  for (const char* text :
       {"pla\U000E0067giarism", "pla\U000E007Fgiarism", "pla\u202Egiarism", "pla\u200Egiarism", "pla\u2066giarism",
        "pla\u206Agiarism", "pla\u206Fgiarism", "pla\uFFF9giarism", "pla\uFFFBgiarism", "pla\U0001BCA0giarism",
        "pla\U0001D173giarism", "pla\uFE0Fgiarism", "pla\U000E0100giarism", "pla\u180Bgiarism", "pla\u180Fgiarism",
        "pla\u2065giarism", "pla\U000E0FFFgiarism"}) {
    const auto words = words_of(text);
    ASSERT_EQ(words.size(), 1u) << text;
    EXPECT_EQ(words[0].hash, hash_of("plagiarism")) << text;
    EXPECT_TRUE(words[0].hidden) << text;
  }
}

// A blank to a reader, whatever Unicode says.
TEST(LocatedWords, FillersThatStandForSpacesPartWords) {
  const std::string_view text =
      "the old bridge over the river was closed in the spring because two of its arches had moved and the town asked "
      "for a new one while people of the villages on the other side went round by the mill";
  for (const std::string_view filler : {"\u3164", "\uFFA0", "\u115F", "\u1160", "\u3164\u1160"})
    for (const int every : {1, 4}) {
      std::string written;
      int spaces = 0;
      for (const char c : text) c == ' ' && ++spaces % every == 0 ? written += filler : written += c;
      EXPECT_EQ(hashes_of(written), hashes_of(text)) << filler << every;
      std::string within;
      int letters = 0;
      for (const char c : text) {
        letters = c == ' ' ? 0 : letters + 1;
        if (letters == 3) within += filler;
        within += c;
      }
      EXPECT_EQ(hashes_of(within), hashes_of(text)) << filler;
    }
  const auto words = words_of("one\u3164two three");
  EXPECT_EQ(std::pair(words[0].end, words[1].begin), std::pair(3u, 4u));
  EXPECT_EQ(words[0].hidden, true);
  EXPECT_EQ(words_of("\uD55C\u3164a \u1112\u1160\u11AB").size(), 2u);  // Hangul
}

TEST(LocatedWords, AVariationIsNoWord) {
  EXPECT_EQ(words_of("I \u2764\uFE0F it").size(), 2u);
  EXPECT_EQ(words_of("\u845B\U000E0100\u845B\uFE00").size(), 2u);
  EXPECT_EQ(words_of("\u845B\U000E0100")[0].hash, words_of("\u845B")[0].hash);
  EXPECT_FALSE(words_of("5\uFE0F\u20E3")[0].hidden);
}

TEST(LocatedWords, LettersOfArmenianAreFoldedWhereScriptsMix) {
  EXPECT_EQ(words_of("s\u0585\u057Dnd")[0].hash, hash_of("sound"));
  EXPECT_TRUE(words_of("s\u0585\u057Dnd")[0].look_alike);
  EXPECT_EQ(words_of("it is \u057D\u0585 far")[2].hash, hash_of("uo"));
  for (const LocatedWord& word : words_of("\u0570\u0578\u057D \u0567 Windows \u0570\u0578\u057D Office \u0567"))
    EXPECT_FALSE(word.look_alike);
  EXPECT_EQ(words_of("\u0570\u0578\u057D")[0].hash, hash_of("\u0570\u0578\u057D"));
}

TEST(LocatedWords, LettersInAnotherDressFoldAndAreFlagged) {
  const auto flags = [](std::string_view text) {
    std::vector<bool> out;
    for (const LocatedWord& word : words_of(text)) out.push_back(word.look_alike);
    return out;
  };
  for (const char* text : {"\uFF50\uFF4C\uFF41\uFF59", "\U0001D429\U0001D425\U0001D41A\U0001D432", "p\U0001D425ay"}) {
    EXPECT_EQ(words_of(text)[0].hash, hash_of("play")) << text;
    EXPECT_EQ(flags(text), std::vector<bool>{true}) << text;
  }
  EXPECT_FALSE(flags("日本語の\uFF34\uFF36\uFF23です")[4]);
}

// The rest of the text is not counted anew for each of its longest words.
TEST(LocatedWords, ATextOfOneWordTakesAsLongAsAnother) {
  const auto seconds = [](std::string_view unit) {
    std::string text;
    while (text.size() < 48'000'000) text += unit;
    WordLocator locator(WordKind{});
    std::vector<LocatedWord> words;
    const auto begin = std::chrono::steady_clock::now();
    locator.locate(text, words);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  const double usual = seconds("some words of a text ");
  for (const std::string_view unit : {"a b ", "x"}) EXPECT_LT(seconds(unit), 10 * usual) << unit;
}

TEST(LocatedWords, SpacedLettersAreAWord) {
  const auto words = words_of("It is p l a g i a r i s m, J R R Tolkien");
  ASSERT_EQ(words.size(), 7u);
  EXPECT_EQ(words[2], (LocatedWord{hash_of("plagiarism"), 6, 25}));
  EXPECT_EQ(words_of("a b c")[2], (LocatedWord{hash_of("c"), 4, 5}));
  EXPECT_EQ(words_of("a b c de").size(), 4u);
  EXPECT_EQ(words_of("a b c d\u00e9").size(), 4u);
  EXPECT_EQ(words_of("xa b c d").size(), 4u);
  EXPECT_EQ(words_of("a b c d").size(), 1u);
}

TEST(LocatedWords, DigitsAmongLettersStandForLetters) {
  EXPECT_EQ(words_of("pl4g14r15m")[0].hash, hash_of("plagiarism"));
  EXPECT_NE(words_of("1945")[0].hash, words_of("19as")[0].hash);
  EXPECT_EQ(words_of("win32")[0].hash, hash_of("win32"));
}

// A word takes eleven times its bytes while it is folded: none is as long as a text without a space.
TEST(LocatedWords, NoWordIsLongerThan65536Bytes) {
  constexpr std::uint32_t kLongest = 1u << 16;
  const std::string letters(2 * kLongest + 10, 'x');
  for (const std::string& text : {letters, "\u00E9" + letters.substr(2), letters.substr(9) + "Y234567\u00E9"}) {
    const auto words = words_of(text);
    ASSERT_EQ(words.size(), 3u);
    std::uint32_t at = 0;
    for (const LocatedWord& word : words) {
      EXPECT_EQ(word.begin, at);
      EXPECT_LE(word.end - word.begin, kLongest);
      at = word.end;
    }
  }
  EXPECT_EQ(words_of(letters)[1], (LocatedWord{words_of(letters)[0].hash, kLongest, 2 * kLongest}));
  EXPECT_EQ(words_of(letters)[2], (LocatedWord{hash_of("xxxxxxxxxx"), 2 * kLongest, 2 * kLongest + 10}));
  EXPECT_EQ(words_of(letters.substr(0, kLongest)).size(), 1u);

  std::string spaced, large;
  for (std::uint32_t i = 0; i < kLongest + 20; ++i) spaced += "x ", large += "\uFDFA";
  ASSERT_EQ(words_of(spaced).size(), 2u);
  EXPECT_EQ(words_of(spaced)[1], (LocatedWord{hash_of(letters.substr(0, 20)), 2 * kLongest, 2 * kLongest + 39}));
  ASSERT_EQ(words_of(large).size(), 4u);
  EXPECT_EQ(words_of(large)[0].end, kLongest / 3 + 1);  // of three bytes each
}

// Where none of the six differences matters, the words are those of the tokeniser.
TEST(LocatedWords, AreTheTokensOfUnicode) {
  const auto tokens = make_unicode_tokens(hash::kPublicKey);
  for (const std::string& text :
       {std::string("The quick, brown 3.5 foxes' dens"), std::string("日本語とEnglish混在"), std::string("ไทย ภาษา"),
        std::string("a--b c_d e\tf"), std::string("\xE2\x82 broken \xFF bytes")}) {
    std::vector<std::uint64_t> expected;
    tokens->append_hashes(text, true, expected);
    std::vector<std::uint64_t> found;
    for (const LocatedWord& word : words_of(text)) found.push_back(word.hash);
    ASSERT_EQ(found.size(), expected.size()) << text;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::uint32_t weight = weight_of(found[i]);
      EXPECT_EQ(found[i], weight < kWordWeight ? light_word(expected[i], weight) : expected[i]) << text;
    }
  }
}

TEST(WordLocator, OfSourceCodeGivesItsTokensWithTheirPlaces) {
  std::vector<LocatedWord> words;
  const std::string_view text = "/* ä */ int größe = 0x1F; // x\ns = \"ö\" + u8'c';\n#include <a.h>";
  WordLocator({.code = &c_language()}).locate(text, words);
  const std::vector<std::string_view> tokens = {"int", "id", "=",   "num", ";",        "id", "=",
                                                "str", "+",  "str", ";",   "#include", "str"};
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> places = {{8, 11},  {12, 17}, {18, 19}, {20, 24}, {24, 25},
                                                                       {31, 32}, {33, 34}, {35, 38}, {39, 40}, {41, 46},
                                                                       {46, 47}, {48, 56}, {57, 62}};
  ASSERT_EQ(words.size(), tokens.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    EXPECT_EQ(words[i].hash, hash::hash_bytes(hash::kPublicKey, tokens[i].data(), tokens[i].size())) << i;
    EXPECT_EQ(std::pair(words[i].begin, words[i].end), places[i]) << i;
  }
}

}  // namespace
}  // namespace textkin::text
