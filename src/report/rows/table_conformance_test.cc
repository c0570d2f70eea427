// One suite over every format of the catalogue: an addition needs its reader in kReaders and nothing else here. Each
// format writes rows of cells that are hard to write, which the reader must find again, cell by cell; and each table.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "report/formats/catalog.h"
#include "report/rows/candidate_rows.h"
#include "report/rows/dedup_rows.h"
#include "report/rows/distance_rows.h"
#include "report/rows/linked_rows.h"
#include "report/rows/pair_rows.h"
#include "report/rows/passage_rows.h"
#include "report/rows/problem_rows.h"
#include "report/rows/ranking_rows.h"
#include "report/rows/rule_rows.h"
#include "report/rows/simhash_rows.h"
#include "report/rows/table.h"

namespace textkin::report {

// What a failure names.
void PrintTo(const Format& format, std::ostream* out) { *out << format.name; }

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// What a reader finds: names, and for each row what stands in its cells, as words.
struct Read {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> rows;
};

// How a format writes what not all can: whole numbers and texts are the same in each.
struct Reader {
  Read (*read)(const std::string& bytes);
  std::string empty, yes, no, infinity, less, none;
  std::string (*text)(const std::string& bytes);  // what is read of a text of such bytes
};

std::string unescaped(std::string_view field) {
  std::string out;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] != '\\') {
      out += field[i];
      continue;
    }
    const std::string_view names = "tnr\\";
    out += std::string_view("\t\n\r\\").at(names.find(field.at(++i)));
  }
  return out;
}

Read read_tsv(const std::string& bytes) {
  Read read;
  std::istringstream lines(bytes);
  for (std::string line; std::getline(lines, line, '\n');) {
    std::vector<std::string> row;
    for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
      end = line.find('\t', begin);
      row.push_back(unescaped(std::string_view(line).substr(begin, end - begin)));
    }
    read.names.empty() ? void(read.names = row) : read.rows.push_back(row);
  }
  return read;
}

Read read_jsonl(const std::string& bytes) {
  Read read;
  std::istringstream lines(bytes);
  for (std::string line; std::getline(lines, line, '\n');) {
    const auto object = nlohmann::ordered_json::parse(line);
    std::vector<std::string>& row = read.rows.emplace_back();
    read.names.clear();
    for (const auto& [name, value] : object.items()) {
      read.names.push_back(name);
      row.push_back(value.is_string() ? value.get<std::string>() : value.dump());
    }
  }
  return read;
}

std::string same(const std::string& bytes) { return bytes; }
std::string valid(const std::string& bytes) { return bytes == "\xFF\xC3" ? "\xEF\xBF\xBD\xEF\xBF\xBD" : bytes; }

const std::map<std::string_view, Reader> kReaders{
    {"tsv", {read_tsv, "", "yes", "no", "inf", "-inf", "nan", same}},
    {"jsonl", {read_jsonl, "null", "true", "false", "null", "null", "null", valid}},
};

struct HardRow {
  std::string text{};
  std::uint64_t whole = 0;
  double real = 0;
  bool flag = false;
  std::optional<double> maybe = std::nullopt;
};

}  // namespace

template <>
inline constexpr auto kColumns<HardRow> = std::tuple{
    Column{"a text", &HardRow::text}, Column{"whole", &HardRow::whole},
    Column{"real", &HardRow::real},   Column{"flag", &HardRow::flag},
    Column{"maybe", &HardRow::maybe}, Column{"\"quoted\"", [](const HardRow&) { return "always"; }},
};

namespace {

class EveryFormat : public testing::TestWithParam<Format> {
 protected:
  const Reader& reader() const { return kReaders.at(GetParam().name); }

