#include "base/sync_folder.h"

#include <gtest/gtest.h>

#include "base/scratch_directory.h"

namespace textkin::base {
namespace {

TEST(SyncFolder, TakesTheFolderOfAFileThatNeedNotExist) {
  const ScratchDirectory scratch;
  EXPECT_TRUE(sync_folder_of(scratch / "a").ok());
  EXPECT_TRUE(sync_folder_of("a").ok());
  EXPECT_TRUE(sync_folder_of("/a").ok());
  EXPECT_EQ(sync_folder_of(scratch / "no/a").message(),
            scratch / "no: cannot be opened: no such file or directory; check the path");
}

}  // namespace
}  // namespace textkin::base
