#include "input/reading/record_reader.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <random>

#include "base/scratch_directory.h"
#include "input/reading/testing_read_all.h"

namespace textkin::input {
namespace {

using base::ScratchDirectory;

TEST(RecordReader, NoticesThatAFileChanged) {
  const ScratchDirectory scratch;
  const std::string path = scratch.write("a.jsonl", "{\"text\": \"one\"}\n{\"text\": \"two\"}\n");
  const ReadSettings settings = settings_for({path}, scratch);
  const auto input = read_all(settings);
  const auto fails = [&] {
    RecordReader reader(settings, input->list, input->spool);
    const Result<std::string_view> text = reader.text(input->documents[1].record);
    return !text.ok() && text.status().code() == Code::kBadInput &&
           text.status().message().starts_with(path + ": changed while it was read");
  };
  EXPECT_FALSE(fails());
  RecordReader open(settings, input->list, input->spool);
  ASSERT_TRUE(open.text(input->documents[0].record).ok());
  ASSERT_EQ(::truncate(path.c_str(), 20), 0);
  EXPECT_TRUE(fails());
  const Result<std::string_view> text = open.text(input->documents[1].record);
  EXPECT_TRUE(!text.ok() && text.status().code() == Code::kBadInput);
  scratch.write("a.jsonl", "{\"text\": \"1ne\"}\n{\"text\": \"2wo\"}\n");
  EXPECT_TRUE(fails());
  std::filesystem::remove(path);
  RecordReader reader(settings, input->list, input->spool);
  EXPECT_EQ(reader.text(input->documents[1].record).status().code(), Code::kNotFound);
}

TEST(RecordReader, LinesWithTheirEndsAreTheFile) {
  const ScratchDirectory scratch;
  const std::string bytes = "one\r\n\ntwo\n\r\r\nthree\r";
  for (const char* name : {"a.txt", "a.txt.zst"}) {
    write_packed(scratch / name, bytes);
    ReadSettings settings = settings_for({scratch / name}, scratch);
    settings.asked.read_as = "lines";
    for (settings.block_bytes = 1; settings.block_bytes < 30; ++settings.block_bytes) {
      const auto input = read_all(settings);
      RecordReader reader(settings, input->list, input->spool);
      std::string joined;
      for (const ReadDocument& document : input->documents) joined += *reader.line(document.record);
      EXPECT_EQ(joined, bytes) << name << settings.block_bytes;
    }
  }
}

TEST(RecordReader, KeepsABoundedNumberOfFilesOpen) {
  const ScratchDirectory scratch;
  for (int i = 0; i < 300; ++i) scratch.write("f/" + std::to_string(i), "file " + std::to_string(i));
  const ReadSettings settings = settings_for({scratch / "f"}, scratch);
  const auto input = read_all(settings);
  const auto open_now = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator());
  };
  const auto before = open_now();
  RecordReader reader(settings, input->list, input->spool);
  for (int repeat = 0; repeat < 2; ++repeat)
    for (const ReadDocument& document : input->documents) EXPECT_EQ(*reader.text(document.record), document.text);
  EXPECT_LE(open_now() - before, 64);
}

// What this process has read so far, as the kernel counts it; 0 where it does not say.
std::uint64_t bytes_read() {
  std::ifstream file("/proc/self/io");
  std::string name;
  std::uint64_t bytes = 0;
  return file >> name >> bytes && name == "rchar:" ? bytes : 0;
}

// Asks the system to forget what it holds of a file.
void forget(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY);
  ::fdatasync(file);
  ::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
  ::close(file);
}

class SparseReading : public testing::Test {
 protected:
  SparseReading() {
    std::mt19937 random(23);
    std::string bytes;
    for (int i = 0; i < 8000; ++i)
      bytes += std::string(500 + random() % 1000, static_cast<char>('a' + random() % 26)) + "\n";
    path_ = scratch_.write("a.txt", bytes);
    settings_ = settings_for({path_}, scratch_);
    settings_.asked.read_as = "lines";
    input_ = read_all(settings_);
  }

