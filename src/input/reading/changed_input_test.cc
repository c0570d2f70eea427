// Files that are written to, cut, replaced or removed while they are read for the first time.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <functional>

#include "base/scratch_directory.h"
#include "input/reading/testing_read_all.h"

namespace textkin::input {
namespace {

using base::ScratchDirectory;

const std::string kLine = "{\"text\":\"some words\"}\n";

struct Change {
  const char* name;
  std::function<void(const ScratchDirectory&, const std::string& path)> make;
};

// A time of change that no clock's grain can hide.
void age(const std::string& path) {
  const timespec times[2] = {{1'000'000, 0}, {1'000'000, 0}};
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
}

const Change kChanges[] = {
    {"cut between lines", [](auto&, auto& path) { ASSERT_EQ(::truncate(path.c_str(), 5 * kLine.size()), 0); }},
    {"cut within a line", [](auto&, auto& path) { ASSERT_EQ(::truncate(path.c_str(), 5 * kLine.size() + 7), 0); }},
    {"cut before what was read", [](auto&, auto& path) { ASSERT_EQ(::truncate(path.c_str(), 3), 0); }},
    {"emptied", [](auto&, auto& path) { ASSERT_EQ(::truncate(path.c_str(), 0), 0); }},
    {"appended to", [](auto&, auto& path) { std::ofstream(path, std::ios::app) << kLine; }},
    {"overwritten",
     [](auto&, auto& path) { std::fstream(path, std::ios::in | std::ios::out).seekp(100) << "other words"; }},
    {"replaced",
     [](auto& scratch, auto& path) { std::filesystem::rename(scratch.write("other", base::slurp(path)), path); }},
    {"removed", [](auto&, auto& path) { std::filesystem::remove(path); }},
};

// Reads one block, makes the change, reads to the end.
Status read_with(const Change& change, ReadSettings settings, bool before_any) {
  const ScratchDirectory scratch;
  std::string bytes;
  for (int i = 0; i < 20; ++i) bytes += kLine;
  const std::string path = scratch.write("a", bytes);
  age(path);
  settings.asked.arguments = {path, scratch.write("b", bytes)};
  const Result<SourceList> list = list_sources(settings.asked);
  const auto reader = BlockReader::open(settings, *list);
  Result<std::unique_ptr<Block>> block = std::unique_ptr<Block>();
  if (!before_any) block = (*reader)->next();
  change.make(scratch, path);
  do {
    block = (*reader)->next();
  } while (block.ok() && *block != nullptr && (*block)->problems.empty());
  if (block.status().code() == Code::kBadInput) {
    EXPECT_EQ(block.status().message(), path + ": changed while it was read; run again when nothing writes to it");
  }
  return block.status();
}

TEST(ChangedInput, IsNoticedAtItsEnd) {
  for (const std::string read_as : {"jsonl", "lines", "document"}) {
    for (const Change& change : kChanges) {
      const bool before_any = read_as == "document";
      ReadSettings settings;
      settings.asked.read_as = read_as;
      for (settings.block_bytes = 1; settings.block_bytes < 4 * kLine.size(); settings.block_bytes += 13) {
        // What is gone before it is opened is an unreadable file, one problem among others.
        const Code expected = before_any && std::string_view(change.name) == "removed" ? Code::kOk : Code::kBadInput;
        EXPECT_EQ(read_with(change, settings, before_any).code(), expected) << change.name << settings.block_bytes;
      }
    }
  }
}

TEST(ChangedInput, NothingIsSaidOfAFileThatIsLeftAlone) {
  const Change none{"none", [](auto&, auto&) {}};
  for (const std::uint64_t block_bytes : {1u, 60u, 1u << 20}) {
    ReadSettings settings;
    settings.asked.read_as = "jsonl";
    settings.block_bytes = block_bytes;
    EXPECT_TRUE(read_with(none, settings, false).ok());
  }
}

}  // namespace
}  // namespace textkin::input
