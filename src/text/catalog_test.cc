#include "text/catalog.h"

#include <string>

#include "gtest/gtest.h"

namespace textkin::text {
namespace {

TEST(Catalog, EveryEntryMakesAShingler) {
  for (const TextStep& entry : normalizers()) {
    TextSpec spec;
    spec.normalizers = {std::string(entry.name)};
    EXPECT_TRUE(make_shingler(spec).ok()) << entry.name;
    EXPECT_TRUE(entry.version.starts_with(std::string(entry.name) + ".v")) << entry.version;
    EXPECT_FALSE(entry.doc.empty());
    EXPECT_TRUE(describe(spec).starts_with(std::string(entry.version) + "|unicode.v1|")) << describe(spec);
  }
  for (const TextStep& entry : tokenizers()) {
    TextSpec spec;
    spec.tokens = std::string(entry.name);
    EXPECT_TRUE(make_shingler(spec).ok()) << entry.name;
    EXPECT_NE(describe(spec).find("|" + std::string(entry.version) + "|"), std::string::npos);
  }
}

TEST(Catalog, DescribesTheWholeIdentity) {
  TextSpec spec;
  EXPECT_EQ(describe(spec).rfind("nfkc-casefold.v1|unicode.v1|word:5|set|shingle.v2|unicode-", 0), 0u);
  spec.normalizers = {"ascii-lower", "strip-space"};
  spec.unit = ShingleUnit::kCharacter;
  spec.shingle_size = 9;
  spec.multiset = true;
  EXPECT_EQ(describe(spec).rfind("ascii-lower.v1,strip-space.v1|code-points.v1|char:9|multiset|shingle.v2|", 0), 0u);
}

TEST(Catalog, NamesTheNearestName) {
  TextSpec spec;
  spec.normalizers = {"nfkc-casefolt"};
  const Status normalizer = make_shingler(spec).status();
  EXPECT_EQ(normalizer.code(), Code::kInvalidArgument);
  EXPECT_EQ(normalizer.message(), "there is no normalizer 'nfkc-casefolt'; did you mean 'nfkc-casefold'?");
  spec = TextSpec();
  spec.tokens = "sentencepiece";
  EXPECT_EQ(make_shingler(spec).status().message(),
            "there is no tokenizer 'sentencepiece'; choose among 'unicode' 'ascii' 'whitespace' 'icu' 'html' 'anchors' "
            "'links'");
}

TEST(Catalog, ParsesShingles) {
  TextSpec spec;
  ASSERT_TRUE(parse_shingle("char:9", spec).ok());
  EXPECT_EQ(spec.unit, ShingleUnit::kCharacter);
  EXPECT_EQ(spec.shingle_size, 9u);
  ASSERT_TRUE(parse_shingle("word:1024", spec).ok());
  EXPECT_EQ(spec.unit, ShingleUnit::kWord);
  EXPECT_EQ(spec.shingle_size, 1024u);
}

TEST(Catalog, RefusesWrongShinglesAndKeepsTheSpec) {
  for (const char* text : {"", ":", "word", "word:", "word:0", "word:1025", "word:-1", "word:5x", "word: 5", "word:5 ",
                           "char:99999999999999999999", "line:3", "WORD:3", "wrod:5", "5"}) {
    TextSpec spec;
    const Status status = parse_shingle(text, spec);
    EXPECT_EQ(status.code(), Code::kInvalidArgument) << text;
    EXPECT_NE(status.message().find("'" + std::string(text) + "'"), std::string::npos) << status.message();
    EXPECT_EQ(spec.shingle_size, 5u);
    EXPECT_EQ(spec.unit, ShingleUnit::kWord);
  }
  TextSpec spec;
  EXPECT_NE(parse_shingle("wrod:5", spec).message().find("did you mean 'word:K'"), std::string::npos);
  for (const std::uint32_t size : {0u, 1025u}) {
    spec.shingle_size = size;
    EXPECT_EQ(make_shingler(spec).status().code(), Code::kInvalidArgument);
  }
}

}  // namespace
}  // namespace textkin::text
