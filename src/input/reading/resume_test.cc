// Reading that goes on from the place behind a block.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <random>

#include "base/checksum.h"
#include "base/scratch_directory.h"
#include "input/reading/testing_read_all.h"
#include "input/sources/source_reader.h"
#include "input/sources/spool.h"

namespace textkin::input {
namespace {

using base::ScratchDirectory;

// Lines of every kind: broken, too long, empty, with and without a newline at the end, behind a byte order mark.
std::string lines_of_all_kinds(std::mt19937& random, int count) {
  std::string bytes = random() % 2 ? "\xEF\xBB\xBF" : "";
  for (int line = 0; line < count; ++line) {
    const std::string text(random() % 60, static_cast<char>('a' + random() % 26));
    switch (random() % 8) {
      case 0:
        bytes += "";
        break;
      case 1:
        bytes += "{\"text\": \"broken";
        break;
      case 2:
        bytes += "{\"text\": \"" + std::string(random() % 1000, 'L') + "\"}\r";
        break;
      default:
        bytes += "{\"text\": \"\\u00e4" + text + "\"}" + (random() % 3 ? "" : "\r");
    }
    if (line + 1 < count || random() % 2) bytes += '\n';
  }
  return bytes;
}

class Resume : public testing::Test {
 protected:
  Resume() {
    settings_.spool_directory = spool_.path();
    settings_.longest_record = 300;
  }

  void list(std::vector<std::string> arguments) {
    settings_.asked.arguments = std::move(arguments);
    Result<SourceList> list = list_sources(settings_.asked);
    ASSERT_TRUE(list.ok()) << list.status().message();
    list_ = std::move(*list);
  }

  ReadInput read(std::uint64_t block_bytes, const ReadPosition& from = {}) {
    settings_.block_bytes = block_bytes;
    ReadInput input;
    input.list = list_;
    input.status = read_blocks(settings_, input, from);
    return input;
  }

  // From behind each block of `whole`, what comes is the rest of `whole`, and ends as it ended.
  void expect_the_rest_behind_each_block(const ReadInput& whole, std::uint64_t block_bytes) {
    for (const ReadCut& cut : whole.blocks) {
      const ReadInput rest = read(block_bytes, cut.after);
      const std::string place = std::to_string(cut.after.source) + " at " + std::to_string(cut.after.offset);
      ASSERT_EQ(rest.status.code(), whole.status.code()) << place << ": " << rest.status.message();
      ASSERT_EQ(rest.status.message(), whole.status.message());
      ASSERT_EQ(rest.documents.size(), whole.documents.size() - cut.documents) << place;
      ASSERT_TRUE(std::equal(rest.documents.begin(), rest.documents.end(), whole.documents.begin() + cut.documents));
      ASSERT_EQ(rest.problems.size(), whole.problems.size() - cut.problems) << place;
      ASSERT_EQ(rest.finished.size(), whole.finished.size() - cut.finished) << place;
      ASSERT_TRUE(std::equal(rest.finished.begin(), rest.finished.end(), whole.finished.begin() + cut.finished));
      for (std::size_t i = 0; i < rest.problems.size(); ++i)
        ASSERT_EQ(rest.problems[i].message, whole.problems[cut.problems + i].message);
      if (!whole.status.ok()) continue;
      ASSERT_EQ(cut.after.input_bytes + rest.input_bytes, whole.input_bytes) << place;
    }
  }

