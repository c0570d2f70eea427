#include "input/formats/fasta.h"

#include <gtest/gtest.h>

#include <random>

#include "base/scratch_directory.h"
#include "input/reading/testing_read_all.h"

namespace textkin::input {
namespace {

using base::ScratchDirectory;

struct Expected {
  std::string id;
  std::string text;
  std::uint32_t line;
  bool operator==(const Expected&) const = default;
};

// The definition, line by line. `refused` gets the lines that are refused.
std::vector<Expected> by_lines(const std::string& bytes, const std::string& file, std::vector<std::uint64_t>& refused) {
  std::vector<Expected> found;
  std::uint32_t number = 0;
  bool junk = false;
  for (std::size_t begin = 0; begin < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', begin), bytes.size() - 1) + 1;
    const std::string line = bytes.substr(begin, end - begin);
    ++number;
    begin = end;
    if (line.starts_with('>')) {
      std::string id;
      for (const char c : line.substr(1)) {
        const bool space = c == ' ' || c == '\t' || c == '\r' || c == '\n';
        if (space && !id.empty()) break;
        if (!space) id += c;
      }
      found.push_back({id.empty() ? file + ":" + std::to_string(number) : id, "", number});
    } else if (!found.empty()) {
      found.back().text += line;
    } else if (!junk && line.find_first_not_of(" \t\r\n") != std::string::npos) {
      junk = true;
      refused.push_back(number);
    }
  }
  for (Expected& one : found)  // the last line end is none of the text's
    if (one.text.ends_with('\n')) one.text.erase(one.text.size() - (one.text.ends_with("\r\n") ? 2 : 1));
  return found;
}

class Fasta : public testing::Test {
 protected:
  std::unique_ptr<ReadInput> read(const std::string& bytes, const char* name = "a.fa") {
    settings_.asked.arguments = {scratch_.write(name, bytes)};
    settings_.spool_directory = scratch_.path();
    settings_.asked.records = true;
    return read_all(settings_);
  }

  void expect_lines(const std::string& bytes) {
    for (const std::uint64_t block_bytes : {1u, 2u, 3u, 7u, 50u, 1u << 20}) {
      settings_.block_bytes = block_bytes;
      const auto input = read(bytes);
      ASSERT_TRUE(input->status.ok()) << input->status.message();
      std::vector<std::uint64_t> refused;
      const std::vector<Expected> expected = by_lines(bytes, settings_.asked.arguments[0], refused);
      ASSERT_EQ(input->documents.size(), expected.size()) << bytes;
      RecordReader reader(settings_, input->list, input->spool);
      for (std::size_t i = 0; i < expected.size(); ++i) {
        const ReadDocument& document = input->documents[i];
        ASSERT_EQ((Expected{document.id, document.text, document.record.line}), expected[i]) << bytes;
        const Result<std::string_view> again = reader.text(document.record);
        ASSERT_TRUE(again.ok() && *again == document.text) << bytes;
        const Result<std::string_view> raw = reader.raw(document.record);
        ASSERT_TRUE(raw.ok() && raw->starts_with('>')) << bytes;
      }
      std::vector<std::uint64_t> lines;
      for (const Problem& problem : input->problems) {
        EXPECT_EQ(problem.reason, "no-header");
        lines.push_back(problem.line);
      }
      ASSERT_EQ(lines, refused) << bytes;
    }
  }

