#include "base/scratch_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <random>
#include <thread>

#include "base/scratch_directory.h"

namespace textkin::base {
namespace {

namespace fs = std::filesystem;

std::string noise(std::uint32_t seed, std::size_t size) {
  std::mt19937 random(seed);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

TEST(ScratchFile, MapsAllThatWasAppendedForLongerThanItLives) {
  const ScratchDirectory scratch;
  auto file = std::make_unique<ScratchFile>(scratch.path());
  auto none = file->map();
  ASSERT_TRUE(none.ok());
  EXPECT_TRUE((*none)->bytes().empty());
  std::string all;
  for (std::uint32_t i = 0; i < 40; ++i) {
    const std::string bytes = noise(i, i * 1009);
    ASSERT_TRUE(file->append(bytes).ok());
    all += bytes;
  }
  const auto mapped = file->map();
  ASSERT_TRUE(mapped.ok()) << mapped.status().message();
  file.reset();
  EXPECT_EQ((*mapped)->bytes(), all);
  (*mapped)->forget();
  EXPECT_EQ((*mapped)->bytes(), all);
}

TEST(ScratchFile, GivesBackWhatWasAppendedAndHasNoName) {
  const ScratchDirectory scratch;
  ScratchFile file(scratch.path());
  std::vector<ScratchFile::Extent> extents;
  std::uint64_t total = 0;
  for (std::uint32_t i = 0; i < 50; ++i) {
    const std::size_t size = i * i * 97;  // the first is empty
    auto extent = file.append(noise(i, size));
    ASSERT_TRUE(extent.ok()) << extent.status().message();
    ASSERT_EQ(extent->size, size);
    extents.push_back(*extent);
    total += size;
  }
  EXPECT_EQ(file.bytes(), total);
  EXPECT_TRUE(fs::is_empty(scratch.path()));
  for (std::uint32_t i = 50; i-- > 0;) {
    std::string out(extents[i].size, 'x');
    ASSERT_TRUE(file.read(extents[i], out.data()).ok());
    ASSERT_EQ(out, noise(i, out.size()));
  }
  std::string part(10, 'x');
  ASSERT_TRUE(file.read_at(extents[9].offset + 100, part.data(), part.size()).ok());
  EXPECT_EQ(part, noise(9, extents[9].size).substr(100, 10));
}

TEST(ScratchFile, ManyThreadsAppendAndRead) {
  const ScratchDirectory scratch;
  ScratchFile file(scratch.path());
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (std::uint32_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      std::vector<ScratchFile::Extent> extents;
      for (std::uint32_t i = 0; i < 100; ++i) {
        auto extent = file.append(noise(t * 1000 + i, 1 + i * 31));
        if (!extent.ok()) {
          ++wrong;
          return;
        }
        extents.push_back(*extent);
        const std::uint32_t asked = i / 2;
        std::string out(extents[asked].size, 'x');
        if (!file.read(extents[asked], out.data()).ok() || out != noise(t * 1000 + asked, out.size())) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong.load(), 0);
}

// The open file of this process that has no name any more.
std::string open_nameless_file(const ScratchDirectory& scratch) {
  for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
    std::error_code error;
    const std::string target = fs::read_symlink(entry.path(), error).string();
    if (!error && target.starts_with(scratch.path() + "/")) return entry.path().string();
  }
  return {};
}

TEST(ScratchFile, BytesThatComeBackChangedAreSeen) {
  const ScratchDirectory scratch;
  ScratchFile file(scratch.path());
  const auto one = file.append("some bytes");
  const auto two = file.append("other bytes");
  ASSERT_TRUE(one.ok() && two.ok());
  const std::string damaged =
      scratch.path() + ": what was written to a scratch file does not come back; check the disk, or name a directory " +
      "on another one";
  char out[100];
  ScratchFile::Extent shifted = *two;
  shifted.offset -= 1;
  EXPECT_EQ(file.read(shifted, out).message(), damaged);
  EXPECT_EQ(file.read_at(file.bytes() - 3, out, 4).message(), damaged);
  EXPECT_TRUE(file.read_at(file.bytes() - 3, out, 3).ok());

  const std::string path = open_nameless_file(scratch);
  ASSERT_FALSE(path.empty());
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_GE(descriptor, 0);
  ASSERT_EQ(::pwrite(descriptor, "X", 1, static_cast<off_t>(two->offset + 4)), 1);
  EXPECT_TRUE(file.read(*one, out).ok());
  EXPECT_EQ(file.read(*two, out).code(), Code::kIo);
  EXPECT_EQ(file.read(*two, out).message(), damaged);
  ASSERT_EQ(::ftruncate(descriptor, 5), 0);
  EXPECT_EQ(file.read(*one, out).message(), damaged);
  ::close(descriptor);
}

TEST(ScratchFile, ADirectoryThatIsMissingAndADiskThatIsFullAreNamed) {
  const ScratchDirectory scratch;
  ScratchFile nowhere(scratch / "missing");
  EXPECT_TRUE(nowhere.append("").ok());
  const Status missing = nowhere.append("x").status();
  EXPECT_EQ(missing.code(), Code::kNotFound);
  EXPECT_TRUE(missing.message().starts_with(scratch / "missing: a scratch file cannot be created: "))
      << missing.message();
  char out;
  EXPECT_EQ(nowhere.read_at(0, &out, 1).code(), Code::kIo);

  // A limit on the size of files stands for a full disk.
  ScratchFile file(scratch.path());
  ASSERT_TRUE(file.append(std::string(300'000, 'a')).ok());
  struct rlimit saved;
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &saved), 0);
  struct rlimit small = saved;
  small.rlim_cur = 500'000;
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const Status full = file.append(std::string(300'000, 'b')).status();
  ::setrlimit(RLIMIT_FSIZE, &saved);
  ::signal(SIGXFSZ, handler);
  EXPECT_EQ(full.code(), Code::kIo);
  EXPECT_TRUE(full.message().starts_with(scratch.path() + ": a scratch file cannot be written: ")) << full.message();
}

}  // namespace
}  // namespace textkin::base