  ScratchDirectory scratch_;
  ScratchDirectory spool_;
  ReadSettings settings_;
  SourceList list_;
};

TEST_F(Resume, GivesExactlyWhatFollowsWhateverTheBlocks) {
  std::mt19937 random(3);
  for (const char* name : {"a.jsonl", "b.jsonl.gz", "c.jsonl", "d.jsonl.zst", "e.jsonl.xz", "f.jsonl.bz2"})
    write_packed(scratch_ / name, lines_of_all_kinds(random, 40));
  scratch_.write("g.jsonl", "");
  scratch_.write("g2.jsonl", "\xEF\xBB\xBF");
  for (int i = 0; i < 20; ++i) scratch_.write("h/" + std::to_string(i), std::string(random() % 400, 'h'));
  write_packed(scratch_ / "i.gz", std::string(280, 'i'));
  scratch_.write("j.jsonl", std::string(1000, 'j'));
  list({scratch_.path()});
  const ReadInput expected = read(1u << 20);
  ASSERT_TRUE(expected.status.ok()) << expected.status.message();
  ASSERT_GT(expected.documents.size(), 150u);
  ASSERT_GT(std::count_if(expected.problems.begin(), expected.problems.end(),
                          [](const Problem& problem) { return problem.reason == "too-long"; }),
            20);
  for (const std::uint64_t first : {1u, 50u, 301u, 3000u, 1u << 20}) {
    settings_.checksums = first % 2 == 0;
    const ReadInput whole = read(first);
    ASSERT_TRUE(whole.documents == expected.documents);
    EXPECT_EQ(whole.blocks.back().after.input_bytes, whole.input_bytes);
    for (const std::uint64_t second : {1u, 200u, 1u << 20}) expect_the_rest_behind_each_block(whole, second);
  }
}

TEST_F(Resume, ChecksumsAreThoseOfTheUnpackedBytes) {
  std::mt19937 random(5);
  std::vector<std::string> contents;
  for (const char* name : {"a.jsonl", "b.jsonl.gz", "c.jsonl.zst", "d.jsonl", "e", "f.bz2"}) {
    contents.push_back(lines_of_all_kinds(random, 30));
    write_packed(scratch_ / name, contents.back());
  }
  contents.insert(contents.end(), {std::string(1'000'000, 'g'), "", "\xEF\xBB\xBF"});
  write_packed(scratch_ / "g.gz", contents[6]);  // too long
  write_packed(scratch_ / "h.jsonl", contents[7]);
  write_packed(scratch_ / "i.jsonl", contents[8]);
  list({scratch_.path()});
  settings_.checksums = true;
  for (const std::uint64_t block_bytes : {1u, 50u, 999u, 1u << 20}) {
    const ReadInput whole = read(block_bytes);
    ASSERT_TRUE(whole.status.ok());
    ASSERT_EQ(whole.finished.size(), contents.size());
    for (std::uint32_t i = 0; i < contents.size(); ++i) {
      EXPECT_TRUE(whole.finished[i] == (FinishedSource{i, base::checksum(contents[i])})) << i;
      EXPECT_EQ(checksum_source(list_.sources[i], {}).value(), base::checksum(contents[i]));
    }
    for (const ReadCut& cut : whole.blocks) {
      EXPECT_EQ(cut.finished, cut.after.source);
      if (cut.after.source == contents.size() || cut.after.offset == 0) continue;
      EXPECT_EQ(cut.after.checksum, base::checksum(contents[cut.after.source].substr(0, cut.after.offset)));
    }
  }
  settings_.checksums = false;
  EXPECT_TRUE(read(1000).finished.empty());
}

TEST_F(Resume, OtherBytesThanThoseThatWereReadAreRefused) {
  settings_.checksums = true;
  for (const char* name : {"a.jsonl", "a.jsonl.gz"}) {
    const std::string line = "{\"text\":\"some words\"}\n", path = scratch_ / name;
    write_packed(path, line + line + line);
    list({path});
    const ReadPosition behind_two = read(1).blocks[1].after;
    std::string other = line + line + line;
    other.back() = ' ';
    write_packed(path, other);
    list({path});
    EXPECT_TRUE(read(1, behind_two).status.ok()) << "what is behind may be anything";
    other[12] = 'S';
    write_packed(path, other);
    list({path});
    const Status status = read(1, behind_two).status;
    EXPECT_EQ(status.code(), Code::kBadInput);
    EXPECT_TRUE(status.message().starts_with(path + " is not what it was: its first 44 bytes")) << status.message();
  }
}

TEST_F(Resume, StandardInputIsGivenOnceMore) {
  settings_.checksums = true;
  const std::string bytes = "{\"text\":\"one\"}\n{\"text\":\"two\"}\n{\"text\":\"three\"}\n";
  const int saved = ::dup(STDIN_FILENO);
  const auto from = [&](const std::string& given, const ReadPosition& position) {
    const int file = ::open(scratch_.write("stdin", given).c_str(), O_RDONLY);
    ::dup2(file, STDIN_FILENO);
    ::close(file);
    list({"-"});
    ReadInput input = read(1, position);
    ::dup2(saved, STDIN_FILENO);
    return input;
  };
  const ReadInput whole = from(bytes, {});
  ASSERT_EQ(whole.documents.size(), 3u);
  const ReadPosition behind_two = whole.blocks[1].after;
  const ReadInput rest = from(bytes, behind_two);
  ASSERT_EQ(rest.documents.size(), 1u);
  EXPECT_TRUE(rest.documents[0] == whole.documents[2]);
  EXPECT_TRUE(rest.finished == whole.finished);
  std::string other = bytes;
  other[10] = 'O';
  EXPECT_TRUE(from(other, behind_two).status.message().starts_with("standard input is not what it was"));
  EXPECT_TRUE(from("", behind_two).status.message().starts_with("standard input: shorter than it was"));
  ::close(saved);
}

// A run that is killed behind a block, of which later blocks had been parsed, goes on with what was kept of its spool.
TEST_F(Resume, WhatWasSetAsideIsKeptAndNotSetAsideTwice) {
  std::mt19937 random(8);
  for (const char* name : {"a.jsonl.gz", "b.jsonl", "c.jsonl.zst"})
    write_packed(scratch_ / name, lines_of_all_kinds(random, 60));
  list({scratch_.path()});
  settings_.block_bytes = 1200;
  ReadInput expected;
  expected.list = list_;
  ASSERT_TRUE(read_blocks(settings_, expected, {}, std::make_shared<Spool>(spool_.path(), "spool")).ok());
  const auto whole_size = std::filesystem::file_size(spool_ / "spool");
  for (std::size_t killed = 0; killed < expected.blocks.size(); ++killed) {
    const ReadPosition after = expected.blocks[killed].after;
    std::filesystem::remove(spool_ / "spool");
    std::vector<Spool::Chunk> chunks;
    {
      auto spool = std::make_shared<Spool>(spool_.path(), "spool");
      auto reader = BlockReader::open(settings_, list_, {}, spool);
      ASSERT_TRUE(reader.ok());
      RecordParser parser(settings_, list_);
      ParsedBlock parsed;
      for (std::size_t block = 0; block < std::min(killed + 3, expected.blocks.size()); ++block)
        ASSERT_TRUE(parser.parse(*(*reader)->next().value(), parsed).ok());
      chunks = spool->take_new_chunks(after);
    }
    auto spool = std::make_shared<Spool>(spool_.path(), "spool");
    ASSERT_TRUE(spool->restore(chunks).ok());
    ReadInput rest;
    rest.list = list_;
    ASSERT_TRUE(read_blocks(settings_, rest, after, spool).ok());
    EXPECT_EQ(std::filesystem::file_size(spool_ / "spool"), whole_size);
    RecordReader records(settings_, list_, spool);
    for (const ReadDocument& document : expected.documents) {
      const Result<std::string_view> text = records.text(document.record);
      ASSERT_TRUE(text.ok()) << text.status().message();
      ASSERT_TRUE(*text == document.text);
    }
  }
}

TEST_F(Resume, UnreadableFilesAreToldOfOnce) {
  for (const char* name : {"a.jsonl", "b", "c.jsonl", "d.jsonl.gz", "e"})
    write_packed(scratch_ / name, "{\"text\":1}\n");
  list({scratch_.path()});
  std::filesystem::remove(scratch_ / "b");
  std::filesystem::remove(scratch_ / "c.jsonl");
  std::filesystem::remove(scratch_ / "e");
  for (const std::uint64_t block_bytes : {1u, 1u << 20}) {
    const ReadInput whole = read(block_bytes);
    EXPECT_EQ(whole.problems.size(), 5u);
    expect_the_rest_behind_each_block(whole, 1u << 20);
    expect_the_rest_behind_each_block(whole, 1);
  }
}

TEST_F(Resume, MeetsDamageAgainWhereItWas) {
  std::mt19937 random(4);
  for (const char* name : {"a.jsonl.gz", "a.jsonl.zst", "a.jsonl.xz", "a.jsonl.bz2"}) {
    std::string bytes;
    for (int i = 0; i < 3000; ++i) bytes += "{\"text\": \"" + std::to_string(random()) + "\"}\n";
    write_packed(scratch_ / name, bytes);
    const std::string packed = base::slurp(scratch_ / name);
    list({scratch_.write(name, packed.substr(0, packed.size() - 9)), scratch_.write("b.jsonl", "{\"text\":\"\"}")});
    const ReadInput whole = read(5000);
    EXPECT_EQ(whole.status.code(), Code::kBadInput);
    expect_the_rest_behind_each_block(whole, 7000);
  }
}

TEST_F(Resume, StopsAtTheSameProblem) {
  settings_.asked.stop_on_error = true;
  list({scratch_.write("a.jsonl",
                       "{\"text\":\"1\"}\n{\"text\":\"2\"}\n" + std::string(500, 'x') + "\n{\"text\":\"3\"}")});
  const ReadInput whole = read(10);
  EXPECT_EQ(whole.status.code(), Code::kBadInput);
  EXPECT_EQ(whole.documents.size(), 2u);
  expect_the_rest_behind_each_block(whole, 20);
}

TEST_F(Resume, RefusesWhatBecameShorterOrIsGone) {
  for (const char* name : {"a.jsonl", "a.jsonl.gz"}) {
    const std::string line = "{\"text\":\"some words\"}\n", path = scratch_ / name;
    write_packed(path, line + line + line);
    list({path});
    const ReadInput whole = read(1);
    ASSERT_EQ(whole.documents.size(), 3u);
    const ReadPosition behind_two = whole.blocks[1].after;
    write_packed(path, line + line.substr(1));
    list({path});
    const ReadInput rest = read(1, behind_two);
    EXPECT_EQ(rest.status.code(), Code::kBadInput);
    EXPECT_TRUE(rest.status.message().starts_with(path + ": shorter than it was when this run began"));
    std::filesystem::remove(path);
    EXPECT_EQ(read(1, behind_two).status.code(), Code::kNotFound);
  }
}

TEST_F(Resume, APlaceThatIsNoneIsRefused) {
  list({scratch_.write("a", "one document"), scratch_.write("b.jsonl", "{\"text\":\"one\"}")});
  EXPECT_EQ(read(1, {.source = 3}).status.code(), Code::kInvalidArgument);
  EXPECT_EQ(read(1, {.source = 2, .offset = 1}).status.code(), Code::kInvalidArgument);
  EXPECT_EQ(read(1, {.source = 0, .offset = 1}).status.code(), Code::kInvalidArgument);
  const ReadInput end = read(1, {.source = 2});
  EXPECT_TRUE(end.status.ok() && end.blocks.empty());
}

}  // namespace
}  // namespace textkin::input
