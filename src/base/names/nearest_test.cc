#include "base/names/nearest.h"

#include <array>
#include <string>

#include "gtest/gtest.h"

namespace textkin::base {
namespace {

constexpr std::array<std::string_view, 6> kNames{"nfkc-casefold", "nfc", "casefold", "ascii-lower", "strip-space", ""};

TEST(Nearest, FindsWhatWasMeant) {
  EXPECT_EQ(nearest("nfkc-casfold", kNames), "nfkc-casefold");
  EXPECT_EQ(nearest("nkfc-casefold", kNames), "nfkc-casefold");
  EXPECT_EQ(nearest("NFC", kNames), "nfc");
  EXPECT_EQ(nearest("ncf", kNames), "nfc");
  EXPECT_EQ(nearest("asci_lower", kNames), "ascii-lower");
  EXPECT_EQ(nearest("strip-spaces", kNames), "strip-space");
  EXPECT_EQ(nearest("casefold", kNames), "casefold");
}

TEST(Nearest, SaysNothingWhereNothingIsNear) {
  EXPECT_EQ(nearest("soundex", kNames), "");
  EXPECT_EQ(nearest(std::string(100000, 'x'), kNames), "");
  EXPECT_EQ(nearest("", std::span<const std::string_view>()), "");
  EXPECT_EQ(nearest("abc", std::array<std::string_view, 1>{"xyz"}), "");
}

TEST(Nearest, TheFirstOfEqualsWins) {
  constexpr std::array<std::string_view, 2> names{"bat", "cat"};
  EXPECT_EQ(nearest("rat", names).data(), names[0].data());
}

}  // namespace
}  // namespace textkin::base
