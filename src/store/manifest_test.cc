#include "store/manifest.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <random>

#include "base/checksum.h"
#include "base/scratch_directory.h"
#include "store/manifest_file.h"
#include "store/manifest_json.h"
#include "store/testing_mutations.h"

namespace textkin::store {
namespace {

namespace fs = std::filesystem;
using base::ScratchDirectory;

std::string random_text(std::mt19937_64& random) {
  std::string text(random() % 40, '\0');
  const bool any = random() % 3 == 0;
  for (char& c : text) c = any ? static_cast<char>(random()) : static_cast<char>(' ' + random() % 90);
  if (random() % 5 == 0) text += "\xC3\xA4 \"\\\n\xF0\x9F\x98\x80";
  return text;
}

Manifest random_manifest(std::mt19937_64& random) {
  Manifest manifest;
  for (std::size_t n = random() % 8; n > 0; --n) manifest.spec.emplace_back(random_text(random), random_text(random));
  for (std::size_t n = random() % 8; n > 0; --n) {
    InputFact fact{random_text(random), random_text(random), random(), static_cast<std::int64_t>(random()), {}};
    if (random() % 2 == 0) fact.checksum = random() >> random() % 64;
    manifest.inputs.push_back(std::move(fact));
  }
  for (std::vector<SegmentFact>* list : {&manifest.segments, &manifest.pairs})
    for (std::size_t n = random() % 5; n > 0; --n)
      list->push_back({"file-" + std::to_string(random()), random() % 1000, random()});
  manifest.stage = static_cast<Stage>(random() % 3);
  manifest.extra = random_text(random);
  return manifest;
}

Manifest small_manifest() {
  Manifest manifest;
  manifest.spec = {{"--shingle", "word:5"}, {"--threshold", "0.8"}};
  manifest.inputs = {{"a.jsonl", "/data/a.jsonl", 10, 1700000000123456789, 0x00000000000000FFu},
                     {"-", "-", 0, -1, std::nullopt},
                     {"b", "/data/\xFF", 1, 0, std::nullopt}};
  manifest.segments = {{"segment-000000", 3, 2048}};
  manifest.stage = Stage::kSketched;
  manifest.extra = "method lsh\n";
  return manifest;
}

// The text of docs/format.md, put together by hand.
const char* const kSmallText =
    "{\"format\":\"textkin run\",\"version\":1,\"textkin\":\"" TEXTKIN_VERSION
    "\",\n"
    "\"stage\":\"sketched\",\n"
    "\"spec\":[\n[\"--shingle\",\"word:5\"],\n[\"--threshold\",\"0.8\"]],\n"
    "\"inputs\":[\n"
    "{\"name\":\"a.jsonl\",\"path\":\"/data/a.jsonl\",\"size\":10,\"modified_ns\":1700000000123456789,"
    "\"checksum\":\"00000000000000ff\"},\n"
    "{\"name\":\"-\",\"path\":\"-\",\"size\":0,\"modified_ns\":-1,\"checksum\":null},\n"
    "{\"name\":\"b\",\"path\":{\"hex\":\"2f646174612fff\"},\"size\":1,\"modified_ns\":0,\"checksum\":null}],\n"
    "\"segments\":[\n{\"file\":\"segment-000000\",\"documents\":3,\"bytes\":2048}],\n"
    "\"pairs\":[],\n"
    "\"extra\":\"method lsh\\n\",\n";

std::string with_checksum(const std::string& text) {
  return text + fmt::format("\"checksum\":\"{:016x}\"}}\n", base::checksum(text));
}

TEST(Manifest, IsTheDocumentedText) {
  const ScratchDirectory scratch;
  ASSERT_TRUE(save_manifest(small_manifest(), scratch.path()).ok());
  EXPECT_EQ(base::slurp(scratch / "manifest.json"), with_checksum(kSmallText));
}

TEST(Manifest, ComesBackAsItWasSaved) {
  const ScratchDirectory scratch;
  std::mt19937_64 random(1);
  for (int repeat = 0; repeat < 60; ++repeat) {
    const Manifest manifest = random_manifest(random);
    ASSERT_TRUE(save_manifest(manifest, scratch.path()).ok());
    const auto loaded = load_manifest(scratch.path());
    ASSERT_TRUE(loaded.ok()) << loaded.status().message();
    ASSERT_TRUE(loaded->has_value() && **loaded == manifest);
    ASSERT_EQ((*loaded)->fingerprint(), manifest.fingerprint());
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch.path()), {}), 1);
}

