#include "store/block_file.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <random>

#include "base/scratch_directory.h"
#include "store/block_file_writer.h"
#include "store/testing_file.h"
#include "store/testing_mutations.h"

namespace textkin::store {
namespace {

namespace fs = std::filesystem;
using base::ScratchDirectory;

using Contents = std::map<std::pair<std::uint32_t, std::uint32_t>, std::string>;

TestingFile some_file() {
  std::mt19937 random(3);
  TestingFile file{.version = kBlockFileVersion, .run = kTestingRun, .blocks = {}, .bend = {}};
  for (const std::uint32_t number : {7u, 0u, 3u, 0xFFFFFFFFu}) {
    for (const std::uint32_t kind : {2u, 9u, 1u}) {
      std::string bytes(kind == 9 ? number % 100 : random() % 300, '\0');
      for (char& byte : bytes) byte = static_cast<char>(random());
      file.blocks.push_back({kind, number, std::move(bytes)});
    }
  }
  return file;
}

Status write_file(const std::string& path, const TestingFile& file) {
  auto writer = BlockFileWriter::create(path, file.run);
  if (!writer.ok()) return writer.status();
  for (const TestingBlock& block : file.blocks)
    TEXTKIN_RETURN_IF_ERROR((*writer)->append(static_cast<BlockKind>(block.kind), block.number, block.bytes));
  return (*writer)->commit();
}

// All that a reader can be asked: either the whole content, or why not.
Result<Contents> read_file(const std::string& path) {
  const auto file = BlockFile::open(path, kTestingRun);
  if (!file.ok()) return file.status();
  Contents contents;
  for (const Block& block : (*file)->blocks()) {
    std::string bytes;
    TEXTKIN_RETURN_IF_ERROR((*file)->read(block, bytes));
    std::string again(bytes.size(), '\0');
    TEXTKIN_RETURN_IF_ERROR((*file)->read_at(block, 0, again.data(), again.size()));
    if (again != bytes) return Status(Code::kIo, "read_at() differs from read()");
    contents[{static_cast<std::uint32_t>(block.kind), block.number}] = std::move(bytes);
  }
  TEXTKIN_RETURN_IF_ERROR((*file)->verify());
  return contents;
}

Contents contents_of(const TestingFile& file) {
  Contents contents;
  for (const TestingBlock& block : file.blocks) contents[{block.kind, block.number}] = block.bytes;
  return contents;
}

TEST(BlockFile, WritesTheFormatByteForByteAndReadsItBack) {
  const ScratchDirectory scratch;
  for (TestingFile file :
       {some_file(), TestingFile{.version = kBlockFileVersion, .run = kTestingRun, .blocks = {}, .bend = {}}}) {
    ASSERT_TRUE(write_file(scratch / "a", file).ok());
    file.bend = [](std::vector<std::uint64_t>& words) {  // the index stands in the order of kinds and numbers
      std::vector<std::array<std::uint64_t, 4>> rows(words.size() / 4);
      for (std::size_t i = 0; i < words.size(); ++i) rows[i / 4][i % 4] = words[i];
      std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        return std::rotl(a[0], 32) < std::rotl(b[0], 32);  // kind first
      });
      for (std::size_t i = 0; i < words.size(); ++i) words[i] = rows[i / 4][i % 4];
    };
    EXPECT_TRUE(base::slurp(scratch / "a") == file.bytes());
    const Result<Contents> read = read_file(scratch / "a");
    ASSERT_TRUE(read.ok()) << read.status().message();
    EXPECT_EQ(*read, contents_of(file));
  }
}

TEST(BlockFile, FindsABlockAndPartsOfIt) {
  const ScratchDirectory scratch;
  ASSERT_TRUE(write_file(scratch / "a", some_file()).ok());
  const auto file = BlockFile::open(scratch / "a", kTestingRun);
  ASSERT_TRUE(file.ok());
  EXPECT_EQ((*file)->bytes(), fs::file_size(scratch / "a"));
  for (const TestingBlock& block : some_file().blocks) {
    const Block* found = (*file)->find(static_cast<BlockKind>(block.kind), block.number);
    ASSERT_NE(found, nullptr);
    ASSERT_EQ(found->size, block.bytes.size());
    std::string part(block.bytes.size() / 2, '\0');
    ASSERT_TRUE((*file)->read_at(*found, block.bytes.size() / 3, part.data(), part.size()).ok());
    EXPECT_EQ(part, block.bytes.substr(block.bytes.size() / 3, part.size()));
    char out[2];
    EXPECT_EQ((*file)->read_at(*found, found->size, out, 1).code(), Code::kBadInput);
    EXPECT_EQ((*file)->read_at(*found, UINT64_MAX, out, 2).code(), Code::kBadInput);
  }
  EXPECT_EQ((*file)->find(BlockKind::kMeta, 1), nullptr);
  EXPECT_EQ((*file)->find(BlockKind::kSizes, 0), nullptr);
  EXPECT_EQ((*file)->find(BlockKind::kDuplicates, 0), nullptr);
}

