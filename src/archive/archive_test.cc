#include "archive/archive.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <thread>

#include "archive/testing_archive.h"

namespace textkin::archive {
namespace {

namespace fs = std::filesystem;

const Words kWords{{"--shingle", "word:5"}};

std::unique_ptr<ArchiveWriter> writer_of(const std::string& folder) {
  auto writer = ArchiveWriter::open(folder, kTestingMemory);
  EXPECT_TRUE(writer.ok()) << writer.status().message();
  return writer.ok() ? std::move(*writer) : nullptr;
}

std::string difference_of_reader(const std::string& folder, const ArchiveTwin& twin) {
  const auto archive = Archive::open(folder, kTestingMemory);
  return archive.ok() ? difference(**archive, twin) : archive.status().message();
}

// One script: batches of changes, committed or dropped, and what keeps the house between them.
class Script {
 public:
  Script(const std::string& folder, std::uint64_t seed) : folder_(folder), random_(seed) {}

  void run() {
    ASSERT_TRUE(ArchiveWriter::create(folder_, kWords, kTestingMemory).ok());
    writer_ = writer_of(folder_);
    for (auto steps = 2 + random_() % 5; steps > 0; --steps) {
      batch();
      if (testing::Test::HasFatalFailure()) return;
      keep_house();
      if (testing::Test::HasFatalFailure()) return;
    }
    ASSERT_EQ(difference_of_reader(folder_, twin_), "");
  }

 private:
  void batch() {
    ArchiveTwin next = twin_;
    bool changed = false;
    for (auto changes = random_() % 12; changes > 0; --changes) {
      const ArchiveTwin before = next;
      change(*writer_, next, random_);
      if (testing::Test::HasFatalFailure()) return;
      changed = changed || !(before == next);
    }
    // A writer sees its own writes.
    if (finds_own_) {
      ASSERT_EQ(difference_of_keys(writer_->keys(), next.texts, random_), "");
    }
    for (const auto& [id, held] : next.documents) {
      const Result<DocId> number = writer_->find(id);
      std::string text;
      ASSERT_TRUE(number.ok() && *number == held.number && writer_->read_text(*number, text).ok() && text == held.text);
    }
    if (random_() % 5 == 0) {  // it is killed before it commits
      reopen();
      return;
    }
    const Result<std::uint64_t> sequence = writer_->commit();
    ASSERT_TRUE(sequence.ok()) << sequence.status().message();
    // A checkpoint of the same value is a change too.
    ASSERT_LE(*sequence, twin_.sequence + 1);
    ASSERT_TRUE(!changed || *sequence == twin_.sequence + 1);
    next.sequence = *sequence;
    twin_ = next;
    if (writer_->archive().state().sequence != twin_.sequence) FAIL() << "the writer is at another sequence";
  }

  void reopen() {
    writer_.reset();
    writer_ = writer_of(folder_);
    ASSERT_NE(writer_, nullptr);
    finds_own_ = random_() % 2 == 0;
    if (finds_own_) {
      EXPECT_TRUE(writer_->find_own().ok());
    }
    ASSERT_EQ(difference(writer_->archive(), twin_), "");
    ASSERT_EQ(difference_of_keys(writer_->archive().keys(), twin_.texts, random_), "");
  }

  void keep_house() {
    switch (random_() % 8) {
      case 0:
        ASSERT_TRUE(writer_->finish().ok());
        return reopen();
      case 1:
        ASSERT_TRUE(writer_->merge().ok());
        return reopen();
      case 2:
        return repair();
      case 3: {
        const std::string copy = folder_ + "-copy";
        const Status copied = writer_->copy_to(copy);
        ASSERT_TRUE(copied.ok()) << copied.message();
        ASSERT_EQ(difference_of_reader(copy, twin_), "");
        fs::remove_all(copy);
        return;
      }
      case 4:
        return reopen();  // killed
      default:
        ASSERT_EQ(difference_of_reader(folder_, twin_), "");
    }
  }

