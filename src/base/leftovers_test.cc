#include "base/leftovers.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/scratch_directory.h"

namespace textkin::base {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> names_in(const ScratchDirectory& scratch) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(scratch.path())) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

TEST(Leftovers, NamesAreHiddenDifferentAndNotTooLong) {
  EXPECT_NE(temporary_name("out"), temporary_name("out"));
  EXPECT_TRUE(temporary_name("out").starts_with(".out.textkin-"));
  EXPECT_LE(temporary_name(std::string(255, 'n')).size(), 255u);
}

TEST(Leftovers, OneThatSomebodyHoldsStays) {
  const ScratchDirectory scratch;
  const std::string name = temporary_name("out");
  const int holder = ::open(scratch.write(name, "x").c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_TRUE(hold_temporary(holder));
  Leftovers::in(scratch.path()).remove_of("out");
  EXPECT_EQ(names_in(scratch), std::vector<std::string>{name});
  ::close(holder);
  Leftovers::in(scratch.path()).remove_of("ou");
  EXPECT_EQ(names_in(scratch), std::vector<std::string>{name});
  Leftovers::in(scratch.path()).remove_of("out");
  EXPECT_TRUE(names_in(scratch).empty());
  Leftovers::in(scratch / "no").remove_of("out");
}

TEST(Leftovers, WhoFindsItsFileGoneKnowsIt) {
  const ScratchDirectory scratch;
  const std::string file = scratch.write(temporary_name("out"), "x");
  const int holder = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  Leftovers::in(scratch.path()).remove_of("out");
  EXPECT_FALSE(hold_temporary(holder));
  ::close(holder);
}

TEST(Leftovers, OfAFolderAllCanBeRemoved) {
  const ScratchDirectory scratch;
  for (const char* name :
       {"out", ".textkin-abcdef", ".out.textkin-abcde", "out.textkin-abcdef", ".out.textkin-abcdefg"})
    scratch.write(name, "x");
  fs::create_directories(scratch / ".folder.textkin-abcdef");
  const std::vector<std::string> others = names_in(scratch);
  scratch.write(temporary_name("out"), "x");
  scratch.write(".scratch.textkin-aB3dEf", "x");
  ASSERT_EQ(names_in(scratch).size(), 8u);
  ASSERT_TRUE(remove_leftovers(scratch.path()).ok());
  EXPECT_EQ(names_in(scratch), others);
  EXPECT_EQ(remove_leftovers(scratch / "no").code(), Code::kNotFound);
}

}  // namespace
}  // namespace textkin::base
