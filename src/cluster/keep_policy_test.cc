#include "cluster/keep_policy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace textkin::cluster {
namespace {

using Kind = KeepPolicy::Kind;
using Value = OwnedFieldValue;
using Ranks = std::vector<std::uint32_t>;

KeepPolicy parsed(std::string_view text) {
  const Result<KeepPolicy> policy = parse_keep_policy(text);
  EXPECT_TRUE(policy.ok()) << text;
  return policy.ok() ? *policy : KeepPolicy{};
}

// Documents, best first.
Ranks best_first(std::string_view policy, const KeepFacts& facts) {
  const KeepOrder order = keep_order(parsed(policy), facts);
  Ranks docs(facts.documents);
  for (DocId doc = 0; doc < facts.documents; ++doc) docs[order.of(doc)] = doc;
  return docs;
}

TEST(ParseKeepPolicy, TakesEveryForm) {
  EXPECT_EQ(parsed("first").kind, Kind::kFirst);
  EXPECT_EQ(parsed("last").kind, Kind::kLast);
  EXPECT_EQ(parsed("longest").kind, Kind::kLongest);
  EXPECT_EQ(parsed("shortest").kind, Kind::kShortest);
  EXPECT_EQ(parsed("field:date").kind, Kind::kField);
  EXPECT_EQ(parsed("field:date").argument, "date");
  EXPECT_FALSE(parsed("field:date").ascending);
  EXPECT_FALSE(parsed("field:date:max").ascending);
  EXPECT_EQ(parsed("field:date:max").argument, "date");
  EXPECT_TRUE(parsed("field:date:min").ascending);
  EXPECT_EQ(parsed("field:date:min").argument, "date");
  EXPECT_EQ(parsed("field:a:b:min").argument, "a:b");
  EXPECT_EQ(parsed("prefer:wiki/*").argument, "wiki/*");
  EXPECT_EQ(parsed("prefer:a:max").argument, "a:max");
}

TEST(ParseKeepPolicy, RefusesTheRestAndListsTheForms) {
  for (const char* text :
       {"", "fist", "First", "field", "field:", "field::min", "prefer:", "prefer", "longest:", "last "}) {
    const Result<KeepPolicy> policy = parse_keep_policy(text);
    ASSERT_FALSE(policy.ok()) << text;
    EXPECT_EQ(policy.status().code(), Code::kInvalidArgument);
    for (const KeepPolicyForm& entry : keep_policies()) {
      EXPECT_NE(policy.status().message().find(entry.form), std::string::npos) << policy.status().message();
    }
    EXPECT_NE(policy.status().message().find(text), std::string::npos);
  }
}

TEST(KeepOrder, OfPositionsAndLengths) {
  KeepFacts facts;
  facts.documents = 5;
  facts.characters = {3, 9, 3, 0, 9};
  EXPECT_TRUE(keep_order(parsed("first"), facts).rank.empty());
  EXPECT_EQ(best_first("last", facts), (Ranks{4, 3, 2, 1, 0}));
  EXPECT_EQ(best_first("longest", facts), (Ranks{1, 4, 0, 2, 3}));
  EXPECT_EQ(best_first("shortest", facts), (Ranks{3, 0, 2, 1, 4}));
  EXPECT_TRUE(best_first("last", KeepFacts{}).empty());
}

Value number(double n) { return {.kind = Value::Kind::kNumber, .number = n, .text = {}}; }
Value text(std::string t) { return {.kind = Value::Kind::kText, .number = 0, .text = std::move(t)}; }

TEST(KeepOrder, OfAField) {
  KeepFacts facts;
  facts.values = {{},
                  text("b"),
                  number(2),
                  number(std::nan("")),
                  text("a"),
                  number(-1e300),
                  number(10),
                  number(-0.0),
                  number(0.0),
                  {},
                  text("b"),
                  number(2),
                  text(""),
                  number(HUGE_VAL),
                  text("\xC3\xA9")};
  facts.documents = facts.values.size();
  EXPECT_EQ(best_first("field:x", facts), (Ranks{13, 6, 2, 11, 7, 8, 5, 14, 1, 10, 4, 12, 0, 3, 9}));
  EXPECT_EQ(best_first("field:x:min", facts), (Ranks{5, 7, 8, 2, 11, 6, 13, 12, 4, 1, 10, 14, 0, 3, 9}));
}

// By double alone some of them are one number.
TEST(KeepOrder, OfLargeIntegers) {
  KeepFacts facts;
  const auto whole = [](auto value) {
    const FieldValue made = number_value(value);
    return Value{made.kind, made.beyond, made.number, {}};
  };
  facts.values = {whole(std::int64_t{9007199254740992}),
                  whole(std::int64_t{9007199254740993}),
                  number(9007199254740992.0),
                  whole(std::numeric_limits<std::int64_t>::max()),
                  whole(std::uint64_t{1} << 63),
                  whole(std::numeric_limits<std::uint64_t>::max()),
                  number(18446744073709551616.0),
                  whole(std::numeric_limits<std::int64_t>::min()),
                  whole(std::int64_t{-9007199254740993})};
  facts.documents = facts.values.size();
  EXPECT_EQ(best_first("field:x", facts), (Ranks{6, 5, 4, 3, 1, 0, 2, 8, 7}));
  EXPECT_EQ(best_first("field:x:min", facts), (Ranks{7, 8, 0, 2, 1, 3, 4, 5, 6}));
}

TEST(KeepOrder, OfAPreference) {
  KeepFacts facts;
  facts.documents = 4;
  facts.preferred = {0, 1, 0, 1};
  EXPECT_EQ(best_first("prefer:x", facts), (Ranks{1, 3, 0, 2}));
}

TEST(MatchesPreference, WithoutWildcardsIsANameOrAFolder) {
  EXPECT_TRUE(matches_preference("wiki", "wiki"));
  EXPECT_TRUE(matches_preference("wiki", "wiki/a.txt"));
  EXPECT_TRUE(matches_preference("wiki/", "wiki/a/b.txt"));
  EXPECT_TRUE(matches_preference("a/b", "a/b/c"));
  EXPECT_FALSE(matches_preference("wiki", "wikipedia/a.txt"));
  EXPECT_FALSE(matches_preference("wiki", "a/wiki"));
  EXPECT_FALSE(matches_preference("wiki/a", "wiki"));
  EXPECT_FALSE(matches_preference("wiki/", "wiki"));
  EXPECT_FALSE(matches_preference("wiki", ""));
}

TEST(MatchesPreference, WithWildcardsIsAGlob) {
  const struct {
    const char* pattern;
    const char* name;
    bool matches;
  } cases[] = {
      {"*", "", true},
      {"*", "a/b/c", true},
      {"*.txt", "a/b.txt", true},
      {"*.txt", "a/b.txt.gz", false},
      {"wiki*", "wikipedia/a", true},
      {"a*b*c", "a/x/b/y/c", true},
      {"a*b*c", "a/x/c/y/b", false},
      {"a**c", "abbbc", true},
      {"?", "a", true},
      {"?", "", false},
      {"?", "ab", false},
      {"?", "\xC3\xA9", true},
      {"??", "\xE2\x82\xAC\xF0\x9F\x98\x80", true},
      {"?", "\xC3", true},
      {"[abc]x", "bx", true},
      {"[abc]x", "dx", false},
      {"[a-cx-z]", "y", true},
      {"[a-cx-z]", "d", false},
      {"[!a-c]", "d", true},
      {"[!a-c]", "b", false},
      {"[^a]", "a", false},
      {"[]]", "]", true},
      {"[]a]", "a", true},
      {"[!]]", "]", false},
      {"[a-]", "-", true},
      {"[a", "[a", true},
      {"[a", "a", false},
      {"*[", "x[", true},
      {"[\xC3\xA0-\xC3\xBF]", "\xC3\xA9", true},
      {"[\xC3\xA0-\xC3\xBF]", "e", false},
      {"part-0[0-4]*", "part-03.jsonl", true},
      {"part-0[0-4]*", "part-07.jsonl", false},
      {"a*", "b", false},
      {"*a", "aaab", false},
      {"*?a", "xya", true},
      {"*[!b]", "ab", false},
  };
  for (const auto& c : cases) EXPECT_EQ(matches_preference(c.pattern, c.name), c.matches) << c.pattern << " " << c.name;
}

// The pattern that takes exponential time where every '*' is tried again.
TEST(MatchesPreference, IsQuickOnAHostilePattern) {
  std::string pattern;
  for (int i = 0; i < 50; ++i) pattern += "a*";
  EXPECT_FALSE(matches_preference(pattern + "b", std::string(5000, 'a')));
  EXPECT_TRUE(matches_preference(pattern, std::string(5000, 'a')));
}

}  // namespace
}  // namespace textkin::cluster
