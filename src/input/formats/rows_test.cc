#include "input/formats/rows.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/scratch_directory.h"
#include "input/reading/testing_read_all.h"
#include "textkin/memory_source.h"

namespace textkin::input {
namespace {

using base::ScratchDirectory;

class Rows final : public MemorySource {
 public:
  std::vector<std::string> texts;
  std::vector<std::string> ids;  // or none

  std::uint64_t rows() const override { return texts.size(); }
  std::uint64_t text_bytes() const override {
    std::uint64_t bytes = 0;
    for (const std::string& text : texts) bytes += text.size();
    return bytes;
  }
  std::string_view text(std::uint64_t row) const override { return texts[row]; }
  std::string_view id(std::uint64_t row) const override { return ids.empty() ? std::string_view() : ids[row]; }
  FieldValue value(std::uint64_t row, std::size_t) const override {
    return {.kind = FieldValue::Kind::kNumber, .number = static_cast<double>(row), .text = {}};
  }
};

std::shared_ptr<Rows> rows_of(std::vector<std::string> texts) {
  auto rows = std::make_shared<Rows>();
  rows->texts = std::move(texts);
  return rows;
}

ReadSettings settings_of_rows(std::shared_ptr<const Rows> rows, const ScratchDirectory& scratch) {
  ReadSettings settings;
  settings.asked.arguments = {"<data>"};
  settings.asked.memory["<data>"] = std::move(rows);
  settings.spool_directory = scratch.path();
  return settings;
}

TEST(MemorySource, RowsAreDocumentsThatCanBeReadAgain) {
  const ScratchDirectory scratch;
  const auto rows = rows_of({"one", "", "d\xC3\xA9j\xC3\xA0\nvu", std::string("nul\0inside", 10)});
  const ReadSettings settings = settings_of_rows(rows, scratch);
  const auto input = read_all(settings);
  ASSERT_TRUE(input->status.ok());
  ASSERT_EQ(input->documents.size(), 4u);
  EXPECT_EQ(input->input_bytes, rows->text_bytes());
  RecordReader again(settings, input->list, input->spool);
  for (std::size_t row = 0; row < 4; ++row) {
    const ReadDocument& document = input->documents[row];
    EXPECT_EQ(document.id, std::to_string(row));
    EXPECT_EQ(document.text, rows->texts[row]);
    EXPECT_EQ(document.record.offset, row);
    const auto text = again.text(document.record);
    ASSERT_TRUE(text.ok());
    EXPECT_EQ(*text, rows->texts[row]);
  }
  EXPECT_EQ(input->documents[2].record.characters, 7u);
}

TEST(MemorySource, TextsAreNotCopied) {
  const auto rows = rows_of({"a text that stays where it is, however long it may be and whoever reads it"});
  const ScratchDirectory scratch;
  const ReadSettings settings = settings_of_rows(rows, scratch);
  const auto list = list_sources(settings.asked);
  ASSERT_TRUE(list.ok());
  auto reader = BlockReader::open(settings, *list);
  auto block = (*reader)->next();
  ASSERT_TRUE(block.ok() && *block != nullptr);
  ParsedBlock parsed;
  ASSERT_TRUE(RecordParser(settings, *list).parse(**block, parsed).ok());
  EXPECT_EQ(parsed.documents.at(0).text.data(), rows->texts[0].data());
}

TEST(MemorySource, IdsAndValuesAreTheirOwn) {
  const ScratchDirectory scratch;
  const auto rows = rows_of({"one", "two", "three"});
  rows->ids = {"first", "", "bro\xFFken"};
  ReadSettings settings = settings_of_rows(rows, scratch);
  settings.asked.value_fields = {"score"};
  const auto input = read_all(settings);
  ASSERT_EQ(input->documents.size(), 3u);
  EXPECT_EQ(input->documents[0].id, "first");
  EXPECT_EQ(input->documents[1].id, "1");
  EXPECT_EQ(input->documents[2].id, "bro\xEF\xBF\xBDken");
  EXPECT_EQ(input->documents[2].value.number, 2);
}

TEST(MemorySource, WhatCannotBeUsedCostsItsRow) {
  const ScratchDirectory scratch;
  const auto rows = rows_of({"good", "bad\xFF", "good", std::string(100, 'x')});
  ReadSettings settings = settings_of_rows(rows, scratch);
  settings.longest_record = 50;
  auto input = read_all(settings);
  ASSERT_EQ(input->documents.size(), 3u);
  EXPECT_EQ(input->documents[1].text, "bad\xEF\xBF\xBD");
  ASSERT_EQ(input->problems.size(), 1u);
  EXPECT_EQ(input->problems[0].message, "<data> row 3: longer than 50 bytes; the row was skipped");

  settings.asked.invalid_utf8 = InvalidUtf8::kSkip;
  input = read_all(settings);
  ASSERT_EQ(input->documents.size(), 2u);
  EXPECT_EQ(input->documents[1].record.offset, 2u);
  EXPECT_EQ(input->problems[0].message, "<data> row 1: invalid UTF-8; the row was skipped");

  settings.asked.invalid_utf8 = InvalidUtf8::kFail;
  EXPECT_EQ(read_all(settings)->status.code(), Code::kBadInput);
}

TEST(MemorySource, StandsAmongFilesInTheirOrder) {
  const ScratchDirectory scratch;
  const auto rows = rows_of({"second", "third"});
  ReadSettings settings = settings_of_rows(rows, scratch);
  const auto none = rows_of({});
  settings.asked.memory["<none>"] = none;
  settings.asked.arguments = {scratch.write("a.txt", "first"), "<data>", "<none>", scratch.write("b.txt", "fourth")};
  const auto input = read_all(settings);
  std::vector<std::string> texts;
  for (const ReadDocument& document : input->documents) texts.push_back(document.text);
  EXPECT_EQ(texts, (std::vector<std::string>{"first", "second", "third", "fourth"}));
}

RC_GTEST_PROP(MemorySource, BlockSizeChangesNothing, (std::vector<std::string> texts)) {
  const ScratchDirectory scratch;
  ReadSettings settings = settings_of_rows(rows_of(texts), scratch);
  const auto whole = read_all(settings);
  RC_ASSERT(whole->documents.size() == texts.size());
  settings.block_bytes = *rc::gen::inRange<std::uint64_t>(1, 40);
  RC_ASSERT(read_all(settings)->documents == whole->documents);
}

}  // namespace
}  // namespace textkin::input
