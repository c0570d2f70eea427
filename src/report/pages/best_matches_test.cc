#include "report/pages/best_matches.h"

#include "gtest/gtest.h"

namespace textkin::report {
namespace {

PassagePair pair_of(DocId a, DocId b, std::uint32_t longest) {
  PassagePair pair{.a = a, .b = b, .a_words = 100, .b_words = 100, .a_equal = 50, .b_equal = 100};
  pair.longest = longest;
  return pair;
}

TEST(BestMatches, OfTheFirstDocumentsAlone) {
  // Documents 0 to 2 were handed in, 5 is of an archive.
  const std::vector<BestMatch> found = best_matches({pair_of(0, 5, 40), pair_of(1, 5, 20), pair_of(0, 1, 30)}, 3);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].longest, 0u);
  EXPECT_EQ(found[1].longest, 30u);
  EXPECT_EQ(found[1].share, 1.0);
  EXPECT_EQ(found[2].longest, 40u);
  EXPECT_EQ(found[2].share, 0.5);
  std::uint64_t documents = 0;
  for (const BestMatch& match : found) documents += match.documents;
  EXPECT_EQ(documents, 3u);
}

}  // namespace
}  // namespace textkin::report
