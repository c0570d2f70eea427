#include "base/file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "base/scratch_directory.h"

namespace textkin::base {
namespace {

TEST(File, WhatTheSystemHoldsIsReadWholeOrNotAtAll) {
  const ScratchDirectory scratch;
  std::string bytes(100'000, 'a');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 7 % 251);
  const Result<File> file = File::open(scratch.write("a", bytes));
  ASSERT_TRUE(file.ok());
  std::string out(bytes.size(), '\0');
  for (const std::size_t offset : {0u, 1u, 4095u, 4096u, 99'999u}) {
    const std::size_t size = bytes.size() - offset;
    ASSERT_EQ(*file->read_at(offset, out.data(), size), size);
    if (file->read_held(offset, out.data(), size)) EXPECT_EQ(out.substr(0, size), bytes.substr(offset));
    EXPECT_FALSE(file->read_held(offset, out.data(), size + 1));
  }
  EXPECT_FALSE(file->read_held(bytes.size(), out.data(), 1));
}

TEST(File, OfAPipeNothingIsHeld) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "abc", 3), 3);
  const Result<File> file = File::open("/dev/fd/" + std::to_string(ends[0]));
  ASSERT_TRUE(file.ok());
  char byte;
  EXPECT_FALSE(file->read_held(0, &byte, 1));
  ::close(ends[0]);
  ::close(ends[1]);
}

}  // namespace
}  // namespace textkin::base
