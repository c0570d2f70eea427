#include "engine/read/sketch_all.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "hash/mix.h"
#include "sketch/catalog.h"
#include "text/catalog.h"

namespace textkin::engine::read {
namespace {

std::vector<std::string> random_texts(std::size_t count, std::size_t longest) {
  std::vector<std::string> texts(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t words = hash::stream_word(i, 0) % (longest + 1);  // some are empty
    for (std::size_t word = 0; word < words; ++word)
      texts[i] += "w" + std::to_string(hash::stream_word(i, word + 1) % 50000) + " ";
  }
  return texts;
}

class SketchAll : public testing::Test {
 protected:
  run::Reading reading_of(const std::vector<std::string>& texts) {
    file_ = testing::TempDir() + "sketch_all_" + std::to_string(::getpid()) + ".txt";
    std::ofstream out(file_);
    for (const std::string& text : texts) out << text << '\n';
    run::Reading reading{
        .inputs = {}, .text = {}, .limits = {.threads = 3, .memory = 1u << 30, .run_dir = {}}, .stats = {}};
    reading.inputs.spec.arguments = {file_};
    reading.inputs.spec.lines = true;
    return reading;
  }
  ~SketchAll() override { std::filesystem::remove(file_); }

  Silence silence_;
  std::string file_;
  SketchOptions sketch_{.name = "kperm", .hashes = 16};
};

TEST_F(SketchAll, RowsAreTheSketchesOfTheDocumentsUnderAnyMemory) {
  const std::vector<std::string> texts = random_texts(5000, 400);
  run::Reading reading = reading_of(texts);
  FeatureBlock sets;
  const auto shingler = std::move(text::make_shingler(reading.text)).value();
  for (const std::string& text : texts) {
    shingler->append_distinct(text, sets.values);
    sets.offsets.push_back(sets.values.size());
  }
  SignatureBlock expected;
  std::move(sketch::make_sketcher("kperm", 16, 1)).value()->sketch(sets, expected);
  for (const std::uint64_t memory : {1024ull << 20, 32ull << 20}) {
    reading.limits.memory = memory;
    const Result<Sketched> sketched = sketch_all(reading, sketch_, silence_);
    ASSERT_TRUE(sketched.ok()) << sketched.status().message();
    EXPECT_EQ(sketched->collection.features_retained, memory > 100u << 20);
    EXPECT_EQ(sketched->collection.documents(), texts.size());
    EXPECT_EQ(sketched->signatures.spec, expected.spec);
    EXPECT_EQ(sketched->signatures.words, expected.words);
    EXPECT_EQ(sketched->signatures.sizes, expected.sizes);
    EXPECT_TRUE(sketched->signatures.cells == expected.cells);
  }
}

TEST_F(SketchAll, RefusesWhatCannotBe) {
  run::Reading reading = reading_of(random_texts(3, 10));
  reading.limits.run_dir = file_ + ".d";
  EXPECT_EQ(sketch_all(reading, sketch_, silence_).status().code(), Code::kInvalidArgument);
  reading.limits.run_dir.clear();
  reading.limits.memory = 1u << 20;
  EXPECT_EQ(sketch_all(reading, sketch_, silence_).status().code(), Code::kExhausted);
  reading.limits.memory = 1u << 30;
  sketch_.name = "kprem";
  EXPECT_EQ(sketch_all(reading, sketch_, silence_).status().code(), Code::kInvalidArgument);
}

}  // namespace
}  // namespace textkin::engine::read
