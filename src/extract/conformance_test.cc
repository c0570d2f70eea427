// What every extractor of the catalogue promises, whatever the bytes are.
#include <gtest/gtest.h>

#include <ostream>
#include <random>
#include <string>

#include "base/utf8.h"
#include "extract/catalog.h"

namespace textkin::extract {

// What a failure names.
void PrintTo(const Extractor& extractor, std::ostream* out) { *out << extractor.name; }

namespace {

// A small file of each kind; packed ones without compression.
std::string sample(std::string_view name) {
  if (name == "html")
    return "<!doctype html><p style='color:white'>a<table><tr><td>b<b>c</table><script>d</script>&amp;";
  if (name == "markdown") return "# a\n\n```x\nb\n```\n[c](d \"e\") <f> <!-- g -->\n[1]: h\n`i` \\[\n";
  if (name == "subtitles") return "1\n00:00:01,000 --> 00:00:02,500\na\xFC b\n\n2\n00:00:03,000 --> ";
  if (name == "odt") return "<d><body><text><p>a<span>b</span><s c='3'/><note><p>c</p></note></p></text></body></d>";
  if (name == "rtf")
    return "{\\rtf1\\ansicpg1252{\\colortbl;\\red255;}a\\'fc\\u8212 ?{\\v b}{\\*\\c d}\\par{\\bin2 }}}e}";
  if (name == "ipynb")
    return R"({"cells":[{"cell_type":"code","outputs":[{}],"source":["a = 1\n","b"]},{"source":"c\u00e9"}],"nbformat":4})";
  if (name == "pdf") return "%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n";
  return "Größe \xD0\xB1\xE5\n";
}

class EachExtractor : public testing::TestWithParam<Extractor> {
 protected:
  // Text is valid UTF-8, notes are lines, errors say something; and a second time all is the same.
  void expect_good(const std::string& bytes) {
    const std::string_view suffix = GetParam().suffixes.substr(0, GetParam().suffixes.find(' '));
    const Result<Extracted> once = extract(suffix, bytes, {});
    const Result<Extracted> again = extract(suffix, bytes, {});
    ASSERT_EQ(once.ok(), again.ok());
    if (!once.ok()) {
      EXPECT_EQ(once.status().message(), again.status().message());
      EXPECT_EQ(once.status().code(), Code::kBadInput);
      EXPECT_FALSE(once.status().message().empty());
      return;
    }
    EXPECT_EQ(once->text, again->text);
    EXPECT_EQ(once->notes, again->notes);
    EXPECT_EQ(once->flags, again->flags);
    std::string repaired;
    base::append_valid_utf8(once->text, repaired);
    EXPECT_EQ(repaired, once->text);
    for (const std::string& note : once->notes) EXPECT_EQ(note.find('\n'), std::string::npos) << note;
  }
  // A process a file: fewer of them.
  bool is_slow() const { return GetParam().name == "pdf"; }
};

TEST_P(EachExtractor, TakesNothingAndLittle) {
  for (const std::string& bytes :
       {std::string(), std::string(" "), std::string("\n"), std::string(1, '\0'), std::string("<"), std::string("P"),
        std::string("PK"), std::string("PK\x03\x04"), std::string("\xFF")})
    expect_good(bytes);
}

TEST_P(EachExtractor, TakesWhatIsCutAnywhere) {
  const std::string whole = sample(GetParam().name);
  for (std::size_t size = 0; size <= whole.size(); size += is_slow() ? 20 : 1) expect_good(whole.substr(0, size));
}

TEST_P(EachExtractor, TakesRandomBytes) {
  std::mt19937 random(7);
  for (int repeat = 0; repeat < (is_slow() ? 4 : 100); ++repeat) {
    std::string bytes = sample(GetParam().name);
    if (repeat % 2 == 0) bytes.assign(random() % 2000, '\0');
    const std::size_t changes = repeat % 2 == 0 ? bytes.size() : 1 + random() % 10;
    for (std::size_t i = 0; i < changes && !bytes.empty(); ++i)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    expect_good(bytes);
  }
}

TEST_P(EachExtractor, TakesMuchInLittleTime) {
  if (is_slow()) GTEST_SKIP() << "that is pdftotext's";
  const std::string one = sample(GetParam().name);
  std::string bytes;
  while (bytes.size() < 1'000'000) bytes += one;
  expect_good(bytes);
  for (const char* part :
       {"<", "[", "](", "`", "```\n", "<!--", "\\", "&", "<p>", "</p>", "\n", "~~~ x\n", "<a b=\"", "PK\x03\x04"}) {
    bytes.clear();
    while (bytes.size() < 200'000) bytes += part;
    expect_good(bytes);
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EachExtractor, testing::ValuesIn(extractors().begin(), extractors().end()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Catalogue, KnowsSuffixesInAnyCase) {
  EXPECT_EQ(extractor_of("docx").name, "docx");
  EXPECT_EQ(extractor_of("HtM").name, "html");
  EXPECT_EQ(extractor_of("markdown").name, "markdown");
  EXPECT_EQ(extractor_of("txt").name, "text");
  EXPECT_EQ(extractor_of("").name, "text");
  EXPECT_EQ(extractor_of("do").name, "text");
}

}  // namespace
}  // namespace textkin::extract
