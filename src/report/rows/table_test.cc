// The bytes of each table, as they have been since its first version: who reads them counts on every one.
#include "report/rows/table.h"

#include <gtest/gtest.h>

#include <string>

#include "report/rows/dedup_rows.h"
#include "report/rows/distance_rows.h"
#include "report/rows/pair_rows.h"
#include "report/rows/passage_rows.h"
#include "report/rows/problem_rows.h"
#include "report/rows/ranking_rows.h"
#include "report/rows/rule_rows.h"
#include "report/rows/simhash_rows.h"

namespace textkin::report {
namespace {

template <class Row>
std::string written(const Format& format, const Row& row, std::size_t columns = Table<Row>::kAll) {
  const Table<Row> table(format, columns);
  std::string bytes;
  table.append_header(bytes);
  table.append_row(row, bytes);
  return bytes;
}

TEST(Table, OfPairs) {
  PairRow row{.a = "x", .b = "y", .similarity = 0.5, .lower = 0.5, .upper = 0.5, .shared = 1, .size_a = 1, .size_b = 2};
  EXPECT_EQ(written(tsv_format(), row, kPairColumnsWithoutP),
            "a\tb\tsimilarity\tlower\tupper\tbasis\tshared\tsize_a\tsize_b\nx\ty\t0.5\t0.5\t0.5\texact\t1\t1\t2\n");
  EXPECT_EQ(written(jsonl_format(), row, kPairColumnsWithoutP),
            "{\"a\":\"x\",\"b\":\"y\",\"similarity\":0.5,\"lower\":0.5,\"upper\":0.5,\"basis\":\"exact\",\"shared\":1,"
            "\"size_a\":1,\"size_b\":2}\n");
  row.log10_p_value = -3.5;
  row.estimate = 0.25;
  EXPECT_EQ(written(tsv_format(), row),
            "a\tb\tsimilarity\tlower\tupper\tbasis\tshared\tsize_a\tsize_b\tlog10_p_value\testimate\n"
            "x\ty\t0.5\t0.5\t0.5\texact\t1\t1\t2\t-3.5\t0.25\n");
  EXPECT_EQ(written(jsonl_format(), row),
            "{\"a\":\"x\",\"b\":\"y\",\"similarity\":0.5,\"lower\":0.5,\"upper\":0.5,\"basis\":\"exact\",\"shared\":1,"
            "\"size_a\":1,\"size_b\":2,\"log10_p_value\":-3.5,\"estimate\":0.25}\n");
}

TEST(Table, NumbersThatAreTheSameStandWhereTheyAre) {
  const auto numbers = [](double similarity, double lower, double upper) {
    const std::string row =
        written(tsv_format(), PairRow{.a = "x", .b = "y", .similarity = similarity, .lower = lower, .upper = upper});
    const std::size_t begin = row.find("\nx\ty\t") + 5;
    return row.substr(begin, row.find("\texact") - begin);
  };
  EXPECT_EQ(numbers(0.5, 0.25, 0.5), "0.5\t0.25\t0.5");
  EXPECT_EQ(numbers(0.5, 0.25, 0.25), "0.5\t0.25\t0.25");
  EXPECT_EQ(numbers(1, 1, 0.125), "1.0\t1.0\t0.125");
  EXPECT_EQ(numbers(0, 0, -0.0), "0.0\t0.0\t-0.0");
}

TEST(Table, OfPassages) {
  const Passage passage{
      .a_offset = 1, .a_length = 2, .b_offset = 3, .b_length = 4, .a_words = 4, .b_words = 3, .equal = 2};
  EXPECT_EQ(written(tsv_format(), PassageRow{"x", "y", passage}),
            "a\tb\ta_offset\ta_length\tb_offset\tb_length\ta_words\tb_words\tidentity\nx\ty\t1\t2\t3\t4\t4\t3\t0.5\n");
  EXPECT_EQ(written(jsonl_format(), PassageRow{"x", "y", passage}),
            "{\"a\":\"x\",\"b\":\"y\",\"a_offset\":1,\"a_length\":2,\"b_offset\":3,\"b_length\":4,\"a_words\":4,"
            "\"b_words\":3,\"identity\":0.5}\n");
}

TEST(Table, OfARanking) {
  Page page;
  page.documents.resize(2);
  page.documents[0].id = "x";
  page.documents[0].counted = 8;
  page.documents[1].id = "y";
  PagePair pair;
  pair.b = 1;
  pair.a_matched = 4;
  pair.b_matched = 3;
  pair.a_equal = pair.b_equal = pair.longest = 2;
  pair.counted = pair.rare_words = 1;
  const RankingRow row = ranking_row(page, pair);
  EXPECT_EQ(written(tsv_format(), row),
            "a\tb\tlongest\tmatched_a\tmatched_b\tequal_a\tequal_b\twords_a\twords_b\tshare_a\tshare_b\tpassages\t"
            "rare_words\tsimilarity\nx\ty\t2\t4\t3\t2\t2\t8\t0\t0.25\t0.0\t1\t1\t\n");
  pair.similarity = 0.5;
  EXPECT_EQ(written(jsonl_format(), ranking_row(page, pair)),
            "{\"a\":\"x\",\"b\":\"y\",\"longest\":2,\"matched_a\":4,\"matched_b\":3,\"equal_a\":2,\"equal_b\":2,"
            "\"words_a\":8,\"words_b\":0,\"share_a\":0.25,\"share_b\":0.0,\"passages\":1,\"rare_words\":1,"
            "\"similarity\":0.5}\n");
}

TEST(Table, OfRules) {
  const RuleRow row{.a = "x", .b = "y", .similarity = 0.25, .confidence = 1, .shared = 1, .size_a = 2, .size_b = 3};
  EXPECT_EQ(written(tsv_format(), row),
            "a\tb\tsimilarity\tconfidence\tshared\tsize_a\tsize_b\nx\ty\t0.25\t1.0\t1\t2\t3\n");
  EXPECT_EQ(written(jsonl_format(), row),
            "{\"a\":\"x\",\"b\":\"y\",\"similarity\":0.25,\"confidence\":1.0,\"shared\":1,\"size_a\":2,"
            "\"size_b\":3}\n");
}

TEST(Table, OfDistances) {
  const DistanceRow row{.a = "x", .b = "y", .shared = 1, .hashes = 2};
  EXPECT_EQ(written(tsv_format(), row),
            "a\tb\tdistance\tp_value\tjaccard\tlower\tupper\tshared\thashes\nx\ty\t1.0\t\t0.0\t0.0\t1.0\t1\t2\n");
  const DistanceRow known{.a = "x", .b = "y", .p_value = 0.125, .shared = 1, .hashes = 2};
  EXPECT_EQ(written(tsv_format(), known),
            "a\tb\tdistance\tp_value\tjaccard\tlower\tupper\tshared\thashes\nx\ty\t1.0\t0.125\t0.0\t0.0\t1.0\t1\t2\n");
  EXPECT_EQ(written(jsonl_format(), row),
            "{\"a\":\"x\",\"b\":\"y\",\"distance\":1.0,\"p_value\":null,\"jaccard\":0.0,\"lower\":0.0,\"upper\":1.0,"
            "\"shared\":1,\"hashes\":2}\n");
}

TEST(Table, OfFingerprints) {
  const SimHashRow row{.a = "x", .b = "y", .distance = 3, .estimate = 0.5, .cosine = 1, .jaccard = 0};
  EXPECT_EQ(written(tsv_format(), row), "a\tb\tdistance\testimate\tcosine\tjaccard\nx\ty\t3\t0.5\t1.0\t0.0\n");
  EXPECT_EQ(written(jsonl_format(), row),
            "{\"a\":\"x\",\"b\":\"y\",\"distance\":3,\"estimate\":0.5,\"cosine\":1.0,\"jaccard\":0.0}\n");
  EXPECT_EQ(written(tsv_format(), SimHashClusterRow{"x", "y", 2}), "cluster\tid\tdistance\nx\ty\t2\n");
  EXPECT_EQ(written(tsv_format(), SimHashPlanRow{1, 2, 3, 4, 0.5, 1e20, true}),
            "blocks\ttables\tleast_key_bits\tmost_key_bits\tmatches_a_probe\tstorage_bytes\tchosen\n"
            "1\t2\t3\t4\t0.5\t1e+20\tyes\n");
}

TEST(Table, OfADedup) {
  EXPECT_EQ(written(jsonl_format(), RemovedRow{"x", "y", 1, true, ""}),
            "{\"id\":\"x\",\"kept\":\"y\",\"similarity\":1.0,\"basis\":\"exact\",\"cluster\":\"y\","
            "\"reason\":\"identical\",\"kept_in\":\"\"}\n");
  EXPECT_EQ(written(jsonl_format(), RemovedRow{"x", "y", 1, false, "against"}),
            "{\"id\":\"x\",\"kept\":\"y\",\"similarity\":1.0,\"basis\":\"exact\",\"cluster\":\"y\","
            "\"reason\":\"similar\",\"kept_in\":\"against\"}\n");
  EXPECT_EQ(written(tsv_format(), ClusterRow{"x", "x", true, 1, "input"}),
            "cluster\tid\trole\tsimilarity\tkept_in\nx\tx\tkept\t1.0\tinput\n");
  EXPECT_EQ(written(tsv_format(), ClusterRow{"x", "y", false, 0.5, "against"}),
            "cluster\tid\trole\tsimilarity\tkept_in\nx\ty\tremoved\t0.5\tagainst\n");
}

TEST(Table, OfProblems) {
  EXPECT_EQ(written(jsonl_format(), ProblemRow{"f", 0, "r", "m"}),
            "{\"file\":\"f\",\"line\":null,\"reason\":\"r\",\"message\":\"m\"}\n");
  EXPECT_EQ(written(jsonl_format(), ProblemRow{"f", 7, "r", "m"}),
            "{\"file\":\"f\",\"line\":7,\"reason\":\"r\",\"message\":\"m\"}\n");
}

TEST(Formats, AreFoundByName) {
  EXPECT_EQ(*find_format("tsv"), &tsv_format());
  EXPECT_EQ(*find_format("jsonl"), &jsonl_format());
  EXPECT_EQ(tsv_format().name, "tsv");
  EXPECT_EQ(jsonl_format().name, "jsonl");
}

TEST(Formats, ThatACommandHasBesideThemAreNull) {
  constexpr std::array<std::string_view, 1> own{"pan"};
  EXPECT_EQ(*find_format("pan", own), nullptr);
  EXPECT_EQ(*find_format("tsv", own), &tsv_format());
}

TEST(Formats, AllAreNamedWhereOneIsUnknown) {
  constexpr std::array<std::string_view, 1> own{"pan"};
  EXPECT_EQ(find_format("xml").status().code(), Code::kInvalidArgument);
  EXPECT_EQ(find_format("xml").status().message(), "no format 'xml'; there are tsv, jsonl");
  EXPECT_EQ(find_format("pan").status().message(), "no format 'pan'; there are tsv, jsonl");
  EXPECT_EQ(find_format("xml", own).status().message(), "no format 'xml'; there are tsv, jsonl, pan");
  constexpr std::array<std::string_view, 2> two{"pan", "html"};
  EXPECT_EQ(find_format("", two).status().message(), "no format ''; there are tsv, jsonl, pan, html");
  EXPECT_EQ(find_format("TSV", two).status().code(), Code::kInvalidArgument);
}

}  // namespace
}  // namespace textkin::report
