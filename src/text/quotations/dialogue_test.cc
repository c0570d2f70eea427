#include "text/quotations/dialogue.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace textkin::text {
namespace {

// "s": said, "-": no reference, "r": a source; each of ten words, `between` apart.
std::vector<Quotation> with_kinds(const std::string& kinds, std::uint32_t between = 3) {
  std::vector<Quotation> out;
  std::uint32_t at = 5;
  for (const char kind : kinds) {
    out.push_back({{at, 10}, kind != '-', kind == 's'});
    at += 10 + between;
  }
  return out;
}

std::string judged(std::vector<Quotation> quotations) {
  const bool found = has_dialogue(quotations);
  unreference_dialogue(quotations);
  std::string out = found ? "!" : "";
  for (const Quotation& one : quotations) out += !one.referenced ? '-' : one.said ? 's' : 'r';
  return out;
}

TEST(Dialogue, ManySpeechesAreOne) {
  EXPECT_EQ(judged(with_kinds("sssss")), "!-----");
  EXPECT_EQ(judged(with_kinds("s-s-s")), "!-----");
  EXPECT_EQ(judged(with_kinds("rsssssssr")), "!r-------r");
  EXPECT_EQ(judged(with_kinds("sssss", 25)), "!-----");
}

TEST(Dialogue, FewFarOrWithSourcesAreNone) {
  EXPECT_EQ(judged(with_kinds("ssss")), "ssss");
  EXPECT_EQ(judged(with_kinds("s--s-")), "s--s-");
  EXPECT_EQ(judged(with_kinds("sssss", 26)), "sssss");
  EXPECT_EQ(judged(with_kinds("ssrssrss")), "ssrssrss");
  EXPECT_EQ(judged({}), "");
}

}  // namespace
}  // namespace textkin::text
