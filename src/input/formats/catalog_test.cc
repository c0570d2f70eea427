// Every format of the catalogue keeps what formats/format.h promises, whatever the bytes: a new row is tested by this.

#include "input/formats/catalog.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <sstream>

#include "base/scratch_directory.h"
#include "input/blocks/valid_utf8.h"
#include "input/formats/rows.h"
#include "input/reading/testing_read_all.h"
#include "textkin/memory_source.h"

namespace textkin::input {
namespace {

using base::ScratchDirectory;

constexpr std::uint64_t kWhole = 1u << 20;

// For the format of what is in memory: the lines of some bytes.
class RowsOfLines final : public MemorySource {
 public:
  explicit RowsOfLines(const std::string& bytes) : bytes_(bytes.size()) {
    for (std::size_t begin = 0; begin < bytes.size();) {
      const std::size_t end = std::min(bytes.find('\n', begin), bytes.size());
      texts_.push_back(bytes.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  std::uint64_t rows() const override { return texts_.size(); }
  std::uint64_t text_bytes() const override { return bytes_; }
  std::string_view text(std::uint64_t row) const override { return texts_[row]; }
  std::string_view id(std::uint64_t row) const override { return text(row).substr(0, row % 2); }
  FieldValue value(std::uint64_t, std::size_t) const override { return {}; }

 private:
  std::vector<std::string> texts_;
  std::uint64_t bytes_;
};

class AnyFormat : public testing::TestWithParam<InputFormat> {
 protected:
  AnyFormat() { settings_.spool_directory = spool_.path(); }

  const Format& format() const { return GetParam().format(); }
  bool of_rows() const { return format().unit() == Unit::kRow; }
  std::string example() const { return of_rows() ? "one\n\nthree\n" : std::string(GetParam().example); }

  // The input is `bytes`, in a file with the name `name`.
  void give(const std::string& bytes, const std::string& name = "file") {
    if (of_rows()) {
      settings_.asked.arguments = {"<rows>"};
      settings_.asked.memory["<rows>"] = std::make_shared<RowsOfLines>(bytes);
      return;
    }
    settings_.asked.read_as = GetParam().name;
    settings_.asked.arguments = {scratch_ / name};
    if (base::packing_of(name) == base::Packing::kNone) {
      scratch_.write(name, bytes);
      return;
    }
    write_packed(settings_.asked.arguments[0], bytes);
  }

  std::unique_ptr<ReadInput> read(std::uint64_t block_bytes = kWhole) {
    settings_.block_bytes = block_bytes;
    return read_all(settings_);
  }

  void expect_all(const std::string& bytes, const std::string& name = "file");
  void expect_each_well_formed(const ReadInput& input, const std::string& bytes);
  void expect_found_again(const ReadInput& input);
  void expect_same(const ReadInput& input, const ReadInput& expected);

  ScratchDirectory scratch_;
  ScratchDirectory spool_;
  ReadSettings settings_;
};

std::string name_of_row(const testing::TestParamInfo<InputFormat>& row) {
  std::string name = row.param.name.empty() ? "rows" : std::string(row.param.name);
  std::ranges::replace(name, '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Catalog, AnyFormat, testing::ValuesIn(formats().begin(), formats().end()), name_of_row);

// Everything at once, so that any bytes can be tried.
void AnyFormat::expect_all(const std::string& bytes, const std::string& name) {
  SCOPED_TRACE(testing::Message() << testing::PrintToString(bytes) << " as " << name);
  give(bytes, name);
  const auto input = read();
  ASSERT_TRUE(input->status.ok()) << input->status.message();
  ASSERT_NO_FATAL_FAILURE(expect_each_well_formed(*input, bytes));
  ASSERT_NO_FATAL_FAILURE(expect_found_again(*input));
  for (const std::uint64_t block_bytes : {1u, 2u, 5u, 23u})
    ASSERT_NO_FATAL_FAILURE(expect_same(*read(block_bytes), *input));
}

// Records lie in order and apart, where they say and on the line that they say; texts and ids are UTF-8.
void AnyFormat::expect_each_well_formed(const ReadInput& input, const std::string& bytes) {
  std::uint64_t behind = 0;
  for (const ReadDocument& document : input.documents) {
    const DocumentRecord& record = document.record;
    ASSERT_TRUE(valid_utf8(document.text) && valid_utf8(document.id));
    ASSERT_LE(record.length, settings_.longest_record);
    ASSERT_GE(record.offset, behind);
    behind = record.offset + std::max<std::uint64_t>(record.length, format().unit() != Unit::kFile);
    if (of_rows()) {
      ASSERT_EQ(record.line, record.offset + 1);
      behind = record.offset + 1;
    } else if (format().unit() == Unit::kFile) {
      ASSERT_EQ(record.line, 0u);
    } else {
      ASSERT_LE(record.offset + record.length, bytes.size());
      const auto before = bytes.begin() + static_cast<std::ptrdiff_t>(record.offset);
      ASSERT_EQ(record.line, 1 + std::count(bytes.begin(), before, '\n'));
    }
  }
  for (const Problem& problem : input.problems) {
    ASSERT_TRUE(std::ranges::any_of(kProblemReasons, [&](auto& row) { return row.word == problem.reason; }));
    ASSERT_TRUE(problem.message.starts_with(place_in(input.list.sources[0], problem.line) + ": ")) << problem.message;
  }
}

// By their records, in any order, texts are what they were; and they still are when a field more is written.
void AnyFormat::expect_found_again(const ReadInput& input) {
  RecordReader reader(settings_, input.list, input.spool);
  RecordParser parser(settings_, input.list);
  for (auto document = input.documents.rbegin(); document != input.documents.rend(); ++document) {
    const Result<std::string_view> text = reader.text(document->record);
    ASSERT_TRUE(text.ok()) << text.status().message();
    ASSERT_EQ(*text, document->text);
    const Result<std::string_view> raw = reader.raw(document->record);
    ASSERT_TRUE(raw.ok());
    ASSERT_EQ(raw->size(), document->record.length);
    std::string record(*raw);
    const std::size_t place = format().place_of_new_field(record);
    if (place == std::string_view::npos) continue;
    ASSERT_LE(place, record.size());
    record.insert(place, ",\"a new field\":{\"n\":1}");
    const Result<std::string_view> after = parser.text(input.list.sources[0], record);
    ASSERT_TRUE(after.ok() && *after == document->text) << record;
  }
}

void AnyFormat::expect_same(const ReadInput& input, const ReadInput& expected) {
  SCOPED_TRACE(testing::Message() << "blocks of " << settings_.block_bytes << " bytes");
  ASSERT_EQ(input.status.message(), expected.status.message());
  ASSERT_EQ(input.documents.size(), expected.documents.size());
  ASSERT_TRUE(input.documents == expected.documents);
  ASSERT_EQ(input.problems.size(), expected.problems.size());
  for (std::size_t i = 0; i < input.problems.size(); ++i)
    ASSERT_EQ(input.problems[i].message, expected.problems[i].message);
}

TEST_P(AnyFormat, ReadsItsExample) {
  give(example());
  const auto input = read();
  ASSERT_TRUE(input->status.ok());
  EXPECT_TRUE(input->problems.empty()) << input->problems[0].message;
  if (format().unit() == Unit::kFile) {
    EXPECT_EQ(input->documents.size(), 1u);
  } else {
    EXPECT_GE(input->documents.size(), 2u);
  }
  EXPECT_FALSE(std::ranges::all_of(input->documents, [](auto& document) { return document.text.empty(); }));
}

TEST_P(AnyFormat, ReadsFilesThatAreCutAnywhere) {
  const std::string whole = example();
  for (std::size_t size = 0; size <= whole.size(); ++size) expect_all(whole.substr(0, size));
}

TEST_P(AnyFormat, ReadsPackedFilesFromTheSpool) {
  for (const char* name : {"file.gz", "file.zst"}) {
    expect_all("", name);
    expect_all(example(), name);
    expect_all(example() + "\xFF\xFE" + example(), name);
  }
}

TEST_P(AnyFormat, ReadsEmptyAndMarkedFiles) {
  for (const char* bytes : {"", "\n", "\r\n", "\xEF\xBB\xBF", "\xEF\xBB\xBF\n", " \t", "\r"}) expect_all(bytes);
  give(example());
  const auto without = read();
  give("\xEF\xBB\xBF" + example());
  const auto with = read();
  ASSERT_EQ(with->documents.size(), without->documents.size());
  if (of_rows()) return;
  for (std::size_t i = 0; i < with->documents.size(); ++i)
    EXPECT_EQ(with->documents[i].text, without->documents[i].text);
}

// Bytes of the example, damaged; and any bytes of which formats are made.
TEST_P(AnyFormat, ReadsHostileBytes) {
  std::mt19937 random(29);
  const std::string whole = example();
  const std::string alphabet = whole + std::string("\0\n\n\r\xFF\xC3\xED\xA0>\"{}\\u,\t", 16);
  const auto any_byte = [&] { return alphabet[random() % alphabet.size()]; };
  for (int trial = 0; trial < 120; ++trial) {
    std::string bytes = trial % 3 == 0 ? "" : whole + whole;
    for (std::size_t left = bytes.empty() ? random() % 50 : 0; left > 0; --left) bytes += any_byte();
    for (std::size_t damages = random() % 4; damages > 0 && !bytes.empty(); --damages) {
      const std::size_t place = random() % bytes.size();
      if (random() % 2) bytes[place] = any_byte();
      if (random() % 3 == 0) bytes.erase(place, 1 + random() % 5);
      if (random() % 3 == 0) bytes.insert(place, bytes.substr(random() % (bytes.size() + 1), random() % 20));
    }
    settings_.asked.invalid_utf8 = trial % 5 == 0 ? InvalidUtf8::kSkip : InvalidUtf8::kReplace;
    expect_all(bytes);
    if (HasFatalFailure()) return;
  }
}

// A record that is too long costs itself, however it lies in the blocks.
TEST_P(AnyFormat, LeavesOutWhatIsTooLong) {
  const std::string whole = example();
  give(whole);
  const auto all = read();
  for (settings_.longest_record = 0; settings_.longest_record <= whole.size(); ++settings_.longest_record) {
    SCOPED_TRACE(settings_.longest_record);
    const auto some = read();
    ASSERT_NO_FATAL_FAILURE(expect_each_well_formed(*some, whole));
    for (std::uint64_t block_bytes = 1; block_bytes < 40; ++block_bytes)
      ASSERT_NO_FATAL_FAILURE(expect_same(*read(block_bytes), *some));
    std::size_t short_ones = 0;
    for (const ReadDocument& document : all->documents)
      short_ones += document.record.length <= settings_.longest_record;
    ASSERT_EQ(some->documents.size(), short_ones);
    ASSERT_EQ(some->problems.size(), all->documents.size() - short_ones);
  }
}

// A record that is longer than what is read at once ends where it ends, wherever the reading was cut.
TEST_P(AnyFormat, FindsTheEndOfARecordPieceByPiece) {
  if (format().unit() != Unit::kRecord) return;
  const std::string whole = example();
  const std::string_view bytes = whole;
  give(whole);
  const auto input = read();
  for (std::size_t i = 0; i + 1 < input->documents.size(); ++i) {
    const std::size_t begin = input->documents[i].record.offset;
    if (input->documents[i].record.length == 0) continue;  // its first byte is its end
    for (std::size_t cut = begin + 1; cut <= bytes.size(); ++cut) {
      std::size_t from = begin + 1;
      RecordEnd end = format().find_record_end(bytes.substr(from, cut - from), bytes[begin]);
      if (end.record == std::string_view::npos)
        end = format().find_record_end(bytes.substr(from = cut), bytes[cut - 1]);
      ASSERT_NE(end.record, std::string_view::npos) << i << " cut at " << cut;
      ASSERT_EQ(from + end.behind, input->documents[i + 1].record.offset) << i << " cut at " << cut;
      ASSERT_LE(begin + input->documents[i].record.length, from + end.record);
      ASSERT_LE(end.record, end.behind);
      if (from + end.behind < cut) break;
    }
  }
}

TEST_P(AnyFormat, GoesOnBehindAnyBlock) {
  give(example() + "\n" + example());
  const auto whole = read(1);
  for (const ReadCut& cut : whole->blocks) {
    ReadInput rest;
    rest.list = whole->list;
    rest.status = read_blocks(settings_, rest, cut.after);
    ASSERT_TRUE(rest.status.ok());
    ASSERT_EQ(cut.documents + rest.documents.size(), whole->documents.size());
    ASSERT_TRUE(std::equal(rest.documents.begin(), rest.documents.end(),
                           whole->documents.begin() + static_cast<std::ptrdiff_t>(cut.documents)));
    ASSERT_EQ(cut.problems + rest.problems.size(), whole->problems.size());
  }
}

// A text that is no Unicode is repaired, left out, or ends the run, as it was asked; ids are never taken apart.
TEST_P(AnyFormat, DoesWithInvalidUtf8WhatIsAsked) {
  give(example());
  const std::string text = read()->documents[0].text;
  std::string bytes = example();
  const std::size_t place = bytes.find(text.front());
  ASSERT_NE(place, std::string::npos);
  const std::size_t documents = read()->documents.size();
  bytes.insert(bytes.find(text) == std::string::npos ? place : bytes.find(text), "\xFF");
  give(bytes);
  const auto repaired = read();
  ASSERT_EQ(repaired->documents.size(), documents);
  EXPECT_TRUE(repaired->documents[0].text.starts_with("\xEF\xBF\xBD")) << repaired->documents[0].text;
  settings_.asked.invalid_utf8 = InvalidUtf8::kSkip;
  const auto skipped = read();
  EXPECT_EQ(skipped->documents.size(), documents - 1);
  ASSERT_EQ(skipped->problems.size(), 1u);
  EXPECT_EQ(skipped->problems[0].reason, "invalid-utf8");
  settings_.asked.invalid_utf8 = InvalidUtf8::kFail;
  EXPECT_EQ(read()->status.code(), Code::kBadInput);
}

TEST(Catalog, NamesAndSuffixesAreOfOneFormatEach) {
  std::set<std::string> seen{std::string(kBySuffix)};
  for (const InputFormat& row : formats()) {
    EXPECT_TRUE(row.name.empty() ? row.format().unit() == Unit::kRow : seen.insert(std::string(row.name)).second)
        << row.name;
    std::istringstream suffixes{std::string(row.suffixes)};
    for (std::string suffix; suffixes >> suffix;) {
      EXPECT_TRUE(suffix.starts_with('.') && seen.insert(suffix).second) << suffix;
      EXPECT_EQ(format_by_suffix("a" + suffix), &row.format());
      EXPECT_EQ(format_by_suffix("a" + suffix + ".gz"), &row.format());
    }
    EXPECT_EQ(find_format(row.name), row.name.empty() ? nullptr : &row);
  }
  EXPECT_EQ(format_by_suffix("a.txt"), nullptr);
  EXPECT_TRUE(has_whole_run_suffix(*find_format("sets"), "a.sets.zst"));
  EXPECT_FALSE(has_whole_run_suffix(*find_format("sets"), "a.sets.txt"));
  EXPECT_FALSE(has_whole_run_suffix(*find_format("lines"), "a"));
}

}  // namespace
}  // namespace textkin::input
