#include "extract/charset.h"

#include <gtest/gtest.h>
#include <unicode/ucnv.h>
#include <unicode/unistr.h>

#include <string>

namespace textkin::extract {
namespace {

std::string encoded(const std::string& utf8, const char* charset) {
  const icu::UnicodeString text = icu::UnicodeString::fromUTF8(utf8);
  std::string out(4 * utf8.size() + 16, '\0');
  UErrorCode error = U_ZERO_ERROR;
  UConverter* converter = ucnv_open(charset, &error);
  const auto size =
      ucnv_fromUChars(converter, out.data(), static_cast<int>(out.size()), text.getBuffer(), text.length(), &error);
  ucnv_close(converter);
  EXPECT_TRUE(U_SUCCESS(error)) << charset;
  out.resize(static_cast<std::size_t>(size));
  return out;
}

constexpr const char* kText = "Größe: naïve café, 😀 and 川は一夜で.\r\n";

TEST(Decode, TakesUnicodeWithoutAMark) {
  for (const char* charset : {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"}) {
    const Result<Decoded> decoded = decode(encoded(kText, charset));
    ASSERT_TRUE(decoded.ok()) << charset;
    EXPECT_EQ(decoded->text, kText) << charset;
    EXPECT_EQ(decoded->charset, charset);
    EXPECT_TRUE(decoded->guessed);
  }
}

TEST(Decode, BelievesAMark) {
  for (const auto& [mark, charset] : {std::pair<std::string, const char*>{"\xFF\xFE", "UTF-16LE"},
                                      {"\xFE\xFF", "UTF-16BE"},
                                      {{"\xFF\xFE\0\0", 4}, "UTF-32LE"},
                                      {"\xEF\xBB\xBF", "UTF-8"}}) {
    const Result<Decoded> decoded = decode(mark + encoded(kText, charset));
    ASSERT_TRUE(decoded.ok());
    EXPECT_EQ(decoded->text, kText) << charset;
    EXPECT_FALSE(decoded->guessed);
  }
}

TEST(Decode, LongTextsComeWhole) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += i % 7 == 0 ? "😀" : "aé";
  EXPECT_EQ(decode(encoded(text, "UTF-16LE"))->text, text);
}

TEST(Decode, LeavesUtf8AsItIs) {
  const Result<Decoded> decoded = decode(kText, "windows-1251");
  EXPECT_EQ(decoded->text, kText);
  EXPECT_TRUE(charset_note(*decoded).empty());
  EXPECT_EQ(decode(std::string("a\0b", 3))->text, std::string("a\0b", 3));
}

TEST(Decode, BelievesADeclarationWhereItIsNoUtf8) {
  EXPECT_EQ(decode("\xCF\xF0\xE8\xE2\xE5\xF2", "windows-1251")->text, "Привет");
  EXPECT_EQ(decode("\x93quoted\x94", "ISO-8859-1")->text, "“quoted”");
  EXPECT_TRUE(decode("caf\xE9", "no-such-charset")->guessed);
}

TEST(Decode, TakesOnlyWhatBrowsersKnow) {
  for (const char* other : {"utf-16", "utf-32be", "utf-7", "ibm-37", "ibm-855", "scsu", "hz-gb-2312"})
    for (const char* bytes : {"A caf\xE9.", "A caf\xE9, two."}) {
      const Result<Decoded> decoded = decode(bytes, other);
      EXPECT_EQ(decoded->text.substr(0, 7), "A café") << other;
      EXPECT_TRUE(decoded->guessed);
    }
  for (const char* known : {"latin1", "ascii", "cp1252", "x-sjis", "ks_c_5601-1987", "csgb2312", "mac", "logical"})
    EXPECT_EQ(decode("A caf\xE9", known)->text.substr(0, 5), "A caf") << known;
  EXPECT_EQ(decode("\x93quoted\x94", "latin1")->text, "“quoted”");
}

TEST(Decode, AFewDamagedBytesLeaveUtf8AsItIs) {
  const std::string russian = "Медленная осенняя луна поднимается за семью кривыми амбарами";
  const std::string french = "Le père a mangé une pêche; sa mère a préféré un thé près de la fenêtre.";
  for (const auto& [bytes, text] :
       {std::pair{russian.substr(0, russian.size() - 1), russian.substr(0, russian.size() - 2) + "�"},
        {french + " \xFF fin", french + " � fin"},
        {french + " � \xC3", french + " � �"}})
    for (const char* declared : {"", "windows-1251"}) {
      const Result<Decoded> decoded = decode(bytes, declared);
      EXPECT_EQ(decoded->text, text);
      EXPECT_EQ(charset_note(*decoded), "read as UTF-8, by its look, though one place of it is none");
    }
  EXPECT_EQ(charset_note(*decode(french + "\xFF" + french + "\xFE")),
            "read as UTF-8, by its look, though 2 places of it are none");
  // Pairs that are no UTF-8 but by chance.
  EXPECT_EQ(decode("\xC9\xBB, \xE9t\xE9 \xDC\xAB sch\xF6n")->text, "É», été Ü« schön");
}

TEST(Decode, TakesNoLettersOfAsciiForChinese) {
  using namespace std::string_literals;
  for (const std::string& bytes : {"\0aarp\n"s, "no zip at all\0"s, "one\0two\0 and three\n"s}) {
    const Result<Decoded> decoded = decode(bytes);
    ASSERT_TRUE(decoded.ok());
    EXPECT_EQ(decoded->charset, "UTF-8") << bytes;
    EXPECT_EQ(decoded->text, bytes);
  }
  for (const char* text : {"да и нет", "एक नदी दो", "מים רבים", "一 丁七\n", "河水涨了 桥\n"})
    for (const char* charset : {"UTF-16LE", "UTF-16BE"}) EXPECT_EQ(decode(encoded(text, charset))->text, text) << text;
}

TEST(Decode, KnowsTheEscapesOfJapaneseMails) {
  const std::string text = "From: 川\r\n川は一夜で古い水車を越え。\r\n";
  for (const char* declared : {"", "utf-8"}) {
    const Result<Decoded> decoded = decode(encoded(text, "ISO-2022-JP"), declared);
    ASSERT_TRUE(decoded.ok());
    EXPECT_EQ(decoded->text, text);
    EXPECT_EQ(charset_note(*decoded), "read as ISO-2022-JP, by its look");
  }
  for (const char* plain : {"\x1B[1mbold\x1B[0m\n", "\x1B$B\x7F\x7F!\n", "ESC $B\n"})
    EXPECT_EQ(decode(plain)->text, plain);
}

TEST(Decode, TellsUkrainianFromRussian) {
  const std::string text =
      "Річка поволі тече крізь долину, і їхні діти грають біля старого млина. Її ґанок стоїть над водою, де є місце.\n";
  EXPECT_EQ(decode(encoded(text, "KOI8-U"))->text, text);
  const std::string russian =
      "Река медленно течёт через долину, и дети играют у старой мельницы. Её крыльцо стоит над водой, где есть место.\n"
      "╔═╗ ║я║ ╚═╝\n";
  EXPECT_EQ(decode(encoded(russian, "KOI8-R"))->text, russian);
}

TEST(Decode, RefusesWhatIsNoText) {
  using namespace std::string_literals;
  EXPECT_EQ(decode("\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\x01\x02\xFF\xFE"s).status().code(), Code::kBadInput);
  EXPECT_EQ(decode("\x01\x02\xFF").status().code(), Code::kBadInput);
}

}  // namespace
}  // namespace textkin::extract