  void repair() {
    writer_.reset();
    std::vector<fs::path> segments;
    for (const auto& file : fs::directory_iterator(segments_of(folder_))) segments.push_back(file.path());
    if (!segments.empty()) fs::remove(segments[random_() % segments.size()]);
    auto writer = ArchiveWriter::open(folder_, kTestingMemory, ArchiveWriter::Segments::kUntouched);
    ASSERT_TRUE(writer.ok()) << writer.status().message();
    const Result<DocId> made = (*writer)->repair(keys_of_text, random_() % 2 == 0);
    ASSERT_TRUE(made.ok()) << made.status().message();
    writer->reset();
    reopen();
  }

  std::string folder_;
  std::mt19937_64 random_;
  std::unique_ptr<ArchiveWriter> writer_;
  bool finds_own_ = false;
  ArchiveTwin twin_;
};

TEST(ArchiveTest, HoldsWhatAMapHolds) {
  const base::ScratchDirectory folder(testing_folder());
  const std::uint64_t scripts = std::getenv("TEXTKIN_SOAK") != nullptr ? 5000 : 60;
  for (std::uint64_t seed = 0; seed < scripts; ++seed) {
    SCOPED_TRACE(seed);
    Script(folder / "index", seed).run();
    if (HasFatalFailure()) return;
    fs::remove_all(folder / "index");
  }
}

// Sizes of segments, after so many adds of 2,100 documents each.
std::vector<DocId> segments_after(const std::string& folder, int adds, DocId most) {
  if (!ArchiveWriter::create(folder, kWords, kTestingMemory).ok()) return {};
  for (int number = 0; number < 2100 * adds; ++number) {
    const auto writer = writer_of(folder);
    for (const int end = number + 2100; number < end; ++number) {
      const std::string text = std::to_string(number);
      if (!writer
               ->add({.id = text, .text = text, .size = 1, .keys = keys_of_text(text), .fields = {}},
                     OnSameId::kReplace)
               .ok())
        return {};
    }
    --number;
    if (!writer->commit().ok() || !writer->finish().ok()) return {};
  }
  const auto writer = writer_of(folder);
  if (most > 0 && !writer->merge(most).ok()) return {};
  std::vector<DocId> sizes;
  for (const SegmentRow& row : writer->archive().segments()) sizes.push_back(row.last - row.first);
  return sizes;
}

TEST(ArchiveTest, NeighboursOfOneSizeAreMerged) {
  const base::ScratchDirectory folder(testing_folder());
  const std::vector<std::vector<DocId>> after{{2100}, {4200}, {6300}, {8400}, {8400, 2100}, {8400, 4200}};
  for (std::size_t adds = 1; adds <= after.size(); ++adds)
    EXPECT_EQ(segments_after(folder / std::to_string(adds), static_cast<int>(adds), 0), after[adds - 1]) << adds;
}

TEST(ArchiveTest, NoSegmentIsLargerThanItMayBe) {
  const base::ScratchDirectory folder(testing_folder());
  EXPECT_EQ(segments_after(folder / "a", 6, 12000), (std::vector<DocId>{8400, 4200}));
  EXPECT_EQ(segments_after(folder / "b", 3, 6300), (std::vector<DocId>{6300}));
}

TEST(ArchiveTest, AWriterThatGoesOnNamesEachSegmentAnew) {
  const base::ScratchDirectory folder(testing_folder());
  ASSERT_TRUE(ArchiveWriter::create(folder / "index", kWords, kTestingMemory).ok());
  ArchiveTwin twin;
  {
    const auto writer = writer_of(folder / "index");
    for (int part = 0; part < 7; ++part) {
      for (int number = 2100 * part; number < 2100 * (part + 1); ++number) {
        const std::string text = std::to_string(number);
        twin.add(text, text, {}, OnSameId::kReplace);
        ASSERT_TRUE(writer
                        ->add({.id = text, .text = text, .size = 1, .keys = keys_of_text(text), .fields = {}},
                              OnSameId::kReplace)
                        .ok());
      }
      ASSERT_TRUE(writer->commit().ok());
      ++twin.sequence;
      ASSERT_TRUE(writer->finish().ok());
    }
  }
  EXPECT_EQ(difference_of_reader(folder / "index", twin), "");
}

TEST(ArchiveTest, ManySegmentsAreOneIndex) {
  const base::ScratchDirectory folder(testing_folder());
  ASSERT_TRUE(ArchiveWriter::create(folder / "index", kWords, kTestingMemory).ok());
  std::mt19937_64 random(1);
  ArchiveTwin twin;
  std::size_t most = 0;
  for (int adds = 0; adds < 9; ++adds) {
    const auto writer = writer_of(folder / "index");
    for (int i = 0; i < 2100; ++i) {
      const std::string text = std::to_string(random());
      const std::string id = adds % 2 == 0 ? text : "d" + std::to_string(random() % 500);
      twin.add(id, text, {}, OnSameId::kReplace);
      ASSERT_TRUE(
          writer->add({.id = id, .text = text, .size = 1, .keys = keys_of_text(text), .fields = {}}, OnSameId::kReplace)
              .ok());
    }
    ASSERT_TRUE(writer->commit().ok());
    ++twin.sequence;
    ASSERT_TRUE(writer->finish().ok());
    most = std::max(most, writer->archive().segments().size());
    if (adds == 5) {
      ASSERT_EQ(difference_of_keys(writer->archive().keys(), twin.texts, random), "");
    }
  }
  EXPECT_GT(most, 1u) << "there were several";
  const auto writer = writer_of(folder / "index");
  EXPECT_LT(writer->archive().segments().size(), 5u) << "and neighbours became one";
  EXPECT_EQ(difference_of_keys(writer->archive().keys(), twin.texts, random), "");
  EXPECT_EQ(difference_of_reader(folder / "index", twin), "");
}

TEST(ArchiveTest, APurgeEndsAnswersAsOfThen) {
  const base::ScratchDirectory folder(testing_folder());
  ASSERT_TRUE(ArchiveWriter::create(folder / "index", kWords, kTestingMemory).ok());
  const auto writer = writer_of(folder / "index");
  for (const std::string id : {"a", "b", "c"})
    ASSERT_TRUE(writer->add({.id = id, .text = id, .size = 1, .keys = {}, .fields = {}}, OnSameId::kReplace).ok());
  ASSERT_TRUE(writer->commit().ok());
  ASSERT_TRUE(*writer->remove("b"));
  ASSERT_TRUE(writer->commit().ok());
  ASSERT_EQ(*writer->purge(), 1u);
  ASSERT_EQ(*writer->purge(), 0u);
  std::string text;
  EXPECT_EQ(writer->read_text(1, text).code(), Code::kBadInput);
  EXPECT_TRUE(writer->read_text(2, text).ok());
  EXPECT_EQ(writer->archive().state().purged, 2u);
  EXPECT_TRUE(verify(writer->archive()).ok());
}

// Texts "text 0" to "text N", packed by tens.
void add_packed(ArchiveWriter& writer, int texts) {
  for (int begin = 0; begin < texts; begin += 10) {
    std::vector<std::string> own;
    const DocId first = writer.next();
    for (int i = begin; i < begin + 10; ++i) {
      own.push_back("text " + std::to_string(i));
      ASSERT_TRUE(writer
                      .add({.id = std::to_string(i), .text = own.back(), .size = 1, .keys = {}, .fields = {}},
                           OnSameId::kReplace)
                      .ok());
    }
    writer.pack(first, TextPacker().pack(std::vector<std::optional<std::string_view>>(own.begin(), own.end())));
  }
  ASSERT_TRUE(writer.commit().ok());
}

TEST(ArchiveTest, APurgeTakesTextsOutOfPacks) {
  const base::ScratchDirectory folder(testing_folder());
  ASSERT_TRUE(ArchiveWriter::create(folder / "index", kWords, kTestingMemory).ok());
  const auto writer = writer_of(folder / "index");
  ASSERT_NO_FATAL_FAILURE(add_packed(*writer, 40));
  const auto is_removed = [](int i) { return i % 3 == 0 || (i >= 20 && i < 30); };
  std::string text;
  DocId removed = 0;
  for (int i = 0; i < 40; ++i) {
    ASSERT_TRUE(writer->read_text(static_cast<DocId>(i), text).ok() && text == "text " + std::to_string(i));
    if (!is_removed(i)) continue;
    ASSERT_TRUE(*writer->remove(std::to_string(i)));
    ++removed;
  }
  ASSERT_TRUE(writer->commit().ok());
  EXPECT_EQ(*writer->purge(), removed);
  EXPECT_EQ(*writer->purge(), 0u);
  std::vector<int> there;
  ASSERT_TRUE(writer->archive()
                  .each_text(0,
                             [&](DocId number, std::string_view own) -> Result<bool> {
                               EXPECT_EQ(own, "text " + std::to_string(number));
                               there.push_back(static_cast<int>(number));
                               return true;
                             })
                  .ok());
  for (int i = 0; i < 40; ++i) {
    EXPECT_EQ(writer->read_text(static_cast<DocId>(i), text).ok(), !is_removed(i)) << i;
    EXPECT_EQ(std::ranges::count(there, i), is_removed(i) ? 0 : 1) << i;
  }
  EXPECT_TRUE(std::ranges::is_sorted(there));
  EXPECT_TRUE(verify(writer->archive()).ok());
}

TEST(ArchiveTest, APackThatIsNotOfTheLastDocumentsChangesNothing) {
  const base::ScratchDirectory folder(testing_folder());
  ASSERT_TRUE(ArchiveWriter::create(folder / "index", kWords, kTestingMemory).ok());
  const auto writer = writer_of(folder / "index");
  for (const std::string id : {"a", "b", "c"})
    ASSERT_TRUE(writer->add({.id = id, .text = id, .size = 1, .keys = {}, .fields = {}}, OnSameId::kReplace).ok());
  const std::vector<std::optional<std::string_view>> others{"x", "y"};
  writer->pack(0, TextPacker().pack(others));
  writer->pack(3, TextPacker().pack(others));
  ASSERT_TRUE(writer->commit().ok());
  writer->pack(1, TextPacker().pack(others));
  ASSERT_TRUE(writer->commit().ok());
  EXPECT_TRUE(verify(writer->archive()).ok());
}

TEST(ArchiveTest, AReaderStaysAtItsSequence) {
  const base::ScratchDirectory folder(testing_folder());
  ASSERT_TRUE(ArchiveWriter::create(folder / "index", kWords, kTestingMemory).ok());
  std::mt19937_64 random(3);
  ArchiveTwin twin;
  auto writer = writer_of(folder / "index");
  std::vector<std::pair<std::unique_ptr<Archive>, ArchiveTwin>> readers;
  for (int step = 0; step < 12; ++step) {
    for (int i = 0; i < 20; ++i) change(*writer, twin, random);
    twin.sequence = *writer->commit();
    if (step % 3 == 2) {
      ASSERT_TRUE(writer->merge().ok());
      writer.reset();
      writer = writer_of(folder / "index");
    }
    auto reader = Archive::open(folder / "index", kTestingMemory);
    ASSERT_TRUE(reader.ok()) << reader.status().message();
    readers.emplace_back(std::move(*reader), twin);
  }
  for (const auto& [reader, then] : readers) {
    EXPECT_EQ(difference(*reader, then), "");
    EXPECT_EQ(difference_of_keys(reader->keys(), then.texts, random), "");
  }
}

TEST(ArchiveTest, AViewStaysAtItsSequenceWhateverItsWriterDoes) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const base::ScratchDirectory folder(testing_folder());
    ASSERT_TRUE(ArchiveWriter::create(folder / "index", kWords, kTestingMemory).ok());
    std::mt19937_64 random(seed);
    ArchiveTwin twin;
    const auto writer = writer_of(folder / "index");
    std::vector<std::pair<std::shared_ptr<const Archive>, ArchiveTwin>> views;
    for (int step = 0; step < 16; ++step) {
      if (random() % 3 == 0) {
        ArchiveTwin forgotten = twin;
        for (int i = 0; i < 5; ++i) change(*writer, forgotten, random);
        if (random() % 2 == 0) {
          ASSERT_TRUE(writer->find_own().ok());
        }
        writer->roll_back();
      }
      for (int i = 0; i < 20; ++i) change(*writer, twin, random);
      twin.sequence = *writer->commit();
      if (random() % 4 == 0) {
        ASSERT_TRUE(writer->finish().ok());
      }
      if (random() % 5 == 0) {
        ASSERT_TRUE(writer->merge().ok());
        writer->tidy();
      }
      auto view = writer->view();
      ASSERT_TRUE(view.ok()) << view.status().message();
      views.emplace_back(std::move(*view), twin);
    }
    for (const auto& [view, then] : views) {
      EXPECT_EQ(difference(*view, then), "") << seed;
      EXPECT_EQ(difference_of_keys(view->keys(), then.texts, random), "") << seed;
    }
    const auto reader = Archive::open(folder / "index", kTestingMemory);
    ASSERT_TRUE(reader.ok()) << reader.status().message();
    EXPECT_EQ(difference(**reader, twin), "") << "of another process";
  }
}

