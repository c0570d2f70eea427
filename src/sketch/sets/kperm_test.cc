#include "sketch/sets/kperm.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <string>
#include <vector>

#include "hash/catalog.h"
#include "sketch/catalog.h"

namespace textkin::sketch {
namespace {

TEST(KpermFamilies, EveryFamilyThatTakesFeaturesIsASketch) {
  for (const hash::FamilyEntry& family : hash::families()) {
    const auto entry = std::ranges::find(catalog(), "kperm-" + std::string(family.name), &SketchEntry::name);
    ASSERT_EQ(entry != catalog().end(), family.for_features() && family.name != "odd") << family.name;
    if (entry == catalog().end()) continue;
    EXPECT_EQ(entry->version, "kperm-" + std::string(family.version));
    EXPECT_EQ(entry->max_cells, family.max_rows);
  }
}

// Signatures are stored: these bits, of the features 1, 2 and 3, are from an implementation of the headers' words in
// another language that shares no code with this one. A change here is a new version.
TEST(KpermFamilies, KeepTheirBits) {
  FeatureBlock block;
  block.values = {1, 2, 3};
  block.offsets = {0, 3};
  const struct {
    const char* name;
    std::vector<Cell> cells;
  } known[] = {
      {"kperm-linear-31", {0x0A30F9C8u, 0x4052F91Bu, 0x71039AF1u}},
      {"kperm-linear-61", {0x142748EFu, 0x0E5EDF6Bu, 0x7B3529DDu}},
      {"kperm-polynomial", {0x742DFD9Fu, 0x4B2B1BF8u, 0x0CD71BE6u}},
      {"kperm-multiplicative", {0x288F147Au, 0x2FC72B1Eu, 0x007725E6u}},
      {"kperm-multiplicative-32", {0x092C7529u, 0x60D337A5u, 0x1F11A7A8u}},
      {"kperm-murmur3", {0xB6347054u, 0x4C0FBEF6u, 0x0CC65BE4u}},
      {"kperm-simple-tabulation", {0x7EC3B5C8u, 0x20536A80u, 0x02F733EFu}},
      {"kperm-twisted-tabulation", {0x9FFA507Cu, 0x072AB4AAu, 0x10FEE5D0u}},
      {"kperm-mixed-tabulation", {0x8D618844u, 0x18725E72u, 0x1BD2472Au}},
  };
  for (const auto& [name, cells] : known) {
    SignatureBlock out;
    make_sketcher(name, 3, 1).value()->sketch(block, out);
    EXPECT_EQ(out.cells, cells) << name;
  }
}

}  // namespace
}  // namespace textkin::sketch
