#include "base/packing/gzip_header.h"

#include <gtest/gtest.h>
#include <isa-l/crc.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/packing/unpack.h"
#include "base/scratch_directory.h"

namespace textkin::base {
namespace {

using namespace std::string_literals;
using Verdict = GzipHeader::Verdict;

struct Read {
  Verdict verdict = Verdict::kMore;
  std::size_t bytes = 0;
};

Read read(std::string_view bytes) {
  GzipHeader header;
  Read out;
  while (out.bytes < bytes.size() && out.verdict == Verdict::kMore)
    out.verdict = header.take(static_cast<std::uint8_t>(bytes[out.bytes++]));
  return out;
}

// The ten bytes that all have, what the flags say, and their checksum where they say so.
std::string header(int flags, std::uint32_t wrong = 0) {
  std::string out = "\x1f\x8b\x08"s + static_cast<char>(flags) + "\1\2\3\4\0\3"s;
  if ((flags & 4) != 0) out += "\x03\0abc"s;
  if ((flags & 8) != 0) out += "name\0"s;
  if ((flags & 16) != 0) out += "said\0"s;
  if ((flags & 2) == 0) return out;
  const std::uint32_t sum =
      ::crc32_gzip_refl(0, reinterpret_cast<const unsigned char*>(out.data()), out.size()) ^ wrong;
  return out + static_cast<char>(sum & 0xFF) + static_cast<char>(sum >> 8 & 0xFF);
}

TEST(GzipHeader, EndsWhereItEnds) {
  for (int flags = 0; flags < 32; ++flags) {
    const std::string bytes = header(flags);
    const Read found = read(bytes + "and more");
    EXPECT_EQ(found.verdict, Verdict::kWhole) << flags;
    EXPECT_EQ(found.bytes, bytes.size()) << flags;
    EXPECT_EQ(read(bytes.substr(0, bytes.size() - 1)).verdict, Verdict::kMore) << flags;
  }
  EXPECT_EQ(read("\x1f\x8b\x08\x04"s + std::string(6, '\0') + "\0\0"s).verdict, Verdict::kWhole);  // nothing extra
}

TEST(GzipHeader, AWrongChecksumIsDamage) {
  for (int flags = 2; flags < 32; flags += 4)
    for (const std::uint32_t wrong : {1u, 0x8000u}) EXPECT_EQ(read(header(flags, wrong)).verdict, Verdict::kDamaged);
}

TEST(GzipHeader, WhatNobodyKnowsIsRefused) {
  for (const int reserved : {0x20, 0x40, 0x80}) EXPECT_EQ(read(header(reserved)).verdict, Verdict::kDamaged);
  EXPECT_EQ(read("\x1f\x8b\x07"s).verdict, Verdict::kDamaged);
  for (const std::string_view foreign : {"{\"text\"", "\x1f\x8a"}) EXPECT_EQ(read(foreign).verdict, Verdict::kForeign);
}

// Wherever the end of a buffer cuts it, of the first member and of the next.
TEST(GzipHeader, IsReadFromBuffersOfAnySize) {
  const ScratchDirectory scratch;
  const std::string empty_member = "\x03\0"s + std::string(8, '\0');
  for (int flags = 0; flags < 32; ++flags) {
    const std::string member = header(flags) + empty_member;
    for (const bool right : {true, false}) {
      const std::string bytes = member + (right ? member : header(flags, 1) + empty_member);
      for (std::size_t buffer = 1; buffer <= bytes.size(); ++buffer) {
        Result<Unpacker> unpacker = Unpacker::open(scratch.write("file", bytes), Packing::kGzip, 0, buffer);
        ASSERT_TRUE(unpacker.ok());
        std::vector<char> out(100);
        const Result<std::size_t> got = unpacker->read(out.data(), out.size());
        EXPECT_EQ(got.ok(), right || (flags & 2) == 0) << flags << " " << buffer;
      }
    }
  }
}

}  // namespace
}  // namespace textkin::base
