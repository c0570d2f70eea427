#include "engine/write/place.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "base/scratch_directory.h"

namespace textkin::engine::write {
namespace {

namespace fs = std::filesystem;
using base::ScratchDirectory;

TEST(Place, IsOneHoweverItIsNamed) {
  const ScratchDirectory scratch;
  const std::string file = scratch.write("real/file", "x");
  fs::create_symlink("real/file", scratch / "link");
  fs::create_directory_symlink("real", scratch / "folder");
  fs::create_hard_link(file, scratch / "hard");
  for (const std::string name : {"real/file", "real/./file", "real/../real/file", "link", "folder/file", "hard"}) {
    EXPECT_TRUE(Place::of(scratch / name).is(Place::of(file))) << name;
    EXPECT_EQ(Place::of(scratch / name).kind(), Place::Kind::kFile) << name;
    EXPECT_EQ(Place::key_of_file(scratch / name), Place::of(file).key()) << name;
  }
  EXPECT_FALSE(Place::of(scratch / "real").is(Place::of(file)));
  EXPECT_EQ(Place::of(scratch / "real/").kind(), Place::Kind::kFolder);
  EXPECT_TRUE(Place::of(scratch / "real/").is(Place::of(scratch / "folder")));
}

TEST(Place, IsKnownBeforeAnythingStandsThere) {
  const ScratchDirectory scratch;
  scratch.write("real/file", "x");
  fs::create_directory_symlink("real", scratch / "folder");
  const Place place = Place::of(scratch / "real/new/file");
  EXPECT_EQ(place.kind(), Place::Kind::kMissing);
  EXPECT_EQ(Place::key_of_file(scratch / "real/new/file"), "");
  for (const std::string name : {"real/new/./file", "folder/new/file", "real/new/more/../file"})
    EXPECT_TRUE(Place::of(scratch / name).is(place)) << name;
  for (const std::string name : {"real/new", "real/file", "new/file", "real/new/file/file"})
    EXPECT_FALSE(Place::of(scratch / name).is(place)) << name;
  EXPECT_TRUE(place.lies_in(Place::of(scratch / "folder/new/")));
  EXPECT_TRUE(Place::of(scratch / "folder").child("new").child("file").is(place));
}

TEST(Place, LiesInAllFoldersAboveIt) {
  const ScratchDirectory scratch;
  scratch.write("a/b/c", "x");
  scratch.write("a/.hidden/c", "x");
  fs::create_directory_symlink(scratch / "a/b", scratch / "link");
  const Place file = Place::of(scratch / "a/b/c");
  for (const std::string folder : {"a", "a/b", "link", "."})
    EXPECT_TRUE(file.lies_in(Place::of(scratch / folder)) && file.is_seen_in(Place::of(scratch / folder))) << folder;
  EXPECT_TRUE(file.lies_in(Place::of("/")));
  EXPECT_TRUE(Place::of(scratch / "link/new").is_seen_in(Place::of(scratch / "a")));
  EXPECT_TRUE(Place::of(scratch / "link").child("new").is_seen_in(Place::of(scratch / "a")));
  EXPECT_FALSE(file.lies_in(file));
  EXPECT_FALSE(Place::of(scratch / "a").lies_in(file));
  EXPECT_FALSE(Place::of(scratch / "ab").lies_in(Place::of(scratch / "a")));
  for (const std::string name : {"a/.hidden/c", "a/.new", "a/.new/c", "a/b/.c"}) {
    EXPECT_TRUE(Place::of(scratch / name).lies_in(Place::of(scratch / "a"))) << name;
    EXPECT_FALSE(Place::of(scratch / name).is_seen_in(Place::of(scratch / "a"))) << name;
  }
  // Who lists a hidden folder sees what is in it.
  EXPECT_TRUE(Place::of(scratch / "a/.hidden/c").is_seen_in(Place::of(scratch / "a/.hidden")));
}

TEST(Place, AChildThatIsALinkIsWhereItLeads) {
  const ScratchDirectory scratch;
  scratch.write("a/file", "x");
  fs::create_directory(scratch / "b");
  fs::create_symlink(scratch / "a/file", scratch / "b/link");
  const Place child = Place::of(scratch / "b").child("link");
  EXPECT_TRUE(child.is(Place::of(scratch / "a/file")));
  EXPECT_TRUE(child.lies_in(Place::of(scratch / "a")));
  EXPECT_FALSE(child.lies_in(Place::of(scratch / "b")));
}

TEST(Place, StreamsAreWhatTheyAreConnectedTo) {
  const ScratchDirectory scratch;
  EXPECT_TRUE(Place::of("/dev/null").discards() && Place::of("/dev/full").discards());
  EXPECT_EQ(Place::of("/dev/null").kind(), Place::Kind::kStream);
  EXPECT_FALSE(Place::of(scratch / "file").discards());
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  EXPECT_EQ(Place::of_descriptor(ends[1]).kind(), Place::Kind::kStream);
  EXPECT_TRUE(Place::of_descriptor(ends[1]).is(Place::of("/proc/self/fd/" + std::to_string(ends[1]))));
  EXPECT_FALSE(Place::of_descriptor(ends[1]).lies_in(Place::of("/")));
  ::close(ends[0]);
  ::close(ends[1]);
  const std::string file = scratch.write("file", "x");
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  EXPECT_TRUE(Place::of_descriptor(descriptor).is(Place::of(file)));
  EXPECT_TRUE(Place::of_descriptor(descriptor).is_seen_in(Place::of(scratch.path())));
  ::close(descriptor);
}

TEST(Place, WhatCannotBeLookedAtIsMissing) {
  const ScratchDirectory scratch;
  fs::create_symlink("circle", scratch / "circle");
  EXPECT_EQ(Place::of(scratch / "circle").kind(), Place::Kind::kMissing);
  EXPECT_EQ(Place::of(std::string(5000, 'n')).kind(), Place::Kind::kMissing);
}

}  // namespace
}  // namespace textkin::engine::write