// As a server does whose disk was full: the files stay open while somebody reads them.
TEST(ArchiveTest, AWriterIsOpenedAgainWhenTheLastViewIsGone) {
  const base::ScratchDirectory folder(testing_folder());
  ASSERT_TRUE(ArchiveWriter::create(folder / "index", kWords, kTestingMemory).ok());
  std::mt19937_64 random(5);
  ArchiveTwin twin;
  auto writer = writer_of(folder / "index");
  for (int i = 0; i < 20; ++i) change(*writer, twin, random);
  twin.sequence = *writer->commit();
  auto view = writer->view();
  ASSERT_TRUE(view.ok());
  writer.reset();
  EXPECT_EQ(difference(**view, twin), "");
  std::thread reader([&] { view->reset(); });
  const auto again = ArchiveWriter::open(folder / "index", kTestingMemory);
  reader.join();
  ASSERT_TRUE(again.ok()) << again.status().message();
  EXPECT_EQ(difference((*again)->archive(), twin), "");
}

TEST(ArchiveTest, SaysWhereItIsNone) {
  const base::ScratchDirectory folder(testing_folder());
  EXPECT_EQ(Archive::open(folder / "nowhere", kTestingMemory).status().code(), Code::kNotFound);
  EXPECT_EQ(ArchiveWriter::open(folder / "nowhere", kTestingMemory).status().code(), Code::kNotFound);
  folder.write("full/file", "x");
  EXPECT_EQ(ArchiveWriter::create(folder / "full", kWords, kTestingMemory).code(), Code::kInvalidArgument);
  ASSERT_TRUE(ArchiveWriter::create(folder / "index", kWords, kTestingMemory).ok());
  const auto writer = writer_of(folder / "index");
  EXPECT_EQ(ArchiveWriter::open(folder / "index", kTestingMemory).status().code(), Code::kIo) << "another one writes";
  EXPECT_TRUE(Archive::open(folder / "index", kTestingMemory).ok());
  EXPECT_EQ(
      writer->add({.id = std::string(70000, 'x'), .text = "", .size = 0, .keys = {}, .fields = {}}, OnSameId::kReplace)
          .status()
          .code(),
      Code::kInvalidArgument);
}

}  // namespace
}  // namespace textkin::archive