TEST(BlockFile, AppearsOnlyWhenItIsComplete) {
  const ScratchDirectory scratch;
  {
    auto writer = BlockFileWriter::create(scratch / "a", kTestingRun);
    ASSERT_TRUE(writer.ok());
    ASSERT_TRUE((*writer)->append(BlockKind::kMeta, 0, "x").ok());
    EXPECT_EQ((*writer)->bytes(), 33u);
    EXPECT_FALSE(fs::exists(scratch / "a"));
  }
  EXPECT_TRUE(fs::is_empty(scratch.path()));
  auto twice = BlockFileWriter::create(scratch / "a", kTestingRun);
  ASSERT_TRUE((*twice)->append(BlockKind::kPairs, 4, "x").ok());
  ASSERT_TRUE((*twice)->append(BlockKind::kPairs, 4, "y").ok());
  EXPECT_EQ((*twice)->commit().message(), scratch / "a: block 12/4 was appended twice");
  EXPECT_EQ(BlockFileWriter::create(scratch / "no/a", kTestingRun).status().code(), Code::kNotFound);
}

// A limit on the size of files stands for a full disk.
TEST(BlockFile, ADiskThatFillsUpLeavesNothing) {
  const ScratchDirectory scratch;
  TestingFile file{.version = kBlockFileVersion, .run = kTestingRun, .blocks = {}, .bend = {}};
  for (std::uint32_t i = 0; i < 20; ++i) file.blocks.push_back({2, i, std::string(100'000, 'x')});
  struct rlimit saved;
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &saved), 0);
  struct rlimit small = saved;
  small.rlim_cur = 500'000;
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const Status status = write_file(scratch / "a", file);
  ::setrlimit(RLIMIT_FSIZE, &saved);
  ::signal(SIGXFSZ, handler);
  EXPECT_EQ(status.code(), Code::kIo);
  EXPECT_TRUE(status.message().starts_with(scratch / "a: cannot be written: ")) << status.message();
  EXPECT_TRUE(fs::is_empty(scratch.path()));
}

TEST(BlockFile, RefusesAnotherRunAndANewerFormatWithWhatToDo) {
  const ScratchDirectory scratch;
  TestingFile file = some_file();
  file.run = 1;
  std::string path = scratch.write("other", file.bytes());
  Status status = BlockFile::open(path, 2).status();
  EXPECT_EQ(status.code(), Code::kMismatch);
  EXPECT_EQ(status.message(),
            path + ": belongs to another run than the manifest beside it; remove the run directory and run again");
  file.version = kBlockFileVersion + 1;
  path = scratch.write("newer", file.bytes());
  status = BlockFile::open(path, 1).status();
  EXPECT_EQ(status.code(), Code::kMismatch);
  EXPECT_EQ(status.message(),
            path + ": written by another version of textkin (format 3, this one reads 2); use that version, or " +
                "remove the run directory and run again");
  EXPECT_EQ(BlockFile::open(scratch / "missing", 1).status().code(), Code::kNotFound);
  EXPECT_EQ(BlockFile::open(scratch.path(), 1).status().code(), Code::kBadInput);
}

// Indexes that their writer gave a right checksum.
TEST(BlockFile, RefusesAnIndexThatCannotBe) {
  const ScratchDirectory scratch;
  TestingFile file{.version = kBlockFileVersion,
                   .run = kTestingRun,
                   .blocks = {{1, 0, std::string(100, 'a')}, {1, 1, ""}, {2, 0, std::string(64, 'b')}},
                   .bend = {}};
  ASSERT_TRUE(read_file(scratch.write("a", file.bytes())).ok());
  const std::vector<std::function<void(std::vector<std::uint64_t>&)>> bends = {
      [](auto& words) { words[1] = 40; },                 // behind a gap
      [](auto& words) { words[1] = UINT64_MAX - 7; },     // out of the file
      [](auto& words) { words[2] = 108; },                // into the next block
      [](auto& words) { words[2] = UINT64_MAX; },         //
      [](auto& words) { words[10] = UINT64_MAX - 100; },  // the sum overflows
      [](auto& words) { words[10] = 65; },                // into the index
      [](auto& words) { words[10] = 56; },                // not to the index
      [](auto& words) { words[9] = 32; },                 // over the first block
      [](auto& words) { words[4] = 1; },                  // (1, 0) twice
      [](auto& words) { words[0] = 3; },                  // out of order
      [](auto& words) { words.resize(8); },               // a block that nobody names
      [](auto& words) { words.clear(); },                 //
      [](auto& words) { words.push_back(0); },            // half an entry
      [](auto& words) { words.resize(16, UINT64_MAX); },  // an entry of ones
  };
  for (std::size_t i = 0; i < bends.size(); ++i) {
    file.bend = bends[i];
    const std::string path = scratch.write("a", file.bytes());
    const Status status = BlockFile::open(path, kTestingRun).status();
    EXPECT_EQ(status.code(), Code::kBadInput) << i;
    EXPECT_TRUE(status.message().starts_with(path + ": damaged: ")) << i << status.message();
    EXPECT_TRUE(status.message().ends_with("; remove the run directory and run again")) << i << status.message();
  }
}

// The index would be a terabyte; the file takes none of the disk.
TEST(BlockFile, AHugeIndexIsRefusedBeforeItIsRead) {
  const ScratchDirectory scratch;
  const std::string path = scratch.write("a", some_file().bytes());
  const std::uint64_t size = 1ull << 40;
  fs::resize_file(path, size);
  std::string trailer;
  put(trailer, std::uint64_t{32});
  put(trailer, size - 64);
  put(trailer, std::uint64_t{0});
  trailer += "tkblkend";
  std::fstream out(path, std::ios::in | std::ios::out | std::ios::binary);
  out.seekp(static_cast<std::streamoff>(size - 32));
  out.write(trailer.data(), 32);
  out.close();
  EXPECT_EQ(BlockFile::open(path, kTestingRun).status().message(),
            path + ": damaged: its index has more blocks than any file; remove the run directory and run again");
}

TEST(BlockFile, EveryCutIsSeen) {
  const ScratchDirectory scratch;
  const std::string whole = some_file().bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Status status = read_file(scratch.write("a", whole.substr(0, size))).status();
    ASSERT_EQ(status.code(), Code::kBadInput) << size;
  }
  EXPECT_EQ(read_file(scratch.write("a", whole + '\0')).status().code(), Code::kBadInput);
}