  ScratchDirectory scratch_;
  ReadSettings settings_;
};

TEST_F(Fasta, IsCutAtHeaders) {
  for (const char* bytes : {"", "\n", ">", ">\n", ">a", ">a\n", ">a b c\nAC\nGT\n>b\nTT",
                            ">a\r\nAC\r\nGT\r\n\r\n>b\r\nTT\r\n", "> a\n>b\n>\n>", "AC\nGT\n", "\n\nAC\n>a\nGT\n",
                            "  \n>a\nGT\n>>b\nA>C\n", "\r\n>a\n\n\n\n>b\n", ">a\rACGT\r>b\rACGT"})
    expect_lines(bytes);
}

TEST_F(Fasta, IsCutAtHeadersWhateverTheBytes) {
  std::mt19937 random(11);
  constexpr std::string_view kAlphabet = "AC>\n\n\r Nx";
  for (int trial = 0; trial < 300; ++trial) {
    std::string bytes;
    for (std::size_t left = random() % 60; left > 0; --left) bytes += kAlphabet[random() % kAlphabet.size()];
    expect_lines(bytes);
  }
}

TEST_F(Fasta, PackedAndMarkedFilesAreReadAlike) {
  const auto marked = read("\xEF\xBB\xBF>a\nAC\n");
  ASSERT_EQ(marked->documents.size(), 1u);
  EXPECT_EQ(marked->documents[0].id, "a");
  EXPECT_EQ(marked->documents[0].text, "AC");
  EXPECT_EQ(marked->problems.size(), 0u);
}

TEST_F(Fasta, ARecordThatIsTooLongCostsItself) {
  settings_.longest_record = 100;
  for (const char* end : {"\n", "\r\n"})
    for (const std::uint64_t block_bytes : {1u, 10u, 17u, 25u, 50u, 51u, 64u, 101u, 102u, 103u, 1u << 20})
      for (std::size_t length = 90; length < 115; ++length) {
        settings_.block_bytes = block_bytes;
        std::string record = ">long\nAC\n";
        record.resize(length, 'G');
        const auto input = read(">a\nAC\n" + record + end + ">b\nGT\n>c\n");
        const std::size_t kept = length <= 100 ? 1 : 0;
        ASSERT_EQ(input->documents.size(), 3 + kept) << length << " " << block_bytes;
        EXPECT_EQ(input->documents[1 + kept].record.line, 6u - (length < 9));
        ASSERT_EQ(input->problems.size(), 1 - kept);
        if (kept == 0) {
          EXPECT_EQ(input->problems[0].reason, "too-long");
          EXPECT_EQ(input->problems[0].line, 3u);
        }
      }
}

TEST_F(Fasta, HostileHeaders) {
  const auto nul = read(std::string(">a\0b c\nA\0C\n", 11));
  ASSERT_EQ(nul->documents.size(), 1u);
  EXPECT_EQ(nul->documents[0].id, std::string("a\0b", 3));
  const auto invalid = read(">\xFF\xFE\nAC\n>b\nA\xFF");
  ASSERT_EQ(invalid->documents.size(), 2u);
  EXPECT_EQ(invalid->documents[0].id, "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(invalid->documents[1].text, "A\xEF\xBF\xBD");
  const auto huge = read(">" + std::string(70000, 'x') + "\nAC\n>b\nGT\n");
  ASSERT_EQ(huge->documents.size(), 1u);
  ASSERT_EQ(huge->problems.size(), 1u);
  EXPECT_EQ(huge->problems[0].reason, "bad-id");
  EXPECT_EQ(huge->problems[0].line, 1u);
}

TEST_F(Fasta, SuffixesAndRecordsDecideTheFormat) {
  InputSpec spec;
  for (const char* name : {"x.fa", "x.jsonl", "x.txt.gz"}) spec.arguments.push_back(scratch_.write(name, ""));
  spec.records = true;
  const Result<SourceList> list = list_sources(spec);
  ASSERT_TRUE(list.ok());
  EXPECT_EQ(format_of(list->sources[0]), "fasta");
  EXPECT_EQ(format_of(list->sources[1]), "jsonl");
  EXPECT_EQ(format_of(list->sources[2]), "fasta");
  spec.records = false;
  EXPECT_EQ(format_of(list_sources(spec)->sources[0]), "document");
  spec.read_as = "fasta";
  EXPECT_EQ(format_of(list_sources(spec)->sources[1]), "fasta");
}

}  // namespace
}  // namespace textkin::input