TEST(Manifest, ManyInputsComeBackToo) {
  const ScratchDirectory scratch;
  Manifest manifest = small_manifest();
  for (std::uint64_t i = 0; i < 50'000; ++i)
    manifest.inputs.push_back({"n" + std::to_string(i), "/p/" + std::to_string(i), i, 5, i * i});
  ASSERT_TRUE(save_manifest(manifest, scratch.path()).ok());
  const auto loaded = load_manifest(scratch.path());
  ASSERT_TRUE(loaded.ok());
  EXPECT_TRUE(**loaded == manifest);
}

TEST(Manifest, IsNothingWhereThereIsNone) {
  const ScratchDirectory scratch;
  EXPECT_FALSE(load_manifest(scratch.path())->has_value());
  EXPECT_FALSE(load_manifest(scratch / "missing")->has_value());
  EXPECT_EQ(save_manifest(Manifest(), scratch / "missing").code(), Code::kNotFound);
  fs::create_directories(scratch / "d/manifest.json");
  EXPECT_EQ(load_manifest(scratch / "d").status().code(), Code::kBadInput);
}

TEST(Manifest, FingerprintsDifferWhereSpecsDo) {
  Manifest a, b;
  a.spec = {{"--a", "xy"}};
  b.spec = {{"--ax", "y"}};
  EXPECT_NE(a.fingerprint(), b.fingerprint());
  b.spec = {{"--a", "xy"}, {"", ""}};
  EXPECT_NE(a.fingerprint(), b.fingerprint());
  b.spec = a.spec;
  b.inputs = {{}};
  EXPECT_EQ(a.fingerprint(), b.fingerprint());
  // A stranger can compute it: sizes as 8 bytes, then the text.
  using namespace std::string_literals;
  EXPECT_EQ(a.fingerprint(), base::checksum("\3\0\0\0\0\0\0\0--a\2\0\0\0\0\0\0\0xy"s));
}

TEST(Manifest, TheFirstDifferenceOfSpecsIsTold) {
  const auto told = [](std::vector<std::pair<std::string, std::string>> made,
                       std::vector<std::pair<std::string, std::string>> asked) {
    Manifest a, b;
    a.spec = std::move(made);
    b.spec = std::move(asked);
    const Status status = check_same_spec("DIR", a, b);
    EXPECT_TRUE(status.ok() || status.code() == Code::kMismatch);
    return status.message();
  };
  const std::string advice = "; name another --run-dir, or give the same options";
  EXPECT_EQ(told({}, {}), "");
  EXPECT_EQ(told({{"--a", "1"}, {"--b", "2"}}, {{"--a", "1"}, {"--b", "2"}}), "");
  EXPECT_EQ(told({{"--a", "1"}, {"--shingle", "word:5"}}, {{"--a", "1"}, {"--shingle", "word:3"}}),
            "DIR was made with --shingle word:5, this run has word:3" + advice);
  EXPECT_EQ(told({{"INPUT", "a"}}, {{"INPUT", "a"}, {"INPUT", "b\nc"}}),
            "DIR was made without INPUT b?c, which this run has" + advice);
  EXPECT_EQ(told({{"INPUT", "a"}, {"INPUT", ""}}, {{"INPUT", "a"}}),
            "DIR was made with INPUT '', this run has none" + advice);
  EXPECT_EQ(told({{"--text-field", "a"}, {"--text-field", "b"}, {"--id", "c"}}, {{"--text-field", "a"}, {"--id", "c"}}),
            "DIR was made with --text-field b, this run has none" + advice);
  EXPECT_EQ(told({{"--text-field", "a"}, {"--id", "c"}}, {{"--text-field", "a"}, {"--text-field", "b"}, {"--id", "c"}}),
            "DIR was made without --text-field b, which this run has" + advice);
  EXPECT_EQ(told({{"--bands", "5"}, {"--keep", "first"}}, {{"--recall", "0.9"}, {"--keep", "first"}}),
            "DIR was made with --bands 5, this run has none" + advice);
  EXPECT_EQ(told({{"--keep", "first"}}, {{"--recall", "0.9"}, {"--keep", "first"}}),
            "DIR was made without --recall 0.9, which this run has" + advice);
}

TEST(Manifest, ANewerFormatIsRefusedWithWhatToDo) {
  const ScratchDirectory scratch;
  const std::string path =
      scratch.write("manifest.json", with_checksum("{\"version\":2,\"format\":\"textkin run\",\n"));
  const Status status = load_manifest(scratch.path()).status();
  EXPECT_EQ(status.code(), Code::kMismatch);
  EXPECT_EQ(status.message(), path +
                                  ": written by a newer textkin (format 2, this one reads 1); use that version, or " +
                                  "remove the run directory and run again");
}

// Texts that their writer gave a right checksum.
TEST(Manifest, WhatCannotBeIsRefused) {
  const std::string small = kSmallText;
  ASSERT_TRUE(parse_manifest(with_checksum(small), "m").ok());
  EXPECT_EQ(*parse_manifest(with_checksum(small), "m"), small_manifest());
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string text = small;
    EXPECT_NE(text.find(from), std::string::npos) << from;
    return text.replace(text.find(from), from.size(), to);
  };
  // What a later textkin of this format may add is passed over.
  EXPECT_TRUE(parse_manifest(with_checksum(replaced("\"pairs\"", "\"new\":[1,{\"a\":{}}],\"pairs\"")), "m").ok());
  const std::string many(100'000, '[');
  const std::string texts[] = {
      "",
      "[",
      "{",
      "{}{",
      many,
      "{\"a\":" + many,
      "{\"format\":\"textkin run\",",
      replaced("textkin run", "textkin"),
      replaced("\"version\":1", "\"version\":0"),
      replaced("\"version\":1", "\"version\":-1"),
      replaced("\"version\":1", "\"version\":1.0"),
      replaced("\"version\":1", "\"version\":\"1\""),
      replaced("sketched", "done"),
      replaced("\"stage\":\"sketched\",", ""),
      replaced("[\"--shingle\",\"word:5\"]", "[\"--shingle\"]"),
      replaced("[\"--shingle\",\"word:5\"]", "[\"--shingle\",5]"),
      replaced("[\"--shingle\",\"word:5\"]", "{}"),
      replaced("\"spec\":[", "\"spec\":7,\"x\":["),
      replaced("\"size\":10", "\"size\":-10"),
      replaced("\"size\":10", "\"size\":1e1"),
      replaced("\"size\":10", "\"size\":18446744073709551616"),
      replaced("1700000000123456789", "9223372036854775808"),
      replaced("\"00000000000000ff\"", "255"),
      replaced("00000000000000ff", "ff"),
      replaced("00000000000000ff", "00000000000000FF"),
      replaced("00000000000000ff", "0x000000000000ff"),
      replaced("2f646174612fff", "2f646174612ff"),
      replaced("2f646174612fff", "2f646174612f-1"),
      replaced("{\"hex\"", "{\"hax\""),
      replaced("\"a.jsonl\"", "null"),
      replaced("\"inputs\":[", "\"inputs\":[3,"),
      replaced("\"inputs\":[", "\"inputs\":[[],"),
      replaced("\"inputs\"", "\"input\""),
      replaced("\"pairs\"", "\"segments\":[],\"pairs\""),
      replaced("segment-000000", ""),
      replaced("segment-000000", ".."),
      replaced("segment-000000", "../../etc/passwd"),
      replaced("segment-000000", "a\\u0000"),
      replaced("\"documents\":3", "\"documents\":4294967296"),
      replaced("\"documents\":3", "\"documents\":18446744073709551615"),
      replaced("\"extra\":\"method lsh\\n\"", "\"extra\":{}"),
      replaced("method lsh", "method \xFF lsh"),
  };
  for (const std::string& text : texts) {
    const Status status = parse_manifest(with_checksum(text), "m").status();
    EXPECT_EQ(status.code(), Code::kBadInput) << text.substr(0, 2000);
    EXPECT_TRUE(status.message().starts_with("m: damaged: ")) << status.message();
    EXPECT_TRUE(status.message().ends_with("; remove the run directory and run again")) << status.message();
  }
}

TEST(Manifest, EveryCutAndEveryFlippedBitIsSeen) {
  const std::string whole = with_checksum(kSmallText);
  for (std::size_t size = 0; size < whole.size(); ++size)
    ASSERT_EQ(parse_manifest(whole.substr(0, size), "m").status().code(), Code::kBadInput) << size;
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::string bent = whole;
    bent[bit / 8] = static_cast<char>(bent[bit / 8] ^ (1 << bit % 8));
    ASSERT_EQ(parse_manifest(bent, "m").status().code(), Code::kBadInput) << bit;
  }
}

TEST(Manifest, DamageIsSeenOrHarmless) {
  const std::string whole = with_checksum(kSmallText);
  for (std::uint32_t seed = 0; seed < 20'000; ++seed) {
    const auto raw = parse_manifest(mutated(whole, seed), "m");
    if (raw.ok()) {
      ASSERT_EQ(*raw, small_manifest()) << seed;
    } else {
      ASSERT_EQ(raw.status().code(), Code::kBadInput) << seed;
    }
    // With a right checksum anything may come, but no crash.
    const auto signed_damage = parse_manifest(with_checksum(mutated(kSmallText, seed)), "m");
    if (!signed_damage.ok()) {
      ASSERT_NE(signed_damage.status().code(), Code::kIo);
    }
  }
}

// A limit on the size of files stands for a full disk.
TEST(Manifest, TheOldOneStaysWhereTheNewOneCannotBeWritten) {
  const ScratchDirectory scratch;
  ASSERT_TRUE(save_manifest(small_manifest(), scratch.path()).ok());
  Manifest large = small_manifest();
  large.extra.assign(2'000'000, 'x');
  struct rlimit saved;
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &saved), 0);
  struct rlimit small = saved;
  small.rlim_cur = 500'000;
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const Status status = save_manifest(large, scratch.path());
  ::setrlimit(RLIMIT_FSIZE, &saved);
  ::signal(SIGXFSZ, handler);
  EXPECT_EQ(status.code(), Code::kIo);
  EXPECT_TRUE(status.message().starts_with(scratch / "manifest.json: cannot be written: ")) << status.message();
  EXPECT_EQ(**load_manifest(scratch.path()), small_manifest());
}

}  // namespace
}  // namespace textkin::store
