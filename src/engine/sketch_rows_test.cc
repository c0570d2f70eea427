#include "engine/sketch_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "hash/mix.h"
#include "textkin/memory_source.h"

namespace textkin::engine {
namespace {

class Silence : public Progress {
 public:
  void update(std::string_view, std::uint64_t, std::uint64_t) override {}
  void note(std::string_view) override {}
  void warn(std::string_view) override {}
};

class Texts final : public MemorySource {
 public:
  std::vector<std::string> texts;

  std::uint64_t rows() const override { return texts.size(); }
  std::uint64_t text_bytes() const override {
    std::uint64_t bytes = 0;
    for (const std::string& text : texts) bytes += text.size();
    return bytes;
  }
  std::string_view text(std::uint64_t row) const override { return texts[row]; }
  std::string_view id(std::uint64_t) const override { return {}; }
  FieldValue value(std::uint64_t) const override { return {}; }
};

// Families of three: a text, the same, and one with another last word. Each tenth is empty.
std::vector<std::string> families(std::size_t count) {
  std::vector<std::string> texts;
  for (std::size_t family = 0; family < count; ++family) {
    std::string text;
    for (std::size_t word = 0; word < 80; ++word)
      text += "w" + std::to_string(hash::stream_word(family, word) % 50000) + " ";
    texts.push_back(text);
    texts.push_back(text);
    texts.push_back(family % 10 == 0 ? "" : text + "last");
  }
  return texts;
}

RunOptions options_of(std::vector<std::string> texts) {
  auto rows = std::make_shared<Texts>();
  rows->texts = std::move(texts);
  RunOptions options;
  options.input.arguments = {"<rows>"};
  options.input.memory["<rows>"] = std::move(rows);
  options.threads = 1;
  options.memory = 256u << 20;
  options.method = Method::kLsh;
  return options;
}

SketchedRows sketched(const std::vector<std::string>& texts, RowsWanted wanted = RowsWanted::kBuckets) {
  Silence silence;
  Result<SketchedRows> rows = sketch_rows(options_of(texts), wanted, silence);
  EXPECT_TRUE(rows.ok()) << rows.status().message();
  return rows.ok() ? std::move(rows).value() : SketchedRows();
}

TEST(SketchRows, EqualSetsAreOneNodeAndAlikeOnesAreLinked) {
  const std::vector<std::string> texts = families(50);
  const SketchedRows rows = sketched(texts);
  ASSERT_EQ(rows.nodes.size(), texts.size());
  EXPECT_EQ(rows.documents, texts.size());
  EXPECT_EQ(rows.empty, 5u);
  for (std::size_t family = 0; family < 50; ++family) {
    EXPECT_NE(rows.nodes[3 * family], kNoNode);
    EXPECT_EQ(rows.nodes[3 * family], rows.nodes[3 * family + 1]);
    EXPECT_EQ(rows.nodes[3 * family + 2] == kNoNode, family % 10 == 0);
  }
  std::set<std::uint64_t> linked;
  for (const join::Link& link : rows.links) linked.insert(link.node);
  for (std::size_t i = 0; i < texts.size(); i += 3) EXPECT_TRUE(linked.contains(rows.nodes[i]));
  EXPECT_GE(linked.size(), 85u);  // of 45 families also the text that differs, unless its signature is the same
  for (const join::Link& link : rows.links) {
    const auto at = std::ranges::find(rows.nodes, link.node) - rows.nodes.begin();
    const auto root = std::ranges::find(rows.nodes, link.root) - rows.nodes.begin();
    EXPECT_EQ(at / 3, root / 3);
  }
}

TEST(SketchRows, PartsConnectWhatTheWholeConnects) {
  const std::vector<std::string> texts = families(40);
  const SketchedRows whole = sketched(texts);
  std::vector<join::Link> links;
  std::vector<base::KeyValue> buckets;
  std::vector<std::uint64_t> nodes(texts.size());
  for (std::size_t part = 0; part < 7; ++part) {
    std::vector<std::string> own;
    std::vector<std::size_t> places;
    for (std::size_t i = part; i < texts.size(); i += 7) {
      own.push_back(texts[i]);
      places.push_back(i);
    }
    const SketchedRows rows = sketched(own);
    for (std::size_t i = 0; i < own.size(); ++i) nodes[places[i]] = rows.nodes[i];
    links.insert(links.end(), rows.links.begin(), rows.links.end());
    buckets.insert(buckets.end(), rows.buckets.begin(), rows.buckets.end());
  }
  EXPECT_EQ(nodes, whole.nodes);
  EXPECT_EQ(connect(buckets, links), whole.links);
  join::link_buckets(buckets, links);
  EXPECT_EQ(buckets, whole.buckets);
}

TEST(SketchRows, NodesAloneAreTheSame) {
  const std::vector<std::string> texts = families(20);
  const SketchedRows rows = sketched(texts, RowsWanted::kNodes);
  EXPECT_EQ(rows.nodes, sketched(texts).nodes);
  EXPECT_TRUE(rows.buckets.empty() && rows.links.empty());
}

TEST(SketchRows, WhatCannotBeUsedHasNoNode) {
  std::vector<std::string> texts = families(2);
  texts[1] += '\xFF';
  Silence silence;
  RunOptions options = options_of(texts);
  options.input.invalid_utf8 = input::InvalidUtf8::kSkip;
  const Result<SketchedRows> rows = sketch_rows(options, RowsWanted::kBuckets, silence);
  ASSERT_TRUE(rows.ok());
  EXPECT_EQ(rows->problems, 1u);
  EXPECT_EQ(rows->nodes[1], kNoNode);
  EXPECT_EQ(rows->nodes[0], sketched(texts).nodes[0]);
  EXPECT_NE(rows->nodes[3], kNoNode);
}

TEST(SketchRows, NoRowsAreNothing) {
  const SketchedRows rows = sketched({});
  EXPECT_EQ(rows.documents, 0u);
  EXPECT_TRUE(rows.nodes.empty() && rows.buckets.empty() && rows.links.empty());
}

TEST(SketchRows, TheExactMethodIsRefused) {
  Silence silence;
  RunOptions options = options_of({"one"});
  options.method = Method::kExact;
  EXPECT_EQ(sketch_rows(options, RowsWanted::kNodes, silence).status().code(), Code::kInvalidArgument);
}

}  // namespace
}  // namespace textkin::engine
