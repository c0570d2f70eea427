#include "engine/parts/sketch_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "hash/mix.h"
#include "textkin/memory_source.h"

namespace textkin::engine::parts {
namespace {

class TextRows final : public MemorySource {
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
  FieldValue value(std::uint64_t, std::size_t) const override { return {}; }
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

run::RunOptions options_of(std::vector<std::string> texts) {
  auto rows = std::make_shared<TextRows>();
  rows->texts = std::move(texts);
  run::RunOptions options;
  options.inputs.spec.arguments = {"<rows>"};
  options.inputs.spec.memory["<rows>"] = std::move(rows);
  options.limits.threads = 1;
  options.limits.memory = 256u << 20;
  options.search.method = run::Method::kLsh;
  return options;
}

SketchedRows sketched(const std::vector<std::string>& texts, RowsWanted wanted = RowsWanted::kRecords) {
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
  std::vector<base::KeyValue> records = rows.records;
  const std::vector<join::Link> links = connect(records, {});
  std::set<std::uint64_t> linked;
  for (const join::Link& link : links) linked.insert(link.node);
  for (std::size_t i = 0; i < texts.size(); i += 3) EXPECT_TRUE(linked.contains(rows.nodes[i]));
  EXPECT_GE(linked.size(), 85u);  // of 45 families also the text that differs, unless its signature is the same
  for (const join::Link& link : links) {
    const auto at = std::ranges::find(rows.nodes, link.node) - rows.nodes.begin();
    const auto root = std::ranges::find(rows.nodes, link.root) - rows.nodes.begin();
    EXPECT_EQ(at / 3, root / 3);
  }
}

TEST(SketchRows, PartsGiveTheRecordsOfTheWholePieceByPiece) {
  const std::vector<std::string> texts = families(40);
  const SketchedRows whole = sketched(texts);
  std::vector<base::KeyValue> of_parts;
  std::vector<base::KeyValue> left;
  std::vector<join::Link> links;
  for (std::size_t part = 0; part < 7; ++part) {
    std::vector<std::string> own;
    for (std::size_t i = part; i < texts.size(); i += 7) own.push_back(texts[i]);
    const SketchedRows rows = sketched(own);
    for (std::size_t i = 0; i < own.size(); ++i) EXPECT_EQ(rows.nodes[i], whole.nodes[part + 7 * i]);
    of_parts.insert(of_parts.end(), rows.records.begin(), rows.records.end());
    left.insert(left.end(), rows.records.begin(), rows.records.end());
    links = connect(left, links);
  }
  base::sort(of_parts.data(), of_parts.size());
  EXPECT_EQ(of_parts, whole.records);
  std::vector<base::KeyValue> all = whole.records;
  EXPECT_EQ(links, connect(all, {}));
  EXPECT_EQ(left, all);
}

TEST(SketchRows, NodesAloneAreTheSame) {
  const std::vector<std::string> texts = families(20);
  const SketchedRows rows = sketched(texts, RowsWanted::kNodes);
  EXPECT_EQ(rows.nodes, sketched(texts).nodes);
  EXPECT_TRUE(rows.records.empty());
}

// Texts of 9 to 13 words have 5 to 9 shingles: at 0.8 up to 7 make a short set, and a word more is alike.
TEST(SketchRows, ShortTextsAreLinkedWithAWordMoreAndByWhicheverPartsTheyCome) {
  std::vector<std::string> texts;
  for (std::size_t family = 0; family < 60; ++family) {
    std::string text;
    for (std::size_t word = 0; word < 9 + family % 4; ++word)
      text += "w" + std::to_string(hash::stream_word(family, word) % 50000) + " ";
    texts.push_back(text);
    texts.push_back(text + "more");
  }
  std::vector<base::KeyValue> left;
  std::vector<join::Link> links;
  const SketchedRows candidates = sketched(texts, RowsWanted::kCandidates);
  for (std::size_t side = 0; side < 2; ++side) {
    std::vector<std::string> own;
    for (std::size_t i = side; i < texts.size(); i += 2) own.push_back(texts[i]);
    const SketchedRows rows = sketched(own);
    for (std::size_t i = 0; i < own.size(); ++i) EXPECT_EQ(rows.nodes[i], candidates.nodes[2 * i + side]);
    left.insert(left.end(), rows.records.begin(), rows.records.end());
    links = connect(left, links);
  }
  std::vector<base::KeyValue> all = candidates.records;
  const std::vector<join::Link> with_bands = connect(all, {});
  const auto root_of = [](const std::vector<join::Link>& forest, std::uint64_t node) {
    const auto link = std::ranges::find(forest, node, &join::Link::node);
    return link == forest.end() ? kNoNode : link->root;
  };
  for (std::size_t i = 0; i < texts.size(); i += 2) {
    if (i / 2 % 4 == 3) continue;  // 8 shingles beside 9: bands find most of these
    EXPECT_NE(root_of(links, candidates.nodes[i]), kNoNode) << texts[i];
    EXPECT_EQ(root_of(links, candidates.nodes[i]), root_of(links, candidates.nodes[i + 1])) << texts[i];
  }
  for (const join::Link& link : links) EXPECT_EQ(root_of(with_bands, link.node), root_of(with_bands, link.root));
  EXPECT_GT(candidates.records.size(), 21 * texts.size()) << "bands of all, beside the keys of short ones";
}

TEST(SketchRows, WhatCannotBeUsedHasNoNode) {
  std::vector<std::string> texts = families(2);
  texts[1] += '\xFF';
  Silence silence;
  run::RunOptions options = options_of(texts);
  options.inputs.spec.invalid_utf8 = input::InvalidUtf8::kSkip;
  const Result<SketchedRows> rows = sketch_rows(options, RowsWanted::kRecords, silence);
  ASSERT_TRUE(rows.ok());
  EXPECT_EQ(rows->problems, 1u);
  EXPECT_EQ(rows->nodes[1], kNoNode);
  EXPECT_EQ(rows->nodes[0], sketched(texts).nodes[0]);
  EXPECT_NE(rows->nodes[3], kNoNode);
}

TEST(SketchRows, NoRowsAreNothing) {
  const SketchedRows rows = sketched({});
  EXPECT_EQ(rows.documents, 0u);
  EXPECT_TRUE(rows.nodes.empty() && rows.records.empty());
}

TEST(SketchRows, TheExactMethodIsRefused) {
  Silence silence;
  run::RunOptions options = options_of({"one"});
  options.search.method = run::Method::kExact;
  EXPECT_EQ(sketch_rows(options, RowsWanted::kNodes, silence).status().code(), Code::kInvalidArgument);
}

}  // namespace
}  // namespace textkin::engine::parts
