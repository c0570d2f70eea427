#include "engine/care/new_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "base/scratch_directory.h"

namespace textkin::engine::care {
namespace {

namespace fs = std::filesystem;
using base::ScratchDirectory;

TEST(NewFolder, HasItsNameWhenItIsComplete) {
  const ScratchDirectory scratch;
  for (const std::string name : {"new", "slash/"}) {
    Result<NewFolder> made = NewFolder::begin(scratch / name);
    ASSERT_TRUE(made.ok()) << made.status().message();
    std::ofstream(made->path() + "/file") << "x";
    EXPECT_FALSE(fs::exists(scratch / name));
    ASSERT_TRUE(made->commit().ok());
    EXPECT_TRUE(fs::exists(scratch / (name + "/file")));
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch.path()), {}), 2);
  EXPECT_EQ(NewFolder::begin(scratch / "new").status().message(),
            (scratch / "new") + " exists already; name a folder that does not exist");
}

TEST(NewFolder, OfOneThatIsNotCompletedNothingStays) {
  const ScratchDirectory scratch;
  {
    Result<NewFolder> made = NewFolder::begin(scratch / "new");
    ASSERT_TRUE(made.ok());
    std::ofstream(made->path() + "/file") << "x";
    EXPECT_TRUE(NewFolder::is_one(fs::path(made->path()).filename().string()));
    // Whoever makes it holds it.
    EXPECT_EQ(NewFolder::begin(scratch / "new").status().message(),
              made->path() + " is being made by another process; wait for it");
    const NewFolder moved = std::move(*made);
    EXPECT_TRUE(fs::exists(moved.path() + "/file"));
  }
  EXPECT_TRUE(fs::is_empty(scratch.path()));
}

TEST(NewFolder, WhatAKilledProcessLeftGoes) {
  const ScratchDirectory scratch;
  scratch.write(".new.making/truth/CURRENT", "x");
  Result<NewFolder> made = NewFolder::begin(scratch / "new");
  ASSERT_TRUE(made.ok()) << made.status().message();
  EXPECT_TRUE(fs::is_empty(made->path()));
  scratch.write(".file.making", "somebody's");
  EXPECT_FALSE(NewFolder::begin(scratch / "file").ok());
  EXPECT_EQ(base::slurp(scratch / ".file.making"), "somebody's");
}

}  // namespace
}  // namespace textkin::engine::care