TEST(BlockFile, EveryFlippedBitIsSeen) {
  const ScratchDirectory scratch;
  TestingFile file = some_file();
  file.blocks.resize(3);
  for (TestingBlock& block : file.blocks) block.bytes = block.bytes.substr(0, 21);
  std::swap(file.blocks[0], file.blocks[2]);
  std::swap(file.blocks[1], file.blocks[2]);
  const std::string whole = file.bytes();
  ASSERT_TRUE(read_file(scratch.write("a", whole)).ok());
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::string bent = whole;
    bent[bit / 8] = static_cast<char>(bent[bit / 8] ^ (1 << bit % 8));
    const Status status = read_file(scratch.write("a", bent)).status();
    ASSERT_EQ(status.code(), Code::kBadInput) << bit << status.message();
  }
}

TEST(BlockFile, DamageIsSeenOrHarmless) {
  const ScratchDirectory scratch;
  ASSERT_TRUE(write_file(scratch / "whole", some_file()).ok());
  const std::string whole = base::slurp(scratch / "whole");
  const Contents contents = contents_of(some_file());
  int seen = 0;
  for (std::uint32_t seed = 0; seed < 5000; ++seed) {
    const Result<Contents> read = read_file(scratch.write("a", mutated(whole, seed)));
    if (read.ok()) {
      ASSERT_EQ(*read, contents) << seed;
    } else {
      ASSERT_EQ(read.status().code(), Code::kBadInput) << seed << read.status().message();
      ASSERT_TRUE(read.status().message().starts_with(scratch / "a: damaged: ")) << read.status().message();
      ++seen;
    }
  }
  EXPECT_GT(seen, 4000);
}

TEST(BlockFile, ChangesUnderAnOpenFileAreSeen) {
  const ScratchDirectory scratch;
  ASSERT_TRUE(write_file(scratch / "a", some_file()).ok());
  const auto file = BlockFile::open(scratch / "a", kTestingRun);
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE((*file)->verify().ok());
  fs::resize_file(scratch / "a", 40);
  const Block* block = (*file)->find(BlockKind::kRecords, 7);
  ASSERT_NE(block, nullptr);
  std::string bytes;
  EXPECT_EQ((*file)->read(*block, bytes).message(),
            scratch / "a: damaged: it became shorter while it was read; remove the run directory and run again");
  EXPECT_EQ((*file)->verify().code(), Code::kBadInput);
}

}  // namespace
}  // namespace textkin::store
