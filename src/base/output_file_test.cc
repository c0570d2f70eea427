#include "base/output_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <random>

#include "base/leftovers.h"
#include "base/packing/unpack.h"
#include "base/scratch_directory.h"

namespace textkin::base {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> entries(const ScratchDirectory& scratch) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(scratch.path())) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

Status write_file(const std::string& path, std::string_view bytes, Packing packing = Packing::kNone) {
  auto file = OutputFile::create(path, packing);
  if (!file.ok()) return file.status();
  TEXTKIN_RETURN_IF_ERROR((*file)->write(bytes));
  return (*file)->commit();
}

TEST(OutputFile, AppearsOnlyWhenItIsComplete) {
  const ScratchDirectory scratch;
  for (const std::string old : {"", "old"}) {
    if (!old.empty()) scratch.write("out.tsv", old);
    const std::vector<std::string> before = entries(scratch);
    auto file = OutputFile::create(scratch / "out.tsv", Packing::kNone);
    ASSERT_TRUE(file.ok());
    ASSERT_TRUE((*file)->write("a\n").ok());
    ASSERT_TRUE((*file)->write("b\n").ok());
    std::vector<std::string> during = entries(scratch);
    std::erase_if(during, [](const std::string& name) { return name.starts_with(".out.tsv.textkin-"); });
    EXPECT_EQ(during, before);
    EXPECT_EQ(slurp(scratch / "out.tsv"), old);
    ASSERT_TRUE((*file)->commit().ok());
    EXPECT_EQ(entries(scratch), std::vector<std::string>{"out.tsv"});
    EXPECT_EQ(slurp(scratch / "out.tsv"), "a\nb\n");
  }
}

TEST(OutputFile, IsEndedAndOnTheDiskBeforeItHasAName) {
  const ScratchDirectory scratch;
  for (const Packing packing : {Packing::kNone, Packing::kGzip, Packing::kZstd}) {
    const std::string path = scratch / ("out." + std::to_string(static_cast<int>(packing)));
    auto file = OutputFile::create(path, packing);
    ASSERT_TRUE(file.ok() && (*file)->write(std::string(1'000'000, 'x')).ok());
    for (int repeat = 0; repeat < 2; ++repeat) ASSERT_TRUE((*file)->end().ok() && (*file)->sync().ok());
    EXPECT_FALSE(fs::exists(path));
    ASSERT_TRUE((*file)->commit().ok());
    ASSERT_TRUE(write_file(scratch / "expected", std::string(1'000'000, 'x'), packing).ok());
    EXPECT_EQ(slurp(path), slurp(scratch / "expected"));
  }
}

TEST(OutputFile, GivenUpLeavesNothingBehindAndTheOldFileAlone) {
  const ScratchDirectory scratch;
  scratch.write("out", "old");
  for (const Packing packing : {Packing::kNone, Packing::kGzip, Packing::kZstd, Packing::kXz, Packing::kBzip2}) {
    auto file = OutputFile::create(scratch / "out", packing);
    ASSERT_TRUE(file.ok() && (*file)->write(std::string(1'000'000, 'x')).ok());
    file = Status(Code::kInterrupted, "");
    EXPECT_EQ(entries(scratch), std::vector<std::string>{"out"});
    EXPECT_EQ(slurp(scratch / "out"), "old");
  }
}

TEST(OutputFile, IsPackedAsItsSuffixSays) {
  const ScratchDirectory scratch;
  for (const std::string suffix : {".tsv", ".tsv.gz", ".tsv.zst", ".tsv.xz", ".tsv.bz2"}) {
    auto file = OutputFile::create(scratch / ("out" + suffix));
    ASSERT_TRUE(file.ok() && (*file)->write("text\n").ok() && (*file)->commit().ok());
    ASSERT_TRUE(write_file(scratch / "asked", "text\n", packing_of(suffix)).ok());
    EXPECT_EQ(slurp(scratch / ("out" + suffix)), slurp(scratch / "asked")) << suffix;
  }
}

TEST(OutputFile, ReplacesAFileAndFollowsALink) {
  const ScratchDirectory scratch;
  scratch.write("real/out", "old");
  fs::create_symlink("real/out", scratch / "link");
  ASSERT_TRUE(write_file(scratch / "link", "new").ok());
  EXPECT_TRUE(fs::is_symlink(scratch / "link"));
  EXPECT_EQ(slurp(scratch / "real/out"), "new");
  EXPECT_EQ(entries(scratch), (std::vector<std::string>{"link", "real"}));
  ASSERT_TRUE(write_file(scratch / "real/out", "").ok());
  EXPECT_EQ(slurp(scratch / "real/out"), "");
}