  template <class Row>
  Read written(const std::vector<Row>& rows, std::size_t columns = Table<Row>::kAll) const {
    const Table<Row> table(GetParam(), columns);
    std::string bytes;
    table.append_header(bytes);
    for (const Row& row : rows) table.append_row(row, bytes);
    return reader().read(bytes);
  }
};

TEST_P(EveryFormat, HasAReaderHere) {
  EXPECT_TRUE(kReaders.contains(GetParam().name));
  EXPECT_FALSE(GetParam().doc.empty());
  EXPECT_EQ((*find_format(GetParam().name))->name, GetParam().name);
}

TEST_P(EveryFormat, NamesItsColumns) {
  const std::vector<std::string> names{"a text", "whole", "real", "flag", "maybe", "\"quoted\""};
  EXPECT_EQ(written<HardRow>({{}}).names, names);
  EXPECT_EQ(written<HardRow>({{}}, 2).names, std::vector<std::string>({"a text", "whole"}));
}

TEST_P(EveryFormat, KeepsARowARowWhateverItsTextIs) {
  const std::vector<std::string> texts{"",
                                       "plain",
                                       "a\tb",
                                       "a\nb\n",
                                       "\r\n",
                                       "a\\tb\\",
                                       "\"quoted\", 'so'",
                                       std::string("\0\x01\x1F\x7F", 4),
                                       "\xC3\xA4\xE2\x80\xA8\xF0\x9F\x98\x80",
                                       "\xFF\xC3",
                                       "null",
                                       "</script>&amp;<!--"};
  std::vector<HardRow> rows;
  for (const std::string& text : texts) rows.push_back({.text = text});
  const Read read = written(rows);
  ASSERT_EQ(read.rows.size(), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) EXPECT_EQ(read.rows[i][0], reader().text(texts[i])) << i;
}

TEST_P(EveryFormat, ReadsBackToTheSameNumbers) {
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const Read read =
      written<HardRow>({{.whole = most, .real = 8.0 / 15, .maybe = 1}, {.real = -1e-300}, {.real = 1e300}});
  EXPECT_EQ(read.rows[0][1], std::to_string(most));
  EXPECT_EQ(read.rows[0][4], "1.0");
  EXPECT_EQ(std::stod(read.rows[0][2]), 8.0 / 15);
  EXPECT_EQ(std::stod(read.rows[1][2]), -1e-300);
  EXPECT_EQ(std::stod(read.rows[2][2]), 1e300);
}

TEST_P(EveryFormat, WritesFlagsEmptyCellsAndWhatIsNoNumber) {
  const Read read = written<HardRow>({{.flag = true}, {.maybe = kInfinity}, {.maybe = -kInfinity}, {.maybe = kNone}});
  EXPECT_EQ(read.rows[0][3], reader().yes);
  EXPECT_EQ(read.rows[1][3], reader().no);
  EXPECT_EQ(read.rows[0][4], reader().empty);
  EXPECT_EQ(read.rows[1][4], reader().infinity);
  EXPECT_EQ(read.rows[2][4], reader().less);
  EXPECT_EQ(read.rows[3][4], reader().none);
}

TEST_P(EveryFormat, WritesWhatAnOptionalCellHolds) {
  const Read read = written<HardRow>({{.maybe = 0.25}, {}, {.maybe = 0}});
  EXPECT_EQ(read.rows[0][4], "0.25");
  EXPECT_EQ(read.rows[1][4], reader().empty);
  EXPECT_EQ(read.rows[2][4], "0.0");  // what is nought is there
}

TEST_P(EveryFormat, WritesEveryTable) {
  const auto holds = [&](const Read& read, std::size_t columns) {
    EXPECT_EQ(read.names.size(), columns);
    ASSERT_EQ(read.rows.size(), 2u);
    for (const auto& row : read.rows) EXPECT_EQ(row.size(), columns);
  };
  const Passage passage{.a_words = 4, .b_words = 3, .equal = 3};
  holds(written<PairRow>(std::vector<PairRow>(2)), 11);
  holds(written<PairRow>(std::vector<PairRow>(2), kPairColumnsWithoutP), 9);
  holds(written<CandidateRow>(std::vector<CandidateRow>(2)), 10);
  holds(written<LinkedRow>(std::vector<LinkedRow>(2)), 3);
  holds(written<PassageRow>({{"a", "b", passage}, {"\t", "\n", passage}}), 9);
  holds(written<RankingRow>(std::vector<RankingRow>(2)), 14);
  holds(written<RuleRow>(std::vector<RuleRow>(2)), 7);
  holds(written<DistanceRow>(std::vector<DistanceRow>(2)), 9);
  holds(written<SimHashRow>(std::vector<SimHashRow>(2)), 6);
  holds(written<SimHashClusterRow>(std::vector<SimHashClusterRow>(2)), 3);
  holds(written<SimHashPlanRow>(std::vector<SimHashPlanRow>(2)), 7);
  holds(written<RemovedRow>(std::vector<RemovedRow>(2)), 7);
  holds(written<ClusterRow>(std::vector<ClusterRow>(2)), 5);
  holds(written<ProblemRow>(std::vector<ProblemRow>(2)), 4);
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryFormat, testing::ValuesIn(formats().begin(), formats().end()),
                         [](const auto& format) { return std::string(format.param.name); });

}  // namespace
}  // namespace textkin::report
