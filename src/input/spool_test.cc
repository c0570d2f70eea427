#include "input/spool.h"

#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "base/scratch_directory.h"

namespace textkin::input {
namespace {

using base::ScratchDirectory;

std::string bytes_of(std::uint32_t source, std::size_t size) {
  std::mt19937 random(source);
  std::string bytes;
  while (bytes.size() < size) bytes += std::to_string(random() % 100'000) + " words ";
  bytes.resize(size);
  return bytes;
}

// Three sources, cut anyhow, appended by two threads in any order.
TEST(Spool, GivesBackAnyRangeWhateverTheOrderOfAppending) {
  const ScratchDirectory scratch;
  auto spool = std::make_shared<Spool>(scratch.path());
  const std::string sources[] = {bytes_of(0, 400'000), bytes_of(1, 1), bytes_of(2, 65536)};
  struct Part {
    std::uint32_t source;
    std::size_t offset, size;
  };
  std::vector<Part> parts;
  std::mt19937 random(2);
  for (std::uint32_t s = 0; s < 3; ++s) {
    for (std::size_t at = 0; at < sources[s].size();) {
      const std::size_t size = std::min<std::size_t>(sources[s].size() - at, 1 + random() % 150'000);
      parts.push_back({s, at, size});
      at += size;
    }
  }
  std::shuffle(parts.begin(), parts.end(), random);
  const auto append = [&](std::size_t first) {
    SpoolWriter writer;
    for (std::size_t i = first; i < parts.size(); i += 2) {
      const Part& part = parts[i];
      EXPECT_TRUE(spool
                      ->append(part.source, part.offset,
                               std::string_view(sources[part.source]).substr(part.offset, part.size), writer)
                      .ok());
    }
  };
  std::thread other(append, 1);
  append(0);
  other.join();

  SpoolReader reader(spool);
  std::vector<char> out;
  for (int repeat = 0; repeat < 500; ++repeat) {
    const auto s = static_cast<std::uint32_t>(random() % 3);
    const std::size_t offset = random() % sources[s].size();
    const std::size_t size = 1 + random() % (sources[s].size() - offset);
    ASSERT_TRUE(reader.read(s, offset, size, out).ok());
    ASSERT_TRUE(std::string_view(out.data(), out.size()) == std::string_view(sources[s]).substr(offset, size));
  }
  EXPECT_EQ(reader.read(1, 0, 2, out).code(), Code::kBadInput);
  EXPECT_EQ(reader.read(3, 0, 1, out).code(), Code::kBadInput);
  EXPECT_LT(spool->file_bytes(), 400'000u);
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

TEST(Spool, NoticesDamage) {
  const ScratchDirectory scratch;
  auto spool = std::make_shared<Spool>(scratch.path());
  SpoolWriter writer;
  const std::string bytes = bytes_of(5, 300'000);
  ASSERT_TRUE(spool->append(0, 0, bytes, writer).ok());
  // The file has no name; its descriptor is the only way to it.
  std::string scratch_file;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code error;
    const std::string target = std::filesystem::read_symlink(entry, error).string();
    if (!error && target.starts_with(scratch.path())) scratch_file = entry.path();
  }
  ASSERT_FALSE(scratch_file.empty());
  std::fstream file(scratch_file, std::ios::binary | std::ios::in | std::ios::out);
  std::mt19937 random(8);
  SpoolReader reader(spool);
  std::vector<char> out;
  for (int repeat = 0; repeat < 300; ++repeat) {
    const auto at = static_cast<std::streamoff>(random() % spool->file_bytes());
    file.seekg(at);
    const char byte = static_cast<char>(file.get());
    const char damaged = static_cast<char>(byte ^ (1 << random() % 8));
    file.seekp(at);
    file.put(damaged).flush();
    const Status status = SpoolReader(spool).read(0, 0, bytes.size(), out);
    // A few bits of a frame's head mean nothing; then the bytes are right.
    if (status.ok()) {
      EXPECT_TRUE(std::string_view(out.data(), out.size()) == bytes);
    } else {
      EXPECT_EQ(status.code(), Code::kIo);
      EXPECT_NE(status.message().find("damaged"), std::string::npos);
    }
    file.seekp(at);
    file.put(byte).flush();
  }
  ASSERT_TRUE(reader.read(0, 0, bytes.size(), out).ok());
}

}  // namespace
}  // namespace textkin::input