TEST(OutputFile, HasThePermissionsOfAnyNewFile) {
  const ScratchDirectory scratch;
  const mode_t saved = ::umask(027);
  EXPECT_TRUE(write_file(scratch / "out", "x").ok());
  ::umask(saved);
  struct stat status;
  ASSERT_EQ(::stat((scratch / "out").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
}

TEST(OutputFile, AFileThatIsReplacedKeepsItsMode) {
  const ScratchDirectory scratch;
  for (const mode_t mode : {0600u, 0640u, 0666u, 0755u, 0400u}) {
    scratch.write("out", "old");
    ASSERT_EQ(::chmod((scratch / "out").c_str(), mode), 0);
    auto file = OutputFile::create(scratch / "out", Packing::kNone);
    ASSERT_TRUE(file.ok() && (*file)->write("new").ok() && (*file)->commit().ok());
    struct stat status;
    ASSERT_EQ(::stat((scratch / "out").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, mode);
    EXPECT_EQ(slurp(scratch / "out"), "new");
  }
  if (::geteuid() != 0) return;
  ASSERT_EQ(::chown((scratch / "out").c_str(), 1234, 2345), 0);
  ASSERT_TRUE(write_file(scratch / "out", "root's").ok());
  struct stat status;
  ASSERT_EQ(::stat((scratch / "out").c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 1234u);
  EXPECT_EQ(status.st_gid, 2345u);
}

TEST(OutputFile, PrivateFilesAreForTheirUserAlone) {
  const ScratchDirectory scratch;
  scratch.write("old", "x");
  ASSERT_EQ(::chmod((scratch / "old").c_str(), 0644), 0);
  for (const char* name : {"new", "old", "scratch"}) {
    auto file = std::string_view(name) == "scratch" ? OutputFile::create_scratch(scratch / name)
                                                    : OutputFile::create_private(scratch / name);
    ASSERT_TRUE(file.ok() && (*file)->commit().ok());
    struct stat status;
    ASSERT_EQ(::stat((scratch / name).c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0600u) << name;
  }
}

TEST(OutputFile, AFileThatIsStandardOutputIsWrittenInPlace) {
  const ScratchDirectory scratch;
  const std::string log = scratch.write("log", "before\n");
  ::fflush(stdout);
  const int saved = ::dup(STDOUT_FILENO);
  const int out = ::open(log.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  ::dup2(out, STDOUT_FILENO);
  const Status by_device = write_file("/dev/stdout", "one\n");
  const Status by_name = write_file(log, "two\n");
  ::dup2(saved, STDOUT_FILENO);
  ::close(saved);
  ::close(out);
  EXPECT_TRUE(by_device.ok() && by_name.ok());
  EXPECT_EQ(slurp(log), "before\none\ntwo\n");
}

TEST(OutputFile, TakesTheLongestName) {
  const ScratchDirectory scratch;
  const std::string name(255, 'n');
  ASSERT_TRUE(write_file(scratch / name, "x").ok());
  EXPECT_EQ(entries(scratch), std::vector<std::string>{name});
  EXPECT_EQ(write_file(scratch / (name + "n"), "x").code(), Code::kIo);
  const auto here = fs::current_path();
  fs::current_path(scratch.path());
  EXPECT_TRUE(write_file("relative", "x").ok());
  fs::current_path(here);
  EXPECT_TRUE(fs::exists(scratch / "relative"));
}

TEST(OutputFile, ErrorsNameTheFileAndSayWhatToDo) {
  const ScratchDirectory scratch;
  const std::string missing = scratch / "missing/out";
  const Status folder = write_file(missing, "x");
  EXPECT_EQ(folder.code(), Code::kNotFound);
  EXPECT_EQ(folder.message(), missing + ": cannot be created: no such file or directory; check the path");
  EXPECT_EQ(write_file(scratch.path(), "x").message(),
            scratch.path() + ": cannot be written: it is a directory; name a file");
  EXPECT_EQ(write_file(scratch / "new/", "x").code(), Code::kIo);
  EXPECT_EQ(write_file("", "x").code(), Code::kInvalidArgument);
  scratch.write("file", "x");
  EXPECT_EQ(write_file(scratch / "file/out", "x").code(), Code::kNotFound);
  fs::create_symlink("nowhere", scratch / "dangling");
  EXPECT_EQ(write_file(scratch / "dangling", "x").code(), Code::kNotFound);
  EXPECT_EQ(entries(scratch), (std::vector<std::string>{"dangling", "file"}));
}

TEST(OutputFile, DevicesAreWrittenAndNotReplaced) {
  ASSERT_TRUE(write_file("/dev/null", "x").ok());
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  for (const Packing packing : {Packing::kNone, Packing::kGzip, Packing::kZstd, Packing::kXz, Packing::kBzip2}) {
    auto file = OutputFile::create("/dev/full", packing);
    ASSERT_TRUE(file.ok()) << file.status().message();
    std::mt19937 random(1);
    std::string noise(1'000'000, '\0');
    for (char& byte : noise) byte = static_cast<char>(random());
    Status status = (*file)->write(noise);
    if (status.ok()) status = (*file)->commit();
    EXPECT_EQ(status.code(), Code::kIo) << name_of(packing);
    EXPECT_EQ(status.message(),
              "/dev/full: cannot be written: the disk is full; free some space or name another place");
    // An error stays.
    EXPECT_FALSE((*file)->write("more").ok());
    EXPECT_FALSE((*file)->commit().ok());
  }
}

// A limit on the size of files stands for a full disk: writing fails in the middle, nothing appears, the old file
// stays.
TEST(OutputFile, ADiskThatFillsUpLeavesTheOldFile) {
  const ScratchDirectory scratch;
  scratch.write("out", "old");
  struct rlimit saved;
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &saved), 0);
  struct rlimit small = saved;
  small.rlim_cur = 500'000;
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const Status status = write_file(scratch / "out", std::string(2'000'000, 'x'));
  ::setrlimit(RLIMIT_FSIZE, &saved);
  ::signal(SIGXFSZ, handler);
  EXPECT_EQ(status.code(), Code::kIo);
  EXPECT_TRUE(status.message().starts_with(scratch / "out: cannot be written: the file is larger"));
  EXPECT_EQ(entries(scratch), std::vector<std::string>{"out"});
  EXPECT_EQ(slurp(scratch / "out"), "old");
}

TEST(OutputFile, StandardOutputAndAReaderThatLeft) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const int saved = ::dup(STDOUT_FILENO);
  ::fflush(stdout);
  ::dup2(ends[1], STDOUT_FILENO);
  const Status written = write_file("-", "to standard output");
  const auto handler = ::signal(SIGPIPE, SIG_IGN);
  char buffer[100];
  const ssize_t got = ::read(ends[0], buffer, sizeof buffer);
  ::close(ends[0]);
  const Status broken = write_file("-", "nobody reads");
  ::dup2(saved, STDOUT_FILENO);
  ::signal(SIGPIPE, handler);
  ::close(saved);
  ::close(ends[1]);
  EXPECT_TRUE(written.ok());
  EXPECT_EQ(std::string_view(buffer, static_cast<std::size_t>(got)), "to standard output");
  EXPECT_EQ(broken.code(), Code::kIo);
  EXPECT_EQ(broken.message(), "-: cannot be written: the program that reads it has ended");
}

TEST(OutputFile, TheSameBytesGiveTheSameFile) {
  const ScratchDirectory scratch;
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) bytes += "line " + std::to_string(i) + "\n";
  for (const Packing packing : {Packing::kGzip, Packing::kZstd, Packing::kXz, Packing::kBzip2}) {
    ASSERT_TRUE(write_file(scratch / "one", bytes, packing).ok());
    auto file = OutputFile::create(scratch / "two", packing);
    for (std::size_t at = 0; at < bytes.size(); at += 777)
      ASSERT_TRUE((*file)->write(std::string_view(bytes).substr(at, 777)).ok());
    ASSERT_TRUE((*file)->commit().ok());
    const std::string one = slurp(scratch / "one");
    EXPECT_TRUE(one == slurp(scratch / "two")) << name_of(packing);
    EXPECT_LT(one.size(), bytes.size() / 3);
    const bool no_time = one.substr(4, 4) == std::string(4, '\0');
    EXPECT_TRUE(no_time || packing != Packing::kGzip);
  }
}

TEST(OutputFile, TheNextRunRemovesWhatAKilledOneLeft) {
  const ScratchDirectory scratch;
  const std::string name(250, 'n');
  for (const std::string& output : {std::string("out"), name}) {
    const std::string left = temporary_name(output);
    const std::string held = temporary_name(output);
    const std::string others = temporary_name("other" + output.substr(0, 3));
    for (const std::string& file : {left, held, others, "." + output.substr(0, 9) + ".textkin-abc"})
      scratch.write(file, "x");
    const int holder = ::open((scratch / held).c_str(), O_RDONLY | O_CLOEXEC);
    ASSERT_TRUE(hold_temporary(holder));
    ASSERT_TRUE(write_file(scratch / output, "new").ok());
    EXPECT_FALSE(fs::exists(scratch / left));
    EXPECT_TRUE(fs::exists(scratch / held)) << "somebody writes it";
    EXPECT_TRUE(fs::exists(scratch / others)) << "of another output";
    ::close(holder);
    ASSERT_TRUE(OutputFile::create_shard(scratch / output, Packing::kNone).ok());
    EXPECT_TRUE(fs::exists(scratch / held)) << "a shard does not look";
    ASSERT_TRUE(write_file(scratch / output, "newer").ok());
    EXPECT_FALSE(fs::exists(scratch / held));
    EXPECT_EQ(slurp(scratch / output), "newer");
  }
}

}  // namespace
}  // namespace textkin::base