  // Reads every `step`th document in order, and returns how many bytes were asked for.
  std::uint64_t read(std::size_t step) {
    RecordReader reader(settings_, input_->list, input_->spool);
    std::uint64_t asked = 0;
    for (std::size_t i = 0; i < input_->documents.size(); i += step) {
      const Result<std::string_view> text = reader.text(input_->documents[i].record);
      EXPECT_TRUE(text.ok() && *text == input_->documents[i].text) << i;
      asked += input_->documents[i].record.length;
    }
    return asked;
  }

  ScratchDirectory scratch_;
  std::string path_;
  ReadSettings settings_;
  std::unique_ptr<ReadInput> input_;
};

TEST_F(SparseReading, GivesTheSameWhetherTheSystemHoldsTheFile) {
  for (const std::size_t step : {1u, 2u, 3u, 7u, 20u, 100u}) {
    SCOPED_TRACE(step);
    read(step);
    forget(path_);
    read(step);
  }
}

TEST_F(SparseReading, GivesWhatIsHeldInAnyOrder) {
  RecordReader reader(settings_, input_->list, input_->spool);
  std::mt19937 random(5);
  std::size_t held = 0;
  for (int repeat = 0; repeat < 3000; ++repeat) {
    if (repeat == 2000) forget(path_);
    const ReadDocument& document = input_->documents[random() % input_->documents.size()];
    const Result<std::optional<std::string_view>> text = reader.text_held(document.record);
    ASSERT_TRUE(text.ok());
    if (!*text) continue;
    ASSERT_EQ(**text, document.text);
    ++held;
  }
  EXPECT_GT(held, 0u);
}

TEST(RecordReader, NothingIsHeldOfWhatIsPacked) {
  const ScratchDirectory scratch;
  write_packed(scratch / "a.txt.gz", "one\ntwo\n");
  ReadSettings settings = settings_for({scratch / "a.txt.gz"}, scratch);
  settings.asked.read_as = "lines";
  const auto input = read_all(settings);
  RecordReader reader(settings, input->list, input->spool);
  for (const ReadDocument& document : input->documents) {
    const Result<std::optional<std::string_view>> text = reader.text_held(document.record);
    EXPECT_TRUE(text.ok() && !*text);
  }
}

TEST_F(SparseReading, WhatIsHeldIsCheckedToo) {
  const ReadDocument& document = input_->documents[100];
  const int file = ::open(path_.c_str(), O_WRONLY);
  ASSERT_EQ(::pwrite(file, "#", 1, static_cast<off_t>(document.record.offset)), 1);
  ::close(file);
  const timespec times[2] = {
      {0, UTIME_OMIT},
      {input_->list.sources[0].modified_ns / 1'000'000'000, input_->list.sources[0].modified_ns % 1'000'000'000}};
  ASSERT_EQ(::utimensat(AT_FDCWD, path_.c_str(), times, 0), 0);
  RecordReader reader(settings_, input_->list, input_->spool);
  const Result<std::optional<std::string_view>> text = reader.text_held(document.record);
  EXPECT_TRUE(!text.ok() && text.status().code() == Code::kBadInput);
}

TEST_F(SparseReading, ReadsLittleMoreOfAFileThatTheSystemHolds) {
  if (bytes_read() == 0) GTEST_SKIP() << "the system does not count what is read";
  read(1);
  for (const std::size_t step : {5u, 20u, 100u}) {
    const std::uint64_t before = bytes_read();
    const std::uint64_t asked = read(step);
    EXPECT_LT(bytes_read() - before, asked + asked / 2) << step;
  }
}

TEST_F(SparseReading, NoticesThatTheEndIsGone) {
  RecordReader reader(settings_, input_->list, input_->spool);
  ASSERT_TRUE(reader.text(input_->documents[0].record).ok());
  ASSERT_EQ(::truncate(path_.c_str(), static_cast<off_t>(input_->documents[7000].record.offset + 10)), 0);
  const Result<std::string_view> text = reader.text(input_->documents[7000].record);
  EXPECT_TRUE(!text.ok() && text.status().code() == Code::kBadInput);
}

}  // namespace
}  // namespace textkin::input
