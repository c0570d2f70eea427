#include "base/names/unknown_name.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace textkin::base {
namespace {

constexpr std::array<std::string_view, 2> kFruits{"apple", "pear"};

TEST(UnknownName, NamesTheNearest) {
  const Status status = unknown_name("fruit", "appel", kFruits);
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_EQ(status.message(), "there is no fruit 'appel'; did you mean 'apple'?");
}

TEST(UnknownName, NamesAllWhereNoneIsNear) {
  EXPECT_EQ(unknown_name("fruit", "", kFruits).message(), "there is no fruit ''; choose among 'apple' 'pear'");
}

TEST(UnknownName, StaysOneLine) {
  EXPECT_EQ(unknown_name("fruit", std::string(100000, 'x'), kFruits).message(),
            "there is no fruit '" + std::string(40, 'x') + "'; choose among 'apple' 'pear'");
  EXPECT_EQ(unknown_name("fruit", "a\nb", kFruits).message(),
            "there is no fruit 'a\\x0ab'; choose among 'apple' 'pear'");
}

}  // namespace
}  // namespace textkin::base
