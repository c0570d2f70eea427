#include "input/sources/spool.h"

#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "base/scratch_directory.h"

namespace textkin::input {
namespace {

using base::ScratchDirectory;

// Spare bytes that no disk has, and that every disk has: chunks packed or as they came.
constexpr std::uint64_t kSpares[] = {~std::uint64_t{0}, 0};

class AnySpool : public testing::TestWithParam<std::uint64_t> {};
class NamedSpool : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Packed, AnySpool, testing::ValuesIn(kSpares));
INSTANTIATE_TEST_SUITE_P(Packed, NamedSpool, testing::ValuesIn(kSpares));

std::string bytes_of(std::uint32_t source, std::size_t size) {
  std::mt19937 random(source);
  std::string bytes;
  while (bytes.size() < size) bytes += std::to_string(random() % 100'000) + " words ";
  bytes.resize(size);
  return bytes;
}

// Three sources, cut anyhow, appended by two threads in any order.
TEST_P(AnySpool, GivesBackAnyRangeWhateverTheOrderOfAppending) {
  const ScratchDirectory scratch;
  auto spool = std::make_shared<Spool>(scratch.path(), "", GetParam());
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
  EXPECT_EQ(spool->file_bytes() < 400'000u, GetParam() > 0);
  EXPECT_LE(spool->file_bytes(), 465'537u);
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

TEST_P(AnySpool, NoticesDamage) {
  const ScratchDirectory scratch;
  auto spool = std::make_shared<Spool>(scratch.path(), "", GetParam());
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
    EXPECT_EQ(status.code(), Code::kIo);
    EXPECT_NE(status.message().find("damaged"), std::string::npos);
    file.seekp(at);
    file.put(byte).flush();
  }
  ASSERT_TRUE(reader.read(0, 0, bytes.size(), out).ok());
}

// A named spool with `size` bytes of source 0 from `begin` on.
void append_to(Spool& spool, std::string_view bytes, std::size_t begin, std::size_t size) {
  SpoolWriter writer;
  ASSERT_TRUE(spool.append(0, begin, bytes.substr(begin, size), writer).ok());
}

TEST_P(NamedSpool, GoesOnInAnotherProcess) {
  const ScratchDirectory scratch;
  const std::string bytes = bytes_of(9, 500'000);
  std::vector<Spool::Chunk> kept;
  {
    Spool spool(scratch.path(), "spool", GetParam());
    append_to(spool, bytes, 0, 100'000);
    append_to(spool, bytes, 200'000, 50'000);  // of a block that will be read again
    kept = spool.take_new_chunks({.source = 0, .offset = 100'000});
    EXPECT_TRUE(spool.take_new_chunks({.source = 0, .offset = 200'000}).empty());
    EXPECT_TRUE(spool.sync().ok());
  }
  for (int run = 0; run < 2; ++run) {
    const auto left_bytes = std::filesystem::file_size(scratch / "spool");
    auto spool = std::make_shared<Spool>(scratch.path(), "spool", GetParam());
    ASSERT_TRUE(spool->restore(kept).ok());
    std::vector<char> out;
    ASSERT_TRUE(SpoolReader(spool).read(0, 10, 99'990, out).ok());
    EXPECT_EQ(std::filesystem::file_size(scratch / "spool"), left_bytes) << "reading changes nothing";
    EXPECT_FALSE(SpoolReader(spool).holds(0, 200'000));
    append_to(*spool, bytes, 100'000, 100'000);
    append_to(*spool, bytes, 200'000, 300'000);
    const std::vector<Spool::Chunk> chunks = spool->take_new_chunks({.source = 1});
    EXPECT_TRUE(std::is_sorted(chunks.begin(), chunks.end(), [](auto& a, auto& b) { return a.offset < b.offset; }));
    auto third = std::make_shared<Spool>(scratch.path(), "spool", GetParam());
    std::vector<Spool::Chunk> all = chunks;
    all.insert(all.end(), kept.begin(), kept.end());
    ASSERT_TRUE(third->restore(all).ok());
    EXPECT_EQ(third->file_bytes(), std::filesystem::file_size(scratch / "spool"));
    for (const auto& last : {std::shared_ptr<const Spool>(spool), std::shared_ptr<const Spool>(third)}) {
      ASSERT_TRUE(SpoolReader(last).read(0, 0, bytes.size(), out).ok());
      ASSERT_TRUE(std::string_view(out.data(), out.size()) == bytes);
    }
  }
}

TEST_P(NamedSpool, DamageIsFoundAndToldWithTheDirectory) {
  const ScratchDirectory scratch;
  const std::string bytes = bytes_of(5, 60'000);
  std::vector<Spool::Chunk> chunks;
  {
    Spool spool(scratch.path(), "spool", GetParam());
    append_to(spool, bytes, 0, bytes.size());
    chunks = spool.take_new_chunks({.source = 1});
  }
  const std::string good = base::slurp(scratch / "spool");
  const auto status_of = [&](const std::string& file, const std::vector<Spool::Chunk>& index) {
    scratch.write("spool", file);
    auto spool = std::make_shared<Spool>(scratch.path(), "spool", GetParam());
    TEXTKIN_RETURN_IF_ERROR(spool->restore(index));
    std::vector<char> out;
    return SpoolReader(spool).read(0, 0, bytes.size(), out);
  };
  EXPECT_TRUE(status_of(good, chunks).ok());
  std::mt19937 random(6);
  for (int repeat = 0; repeat < 200; ++repeat) {
    std::string bad = good;
    bad[random() % bad.size()] ^= static_cast<char>(1 << random() % 8);
    if (repeat % 5 == 0) bad = good.substr(0, random() % good.size());
    const Status status = status_of(bad, chunks);
    ASSERT_EQ(status.code(), Code::kBadInput);
    ASSERT_TRUE(status.message().starts_with(scratch / "spool" + ": damaged: ")) << status.message();
    ASSERT_NE(status.message().find("remove " + scratch.path()), std::string::npos) << status.message();
  }
  // An index of anything at all: an error, or the right bytes.
  for (int repeat = 0; repeat < 1000; ++repeat) {
    std::vector<Spool::Chunk> index = chunks;
    auto* const raw = reinterpret_cast<unsigned char*>(index.data());
    raw[random() % (index.size() * sizeof(Spool::Chunk))] = static_cast<unsigned char>(random());
    if (repeat % 3 == 0) index.push_back(index[random() % index.size()]);
    const Status status = status_of(good, index);
    ASSERT_TRUE(index == chunks ? status.ok() : status.code() == Code::kBadInput) << status.message();
  }
  std::filesystem::remove(scratch / "spool");
  Spool gone(scratch.path(), "spool");
  EXPECT_EQ(gone.restore(chunks).code(), Code::kNotFound);
}

TEST_P(NamedSpool, TakesAndSyncsWhileOthersAppend) {
  const ScratchDirectory scratch;
  const std::string bytes = bytes_of(1, 4'000'000);
  Spool spool(scratch.path(), "spool", GetParam());
  const auto append = [&](std::size_t first) {
    SpoolWriter writer;
    for (std::size_t at = first; at < bytes.size(); at += 80'000)
      EXPECT_TRUE(spool.append(0, at, std::string_view(bytes).substr(at, 40'000), writer).ok());
  };
  std::thread one(append, 0), other(append, 40'000);
  std::vector<Spool::Chunk> chunks;
  for (std::uint64_t offset = 0; offset < bytes.size() + 80'000; offset += 80'000) {
    const std::vector<Spool::Chunk> taken = spool.take_new_chunks({.source = 0, .offset = offset});
    chunks.insert(chunks.end(), taken.begin(), taken.end());
    EXPECT_TRUE(spool.sync().ok());
  }
  one.join();
  other.join();
  const std::vector<Spool::Chunk> taken = spool.take_new_chunks({.source = 1});
  chunks.insert(chunks.end(), taken.begin(), taken.end());
  auto again = std::make_shared<Spool>(scratch.path(), "spool", GetParam());
  ASSERT_TRUE(again->restore(chunks).ok());
  std::vector<char> out;
  ASSERT_TRUE(SpoolReader(again).read(0, 0, bytes.size(), out).ok());
  EXPECT_TRUE(std::string_view(out.data(), out.size()) == bytes);
}

}  // namespace
}  // namespace textkin::input
