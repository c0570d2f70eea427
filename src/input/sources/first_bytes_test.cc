#include "input/sources/first_bytes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/scratch_directory.h"
#include "input/reading/testing_read_all.h"

namespace textkin::input {
namespace {

using base::ScratchDirectory;
using Shape = FirstBytes::Shape;

FirstBytes look(const std::string& bytes) {
  const ScratchDirectory scratch;
  Source source;
  source.path = source.name = scratch.write("file", bytes);
  source.seekable = false;
  return look_at_first_bytes(source, {"text"});
}

TEST(FirstBytes, TellTablesFromTexts) {
  EXPECT_TRUE(look("PAR1 and what follows").table);
  EXPECT_TRUE(look(std::string("ARROW1\0\0", 8) + "more").table);
  for (const char* text : {"P", "PAR", "PART 1", "A text", "ARROW1 flies", "ARRO", " PAR1", ""})
    EXPECT_FALSE(look(text).table) << text;
}

TEST(FirstBytes, TellRecordsFromTexts) {
  struct Row {
    std::string bytes;
    Shape shape;
    bool has_text = false;
  };
  const std::string long_text(100'000, 'x');
  const std::vector<Row> rows = {
      {"", Shape::kOther},
      {"plain text", Shape::kOther},
      {"{", Shape::kOther},
      {"{ not JSON }\n{ nor this }\n", Shape::kOther},
      {"[1, 2, 3]", Shape::kOther},
      {"[\"text\"]", Shape::kOther},
      {"{{template}}\ntext", Shape::kOther},
      {"{\"text\": \"t\"}", Shape::kLines, true},
      {"\xEF\xBB\xBF \n{\"text\": \"t\"}\r\n{\"text\": \"u\"}\r\n", Shape::kLines, true},
      {"{\"text\": \"" + long_text + "\"}\n{\"text\": \"u\"}\n", Shape::kLines, true},
      {"{\"other\": 1}\n{\"other\": 2}\n", Shape::kLines},
      // One broken line makes no text of the others.
      {"{\"text\": broken}\n{\"text\": \"u\"}\n", Shape::kLines, true},
      {"{\"text\": \"t\"}\nand then prose\n", Shape::kOther},
      {"[{\"text\": \"t\"}, {\"text\": \"u\"}]", Shape::kValues, true},
      {"[\n  {\n    \"id\": 1,\n    \"text\": \"" + long_text + "\"\n  }\n]\n", Shape::kValues, true},
      {"{\n  \"text\": \"t\"\n}\n{\n  \"text\": \"u\"\n}\n", Shape::kValues, true},
      {"{\n  \"name\": \"package\",\n  \"version\": [1, {\"text\": 2}]\n}\n", Shape::kValues},
  };
  for (const Row& row : rows) {
    const FirstBytes told = look(row.bytes);
    EXPECT_EQ(told.shape, row.shape) << row.bytes.substr(0, 80);
    EXPECT_EQ(told.has_text, row.has_text) << row.bytes.substr(0, 80);
  }
}

// The names of the formats of a folder's files, or "" for one that is left out.
std::vector<std::string> formats_of(const SourceList& list) {
  std::vector<std::string> out;
  for (const Source& source : list.sources) out.push_back(source.name + " " + std::string(format_of(source)));
  return out;
}

TEST(RecordFiles, AreFoundUnderAnyNameAndWhatIsAboutThemIsLeftOut) {
  const ScratchDirectory scratch;
  const std::string record = "{\"text\": \"t\"}\n";
  scratch.write("data/part-0.json", record);
  scratch.write("data/part-1", record);
  scratch.write("data/_SUCCESS", "");
  scratch.write("data/README.md", "# about");
  scratch.write("data/note.md", "a text");
  scratch.write("texts/README.md", "# a text");
  scratch.write("texts/_draft", "a text too");
  scratch.write("texts/package.json", "{\n \"name\": 1\n}");
  InputSpec spec;
  spec.arguments = {scratch.path()};
  const Result<SourceList> list = list_sources(spec);
  ASSERT_TRUE(list.ok()) << list.status().message();
  EXPECT_EQ(formats_of(*list), (std::vector<std::string>{"data/note.md document", "data/part-0.json jsonl",
                                                         "data/part-1 jsonl", "texts/README.md document",
                                                         "texts/_draft document", "texts/package.json document"}));
  EXPECT_EQ(list->left_out, (std::vector<std::string>{"data/README.md", "data/_SUCCESS"}));
  EXPECT_EQ(list->told_by_bytes, (std::vector<std::string>{"data/part-0.json", "data/part-1"}));
  // What is asked for is done.
  spec.read_as = "document";
  EXPECT_EQ(list_sources(spec)->sources.size(), 8u);
  spec.arguments = {scratch / "data/README.md", scratch / "data/part-1"};
  spec.read_as = "suffix";
  EXPECT_EQ(list_sources(spec)->sources.size(), 2u);
}

TEST(RecordFiles, AnArrayIsReadByItsElementsAndACutOneIsRefused) {
  const ScratchDirectory scratch;
  ReadSettings settings;
  settings.spool_directory = scratch.path();
  const std::string array = "[\n {\"id\": 1, \"text\": \"one\\ntwo\"},\n {\"id\": 2,\n  \"text\": \"three\"}\n]\n";
  settings.asked.arguments = {scratch.write("a.json", array)};
  const std::unique_ptr<ReadInput> input = read_all(settings);
  ASSERT_TRUE(input->status.ok()) << input->status.message();
  ASSERT_EQ(input->documents.size(), 2u);
  EXPECT_EQ(input->documents[0].text, "one\ntwo");
  EXPECT_EQ(input->documents[1].text, "three");
  EXPECT_EQ(input->documents[1].record.line, 2u);
  settings.asked.arguments = {scratch.write("b.json", array.substr(0, array.size() - 2))};
  EXPECT_EQ(read_all(settings)->status.code(), Code::kBadInput);
}

TEST(RecordFiles, RecordsWithoutTheTextFieldAreNoText) {
  const ScratchDirectory scratch;
  InputSpec spec;
  spec.arguments = {scratch.write("a.json", "[{\"body\": \"x\"}, {\"body\": \"y\"}]")};
  EXPECT_EQ(list_sources(spec).status().code(), Code::kBadInput);
  spec.text_fields = {"body"};
  EXPECT_TRUE(list_sources(spec).ok());
  spec.text_fields = {"text"};
  // Below a folder it may be anybody's.
  spec.arguments = {scratch.path()};
  EXPECT_EQ(formats_of(*list_sources(spec)), (std::vector<std::string>{"a.json document"}));
}

TEST(RecordFiles, WhatTextkinKeepsIsNoText) {
  const ScratchDirectory scratch;
  InputSpec spec;
  for (const std::string& argument : {scratch.write("a.sig", "tkblocks\2 and more"), scratch.path()}) {
    spec.arguments = {argument};
    EXPECT_EQ(list_sources(spec).status().code(), Code::kBadInput) << argument;
  }
  spec.read_as = "document";
  EXPECT_TRUE(list_sources(spec).ok());
  spec.read_as = "suffix";
  spec.arguments = {scratch.write("text", "tkblock is the beginning of this text")};
  EXPECT_EQ(formats_of(*list_sources(spec)), std::vector<std::string>{spec.arguments[0] + " document"});
}

}  // namespace
}  // namespace textkin::input
