#include "engine/trim/document_cuts.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/read/text_pass.h"
#include "engine/trim/mark_visitor.h"
#include "hash/key.h"

namespace textkin::engine::trim {
namespace {

constexpr std::uint32_t kWords = 6;

// What equal hashes have proposed is cut only where the words are spelled alike: here the proposals are made by hand, as
// colliding hashes would make them.
class DocumentCutsOfCollisions : public testing::Test {
 protected:
  void SetUp() override {
    file_ = testing::TempDir() + "document_cuts_" + std::to_string(::getpid()) + ".txt";
    std::ofstream(file_) << "One two three four five six\n"
                         << "one two three four five sixty\n"
                         << "ONE, two! three four five; six\n"
                         << "before one two three four five six behind\n";
    run::Reading reading{
        .inputs = {}, .text = {}, .limits = {.threads = 1, .memory = 1u << 28, .run_dir = {}}, .stats = {}};
    reading.inputs.spec.arguments = {file_};
    reading.inputs.spec.lines = true;
    Result<read::Collection> opened = read::open_collection(reading, "");
    ASSERT_TRUE(opened.ok()) << opened.status().message();
    collection_ = std::make_unique<read::Collection>(std::move(opened).value());
    pieces_.push_back(std::move(TextPieces::make(spec_, reading.text, hash::kPublicKey)).value());
    SeenTwice marks(1u << 16);
    MarkVisitor visitor(*collection_, pieces_, marks);
    Silence silence;
    ASSERT_TRUE(read::read_texts(*collection_, {}, visitor, silence).ok());
    texts_ = std::make_unique<PlacedTexts>(*collection_, *pieces_[0], 1u << 20);
  }
  ~DocumentCutsOfCollisions() override { std::filesystem::remove(file_); }

  DocumentCuts cut(DocId doc, std::uint32_t word, DocId stays, std::uint32_t word_that_stays) {
    const ChosenRun run{{doc, word}, {doc, word}, {stays, word_that_stays}, {stays, word_that_stays}};
    const Result<DocumentCuts> made = cut_document(doc, std::vector{run}, spec_, *pieces_[0], *texts_);
    EXPECT_TRUE(made.ok()) << made.status().message();
    return made.ok() ? *made : DocumentCuts();
  }

  PieceSpec spec_{.kind = PieceKind::kPassage, .least = kWords, .bytes = false};
  std::string file_;
  std::unique_ptr<read::Collection> collection_;
  std::vector<std::unique_ptr<TextPieces>> pieces_;
  std::unique_ptr<PlacedTexts> texts_;
};

TEST_F(DocumentCutsOfCollisions, WordsThatDifferStay) {
  EXPECT_TRUE(cut(1, 0, 0, 0).cuts.empty());
  EXPECT_TRUE(cut(3, 0, 0, 0).cuts.empty());  // one word off
  EXPECT_TRUE(cut(3, 2, 0, 0).cuts.empty());
}

TEST_F(DocumentCutsOfCollisions, WordsThatAreSpelledAlikeGo) {
  const DocumentCuts all = cut(2, 0, 0, 0);
  ASSERT_EQ(all.cuts.size(), 1u);
  EXPECT_EQ(all.words, kWords);
  EXPECT_TRUE(all.emptied);
  const DocumentCuts inner = cut(3, 1, 0, 0);
  ASSERT_EQ(inner.cuts.size(), 1u);
  EXPECT_EQ(inner.cuts[0].characters.begin, 7u);
  EXPECT_EQ(inner.cuts[0].characters.end, 35u);
  EXPECT_FALSE(inner.emptied);
}

}  // namespace
}  // namespace textkin::engine::trim
