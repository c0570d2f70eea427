#include "input/reading/block_reader.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <random>
#include <thread>

#include "base/byte_count.h"
#include "base/scratch_directory.h"
#include "input/reading/testing_read_all.h"

namespace textkin::input {
namespace {

using base::ScratchDirectory;

std::vector<std::string> texts(const ReadInput& input) {
  std::vector<std::string> result;
  for (const ReadDocument& document : input.documents) result.push_back(document.text);
  return result;
}

std::vector<std::string> lines_of(const std::string& bytes) {
  const ScratchDirectory scratch;
  ReadSettings settings = settings_for({scratch.write("file", bytes)}, scratch);
  settings.asked.read_as = "lines";
  const auto input = read_all(settings);
  EXPECT_TRUE(input->status.ok());
  for (settings.block_bytes = 1; settings.block_bytes < 12; ++settings.block_bytes)
    EXPECT_EQ(texts(*read_all(settings)), texts(*input)) << settings.block_bytes;
  return texts(*input);
}

using Texts = std::vector<std::string>;

TEST(Lines, EndAtNewlineWithOrWithoutReturn) {
  EXPECT_EQ(lines_of(""), Texts{});
  EXPECT_EQ(lines_of("\n"), Texts{""});
  EXPECT_EQ(lines_of("a"), Texts{"a"});
  EXPECT_EQ(lines_of("a\n"), Texts{"a"});
  EXPECT_EQ(lines_of("a\n\n"), (Texts{"a", ""}));
  EXPECT_EQ(lines_of("a\r\nb\r\n"), (Texts{"a", "b"}));
  EXPECT_EQ(lines_of("a\r\r\n\r\nb\rc\r"), (Texts{"a\r", "", "b\rc\r"}));
  EXPECT_EQ(lines_of(std::string("a\0b\n\0", 5)), (Texts{std::string("a\0b", 3), std::string("\0", 1)}));
}

TEST(Lines, AByteOrderMarkBelongsToNoLine) {
  EXPECT_EQ(lines_of("\xEF\xBB\xBF"), Texts{});
  EXPECT_EQ(lines_of("\xEF\xBB\xBF\n"), Texts{""});
  EXPECT_EQ(lines_of("\xEF\xBB\xBFone\ntwo"), (Texts{"one", "two"}));
  EXPECT_EQ(lines_of("one\n\xEF\xBB\xBFtwo"), (Texts{"one", "\xEF\xBB\xBFtwo"}));
}

TEST(Lines, KnowTheirPlace) {
  const ScratchDirectory scratch;
  const std::string path = scratch.write("file",
                                         "\xEF\xBB\xBF"
                                         "ab\r\n\n\xC3\xA4\xF0\x9F\x98\x80\nlast");
  ReadSettings settings = settings_for({path}, scratch);
  settings.asked.read_as = "lines";
  for (const std::uint64_t block_bytes : {1u, 2u, 5u, 1u << 20}) {
    settings.block_bytes = block_bytes;
    const auto input = read_all(settings);
    ASSERT_EQ(input->documents.size(), 4u);
    const std::uint64_t offsets[] = {3, 7, 8, 15};
    const std::uint32_t lengths[] = {2, 0, 6, 4}, characters[] = {2, 0, 2, 4};
    for (std::size_t i = 0; i < 4; ++i) {
      const ReadDocument& document = input->documents[i];
      EXPECT_EQ(document.id, path + ":" + std::to_string(i + 1));
      EXPECT_EQ(document.record.line, i + 1);
      EXPECT_EQ(document.record.offset, offsets[i]);
      EXPECT_EQ(document.record.length, lengths[i]);
      EXPECT_EQ(document.record.characters, characters[i]);
    }
  }
}

TEST(Lines, AreAsManyInABlockAsTheyWouldBeOfSixtyFourBytes) {
  const ScratchDirectory scratch;
  scratch.write("in/a", std::string(5000, '\n'));
  scratch.write("in/b", std::string(300, '\n') + std::string(3000, 'x') + "\n" + std::string(300, '\n'));
  ReadSettings settings = settings_for({scratch / "in"}, scratch);
  settings.asked.read_as = "lines";
  settings.block_bytes = 4096;
  const SourceList list = list_sources(settings.asked).value();
  const std::unique_ptr<BlockReader> reader = BlockReader::open(settings, list).value();
  std::uint64_t lines = 0;
  while (const std::unique_ptr<Block> block = reader->next().value()) {
    std::uint64_t of_block = 0;
    for (const Piece& piece : block->pieces)
      of_block += base::count_byte({block->bytes.data() + piece.begin, piece.size}, '\n');
    EXPECT_LE(of_block, 4096 / kBytesALine);
    lines += of_block;
  }
  EXPECT_EQ(lines, 5601u);
}

TEST(Documents, AFileIsOneWithItsPathForId) {
  const ScratchDirectory scratch;
  scratch.write("in/a", "one\r\ntwo\n");
  scratch.write("in/b/empty", "");
  scratch.write("in/c", "\xEF\xBB\xBFmarked");
  scratch.write("in/d", std::string("nul\0inside", 10));
  write_packed(scratch / "in/e.txt.gz", "packed \xC3\xA4");
  write_packed(scratch / "in/f.bz2", "");
  const auto input = read_all(settings_for({scratch / "in"}, scratch));
  ASSERT_TRUE(input->status.ok()) << input->status.message();
  EXPECT_EQ(texts(*input),
            (Texts{"one\r\ntwo\n", "", "marked", std::string("nul\0inside", 10), "packed \xC3\xA4", ""}));
  EXPECT_EQ(input->documents[1].id, "b/empty");
  EXPECT_EQ(input->documents[2].record.offset, 0u);
  EXPECT_EQ(input->documents[2].record.length, 9u);
  EXPECT_EQ(input->documents[2].record.characters, 6u);
  EXPECT_EQ(input->documents[4].record.line, 0u);
  EXPECT_EQ(input->documents[4].record.characters, 8u);
  EXPECT_EQ(input->blocks.size(), 1u);
}

// A mix of everything: any cut into blocks gives the same documents and problems, and each record is read again as it
// was.
class AnyBlockSize : public testing::Test {
 protected:
  AnyBlockSize() {
    ::setenv("RC_PARAMS", "seed=17", 0);
    std::mt19937 random(17);
    for (const char* name : {"a.jsonl", "b.jsonl.gz", "c.ndjson.zst", "d.jsonl.xz", "e.jsonl.bz2"}) {
      std::string bytes = random() % 2 ? "\xEF\xBB\xBF" : "";
      for (int line = 0; line < 60; ++line) {
        const std::string text(random() % 10 == 0 ? random() % 3000 : random() % 50,
                               static_cast<char>('a' + random() % 26));
        switch (random() % 12) {
          case 0:
            bytes += random() % 2 ? "  \t" : "";
            break;
          case 1:
            bytes += "{\"text\": \"broken";
            break;
          case 2:
            bytes += "{\"text\": \"\xFF" + text + "\\ud800\"}\r";
            break;
          case 3:
            bytes += "{\"id\": 7.50, \"text\": \"" + text + "\", \"n\": 1e999}";
            break;
          case 4:
            bytes += "[1]";
            break;
          default:
            bytes += "{\"text\": \"\\u00e4" + text + "\", \"id\": \"" + std::to_string(random()) +
                     "\", \"n\": " + std::to_string(random() % 100) + "}" + (random() % 3 ? "" : "\r");
        }
        if (line < 59 || random() % 2) bytes += '\n';
      }
      write_packed(scratch_ / name, bytes);
    }
    scratch_.write("f", "whole file, seekable");
    write_packed(scratch_ / "g.gz", std::string(200'000, 'g') + "\xFE");
    for (int i = 0; i < 30; ++i) scratch_.write("h/" + std::to_string(i), std::string(random() % 40, 'h'));
  }

  ScratchDirectory scratch_;
  ScratchDirectory spool_;
};

TEST_F(AnyBlockSize, GivesTheSameDocumentsAndProblems) {
  ReadSettings settings = settings_for({scratch_.path()}, spool_);
  settings.asked.value_fields = {"n"};
  settings.longest_record = 2000;
  settings.block_bytes = 8 << 20;
  const auto expected = read_all(settings);
  ASSERT_TRUE(expected->status.ok()) << expected->status.message();
  ASSERT_GT(expected->documents.size(), 150u);
  ASSERT_TRUE(std::any_of(expected->problems.begin(), expected->problems.end(),
                          [](const Problem& problem) { return problem.reason == "too-long" && problem.line > 0; }));
  const auto check = [&](std::uint64_t block_bytes) {
    settings.block_bytes = block_bytes;
    const auto input = read_all(settings);
    if (!input->status.ok() || input->input_bytes != expected->input_bytes) return false;
    if (input->problems.size() != expected->problems.size()) return false;
    for (std::size_t i = 0; i < input->problems.size(); ++i)
      if (input->problems[i].message != expected->problems[i].message) return false;
    return input->documents == expected->documents;
  };
  for (const std::uint64_t block_bytes : {0u, 1u, 2u, 3u, 4u, 64u, 1999u, 2000u, 2001u, 65536u})
    EXPECT_TRUE(check(block_bytes)) << block_bytes;
  rc::check("any block size", [&] { RC_ASSERT(check(*rc::gen::inRange<std::uint64_t>(1, 200'000))); });
}

TEST_F(AnyBlockSize, RecordsAreReadAgainInAnyOrder) {
  ReadSettings settings = settings_for({scratch_.path()}, spool_);
  settings.block_bytes = 5000;
  const auto input = read_all(settings);
  ASSERT_TRUE(input->status.ok());
  RecordReader reader(settings, input->list, input->spool);
  std::mt19937 random(4);
  for (int repeat = 0; repeat < 3000; ++repeat) {
    const std::size_t i =
        repeat < static_cast<int>(input->documents.size()) ? repeat : random() % input->documents.size();
    const ReadDocument& document = input->documents[i];
    const Result<std::string_view> text = reader.text(document.record);
    ASSERT_TRUE(text.ok()) << text.status().message();
    ASSERT_TRUE(*text == document.text) << document.id;
    const Result<std::string_view> raw = reader.raw(document.record);
    ASSERT_TRUE(raw.ok());
    ASSERT_EQ(raw->size(), document.record.length);
    const bool is_line = document.record.line != 0;
    ASSERT_TRUE(!is_line || (raw->find('\n') == std::string_view::npos &&
                             (raw->empty() || !raw->ends_with('\r') || document.record.line == 60)));
  }
}

TEST(BlockReader, BlocksAreOfAboutTheSizeAskedFor) {
  const ScratchDirectory scratch;
  std::string bytes;
  for (int i = 0; i < 20000; ++i) bytes += "line " + std::to_string(i) + std::string(60, '.') + "\n";
  ReadSettings settings = settings_for({scratch.write("lines", bytes)}, scratch);
  settings.asked.read_as = "lines";
  settings.block_bytes = 10000;
  const auto input = read_all(settings);
  EXPECT_EQ(input->documents.size(), 20000u);
  EXPECT_NEAR(static_cast<double>(input->blocks.size()), static_cast<double>(bytes.size()) / 10000, 2);
  EXPECT_LE(input->largest_block, 10000u + 80 + 64 + 16);
  EXPECT_EQ(input->input_bytes, bytes.size());

  for (int i = 0; i < 3000; ++i) scratch.write("many/" + std::to_string(i), "tiny");
  ReadSettings many = settings_for({scratch / "many"}, scratch);
  const auto shared = read_all(many);
  EXPECT_EQ(shared->documents.size(), 3000u);
  EXPECT_EQ(shared->blocks.size(), 3u);
}

TEST(BlockReader, ALongLineMakesTheBlockGrow) {
  const ScratchDirectory scratch;
  const std::string long_text(50'000'000, 'x');
  const std::string path =
      scratch.write("a.jsonl", "{\"text\":\"first\"}\n{\"text\":\"" + long_text + "\"}\n{\"text\":\"last\"}\n");
  const ReadSettings settings = settings_for({path}, scratch);
  const auto input = read_all(settings);
  ASSERT_TRUE(input->status.ok());
  ASSERT_EQ(input->documents.size(), 3u);
  EXPECT_TRUE(input->documents[1].text == long_text);
  EXPECT_EQ(input->documents[1].record.characters, 50'000'000u);
  EXPECT_EQ(input->documents[2].text, "last");
  EXPECT_EQ(input->documents[2].record.line, 3u);
}

TEST(BlockReader, WhatIsTooLongIsAProblem) {
  const ScratchDirectory scratch;
  ReadSettings settings = settings_for(
      {scratch.write("a", "1234567890\n12345678901\n1234567890\r\n12345678901\r\n\n123456789012345")}, scratch);
  settings.asked.read_as = "lines";
  settings.longest_record = 10;
  for (settings.block_bytes = 1; settings.block_bytes < 80; ++settings.block_bytes) {
    const auto input = read_all(settings);
    EXPECT_EQ(texts(*input), (Texts{"1234567890", "1234567890", ""}));
    ASSERT_EQ(input->problems.size(), 3u);
    EXPECT_EQ(input->problems[0].message,
              settings.asked.arguments[0] + ":2: longer than 10 bytes; the line was skipped");
    EXPECT_EQ(input->problems[2].line, 6u);
  }
  // The \r that ends this reading belongs to no record.
  scratch.write("a", "1234567890\r\n");
  settings.block_bytes = 11;
  EXPECT_EQ(texts(*read_all(settings)), Texts{"1234567890"});
  scratch.write("docs/a", "1234567890");
  scratch.write("docs/b", "12345678901");
  write_packed(scratch / "docs/c.gz", std::string(1'000'000, 'c'));
  write_packed(scratch / "docs/d.gz", "1234567890");
  settings.asked.arguments = {scratch / "docs"};
  settings.asked.read_as = "suffix";
  const auto input = read_all(settings);
  EXPECT_EQ(input->documents.size(), 2u);
  ASSERT_EQ(input->problems.size(), 2u);
  EXPECT_EQ(input->problems[0].message, "b: longer than 10 bytes; the file was skipped");
  EXPECT_EQ(input->problems[1].file, "c.gz");
  settings.asked.stop_on_error = true;
  EXPECT_EQ(read_all(settings)->status.code(), Code::kBadInput);
}

TEST(BlockReader, ATruncatedFileAlwaysFails) {
  const ScratchDirectory scratch;
  std::string bytes;
  std::mt19937 random(5);
  for (int i = 0; i < 30000; ++i) bytes += "{\"text\": \"" + std::to_string(random()) + "\"}\n";
  for (const char* name : {"a.jsonl.gz", "a.jsonl.zst", "a.jsonl.xz", "a.jsonl.bz2", "a.txt.gz", "a.txt.zst"}) {
    write_packed(scratch / name, bytes);
    const std::string packed = base::slurp(scratch / name);
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, packed.size() / 2, packed.size() - 1}) {
      const std::string path = scratch.write(name, packed.substr(0, size));
      std::string message;
      for (const std::uint64_t block_bytes : {1000u, 1u << 20}) {
        ReadSettings settings = settings_for({path}, scratch);
        settings.block_bytes = block_bytes;
        const auto input = read_all(settings);
        EXPECT_EQ(input->status.code(), Code::kBadInput) << name << size;
        EXPECT_TRUE(input->problems.empty());
        message = input->status.message();
        EXPECT_TRUE(message.starts_with(path + ": truncated")) << message;
        EXPECT_TRUE(message.ends_with("bytes; restore or remove the file")) << message;
      }
    }
  }
}

TEST(BlockReader, AnUnreadableFileIsAProblemInItsPlace) {
  const ScratchDirectory scratch;
  scratch.write("a", "a");
  scratch.write("b", "b");
  scratch.write("c", "c");
  ReadSettings settings = settings_for({scratch.path()}, scratch);
  Result<SourceList> list = list_sources(settings.asked);
  ASSERT_TRUE(list.ok());
  std::filesystem::remove(scratch / "b");  // also root cannot read what is gone
  ReadInput input;
  input.list = *list;
  ASSERT_TRUE(read_blocks(settings, input).ok());
  EXPECT_EQ(texts(input), (Texts{"a", "c"}));
  EXPECT_EQ(input.blocks.size(), 2u);
  ASSERT_EQ(input.problems.size(), 1u);
  EXPECT_EQ(input.problems[0].reason, "unreadable");
  EXPECT_EQ(input.problems[0].message,
            "b: cannot be opened: no such file or directory; check the path; the file was skipped");
  settings.asked.stop_on_error = true;
  ReadInput stopped;
  stopped.list = *list;
  const Status status = read_blocks(settings, stopped);
  EXPECT_EQ(status.code(), Code::kIo);
  EXPECT_TRUE(status.message().starts_with("b: cannot be opened"));
  EXPECT_EQ(texts(stopped), Texts{"a"});
}

TEST(BlockReader, APipeIsReadOnceAndReadAgainFromTheSpool) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "pipe.jsonl";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::string bytes;
  for (int i = 0; i < 50000; ++i) bytes += "{\"text\": \"number " + std::to_string(i) + "\"}\n";
  std::thread writer(
      [&] { std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size())); });
  const ReadSettings settings = settings_for({path}, scratch);
  const auto input = read_all(settings);
  writer.join();
  ASSERT_TRUE(input->status.ok()) << input->status.message();
  ASSERT_EQ(input->documents.size(), 50000u);
  RecordReader reader(settings, input->list, input->spool);
  for (const std::size_t i : {std::size_t{49999}, std::size_t{0}, std::size_t{25000}, std::size_t{25001}}) {
    const Result<std::string_view> text = reader.text(input->documents[i].record);
    ASSERT_TRUE(text.ok()) << text.status().message();
    EXPECT_EQ(*text, "number " + std::to_string(i));
  }
}

TEST(BlockReader, StandardInputAndOpenDescriptors) {
  const ScratchDirectory scratch;
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const std::string bytes = "{\"text\": \"one\"}\n{\"text\": \"two\", \"id\": \"x\"}";
  ASSERT_EQ(::write(ends[1], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  ::close(ends[1]);
  ReadSettings settings = settings_for({"/dev/fd/" + std::to_string(ends[0])}, scratch);
  settings.asked.read_as = "jsonl";
  const auto by_number = read_all(settings);
  ::close(ends[0]);
  ASSERT_TRUE(by_number->status.ok()) << by_number->status.message();
  EXPECT_EQ(texts(*by_number), (Texts{"one", "two"}));

  const int saved = ::dup(STDIN_FILENO);
  const int file = ::open(scratch.write("stdin", bytes).c_str(), O_RDONLY);
  ::dup2(file, STDIN_FILENO);
  settings = settings_for({"-"}, scratch);
  const auto standard = read_all(settings);
  ::dup2(saved, STDIN_FILENO);
  ::close(saved);
  ::close(file);
  ASSERT_EQ(standard->documents.size(), 2u);
  EXPECT_EQ(standard->documents[0].id, "-:1");
  EXPECT_EQ(standard->documents[1].id, "x");
  RecordReader reader(settings, standard->list, standard->spool);
  EXPECT_EQ(*reader.text(standard->documents[1].record), "two");
}

TEST(BlockReader, WithoutAScratchDirectoryOnlyStreamsFail) {
  const ScratchDirectory scratch;
  ReadSettings settings;
  settings.asked.arguments = {scratch.write("a.jsonl", "{\"text\": \"a\"}")};
  EXPECT_TRUE(read_all(settings)->status.ok());
  write_packed(scratch / "a.jsonl.gz", "{\"text\": \"a\"}");
  settings.asked.arguments = {scratch / "a.jsonl.gz"};
  EXPECT_EQ(read_all(settings)->status.code(), Code::kInvalidArgument);
  settings.spool_directory = scratch / "missing";
  EXPECT_EQ(read_all(settings)->status.code(), Code::kNotFound);
}

}  // namespace
}  // namespace textkin::input
