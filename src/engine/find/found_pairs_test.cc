#include "engine/find/found_pairs.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace textkin::engine::find {
namespace {

// Documents stand for identical ones of their own side; every document has a representative on its side, and each group
// that lies on both sides keeps one representative free on each, so that their pair is searched for.
TEST(TakeDuplicates, KeepsARepresentativeOnEachSide) {
  std::mt19937 random(5);
  for (int repeat = 0; repeat < 500; ++repeat) {
    const std::size_t documents = 1 + random() % 10;
    read::Collection collection;
    collection.against = static_cast<DocId>(random() % (documents + 1));
    std::vector<int> kind(documents);  // equal kinds are identical documents
    std::map<int, DocId> first;
    join::IdenticalGroups groups;
    groups.collapsed.assign(documents, 0);
    groups.verified = 7;
    for (auto& k : kind) k = static_cast<int>(random() % 4);
    for (int k = 0; k < 4; ++k) {
      for (DocId doc = 0; doc < documents; ++doc) {
        if (kind[doc] != k) continue;
        const auto [place, is_first] = first.emplace(k, doc);
        if (is_first) continue;
        groups.members.push_back({doc, place->second, 3});
        groups.collapsed[doc] = 1;
      }
    }
    FoundPairs found;
    take_duplicates(groups, collection, found);
    EXPECT_EQ(found.counts.verified, 7u);

    const auto side = [&](DocId doc) { return doc >= collection.against; };
    std::set<DocId> collapsed;
    for (const Duplicate& duplicate : found.duplicates) {
      EXPECT_EQ(kind[duplicate.doc], kind[duplicate.first]);
      EXPECT_EQ(side(duplicate.doc), side(duplicate.first));
      EXPECT_EQ(groups.collapsed[duplicate.first], 0);
      EXPECT_EQ(duplicate.size, 3u);
      EXPECT_TRUE(collapsed.insert(duplicate.doc).second);
    }
    std::set<std::pair<int, bool>> free;
    for (DocId doc = 0; doc < documents; ++doc) {
      EXPECT_EQ(groups.collapsed[doc] != 0, collapsed.contains(doc));
      if (collapsed.contains(doc)) continue;
      EXPECT_TRUE(free.insert({kind[doc], side(doc)}).second) << "two stand for one group";
    }
  }
}

}  // namespace
}  // namespace textkin::engine::find
