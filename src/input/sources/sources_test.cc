#include "input/sources/sources.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/scratch_directory.h"
#include "input/reading/testing_read_all.h"

namespace textkin::input {
namespace {

using base::ScratchDirectory;

SourceList list(std::vector<std::string> arguments, const std::string& read_as = "suffix") {
  InputSpec spec;
  spec.arguments = std::move(arguments);
  spec.read_as = read_as;
  Result<SourceList> sources = list_sources(spec);
  EXPECT_TRUE(sources.ok()) << sources.status().message();
  return sources.ok() ? *sources : SourceList{};
}

std::vector<std::string> names(const SourceList& sources) {
  std::vector<std::string> result;
  for (const Source& source : sources.sources) result.push_back(source.name);
  return result;
}

// Whole paths are compared as bytes: '-' and '.' come before '/', capitals before small letters, bytes above 0x7F last.
TEST(Sources, ADirectoryStandsForItsFilesInByteOrderOfTheirPaths) {
  const ScratchDirectory scratch;
  for (const char* name : {"a/z", "a-b", "a.txt", "a0", "B", "\xC3\xA4", "b/c/d", "b/c.d", "b/c-/e"})
    scratch.write(name, "x");
  const SourceList sources = list({scratch.path()});
  EXPECT_EQ(names(sources),
            (std::vector<std::string>{"B", "a-b", "a.txt", "a/z", "a0", "b/c-/e", "b/c.d", "b/c/d", "\xC3\xA4"}));
  EXPECT_EQ(sources.sources[3].path, scratch / "a/z");
  EXPECT_EQ(sources.sources[3].relative, "a/z");
  EXPECT_EQ(sources.sources[3].size, 1u);
}

TEST(Sources, SeveralArgumentsAreKeptInTheNames) {
  const ScratchDirectory scratch;
  scratch.write("one/x", "x");
  scratch.write("two/y/z", "x");
  const std::string file = scratch.write("three.txt", "x");
  const SourceList sources = list({scratch / "two", file, scratch / "one/"});
  EXPECT_EQ(names(sources), (std::vector<std::string>{scratch / "two/y/z", file, scratch / "one/x"}));
  EXPECT_EQ(sources.sources[0].relative, "y/z");
  EXPECT_EQ(sources.sources[1].relative, "three.txt");
  EXPECT_EQ(names(list({file})), std::vector<std::string>{file});
  EXPECT_EQ(names(list({scratch / "one/"})), std::vector<std::string>{"x"});
}

TEST(Sources, HiddenFilesAndLinksBelowADirectoryAreSkippedAndCounted) {
  const ScratchDirectory scratch;
  scratch.write("seen", "x");
  scratch.write(".hidden", "x");
  scratch.write(".git/a", "x");
  scratch.write(".git/b", "x");
  scratch.write("below/.hidden.jsonl", "x");
  std::filesystem::create_symlink("seen", scratch / "link");
  std::filesystem::create_directory_symlink(scratch / "below", scratch / "linked");
  std::filesystem::create_symlink("nowhere", scratch / "dangling");
  ASSERT_EQ(::mkfifo((scratch / "pipe").c_str(), 0600), 0);
  const SourceList sources = list({scratch.path()});
  EXPECT_EQ(names(sources), std::vector<std::string>{"seen"});
  EXPECT_EQ(sources.hidden.count, 3u);
  EXPECT_EQ(sources.hidden.first, (std::vector<std::string>{".git", ".hidden", "below/.hidden.jsonl"}));
  EXPECT_EQ(sources.links.count, 3u);
  EXPECT_EQ(sources.links.first, (std::vector<std::string>{"dangling", "link", "linked"}));
  EXPECT_EQ(sources.special.first, std::vector<std::string>{"pipe"});
  // Named by the user they are read.
  const SourceList named = list({scratch / ".hidden", scratch / "link", scratch / ".git", scratch / "linked"});
  EXPECT_EQ(names(named),
            (std::vector<std::string>{scratch / ".hidden", scratch / "link", scratch / ".git/a", scratch / ".git/b"}));
  EXPECT_EQ(named.hidden.count, 1u);
}

TEST(Sources, TheFirstOfMuchThatIsSkippedAreNamedInOrder) {
  const ScratchDirectory scratch;
  for (int i = 9; i > 0; --i) scratch.write("." + std::to_string(i), "x");
  const SourceList sources = list({scratch.path()});
  EXPECT_EQ(sources.hidden.count, 9u);
  EXPECT_EQ(sources.hidden.first, (std::vector<std::string>{".1", ".2", ".3"}));
}

TEST(Sources, TheSuffixSaysTheFormat) {
  const ScratchDirectory scratch;
  struct Row {
    const char* name;
    const char* format;
    Compression compression;
  };
  const Row rows[] = {{"a.jsonl", "jsonl", Compression::kNone},       {"a.ndjson", "jsonl", Compression::kNone},
                      {"a.jsonl.gz", "jsonl", Compression::kGzip},    {"a.ndjson.zst", "jsonl", Compression::kZstd},
                      {"a.jsonl.xz", "jsonl", Compression::kXz},      {"a.ndjson.bz2", "jsonl", Compression::kBzip2},
                      {"a.json", "document", Compression::kNone},     {"a.txt.gz", "document", Compression::kGzip},
                      {"jsonl", "document", Compression::kNone},      {"a.jsonl.txt", "document", Compression::kNone},
                      {"a.gz", "document", Compression::kGzip},       {"a.jsonl.gz.gz", "document", Compression::kGzip},
                      {"a.jsonl.zip", "document", Compression::kNone}};
  for (const Row& row : rows) {
    const std::string path = scratch.write(row.name, "x");
    const Source by_suffix = list({path}).sources.at(0);
    EXPECT_EQ(format_of(by_suffix), row.format) << row.name;
    EXPECT_EQ(by_suffix.compression, row.compression) << row.name;
    EXPECT_EQ(by_suffix.seekable, row.compression == Compression::kNone) << row.name;
    EXPECT_EQ(format_of(list({path}, "lines").sources.at(0)), "lines");
    EXPECT_EQ(format_of(list({path}, "document").sources.at(0)), "document");
    EXPECT_EQ(format_of(list({path}, "jsonl").sources.at(0)), "jsonl");
    EXPECT_EQ(list({path}, "lines").sources.at(0).compression, row.compression);
  }
}

TEST(Sources, StandardInputAndPipesAreStreams) {
  const ScratchDirectory scratch;
  const Source standard = list({"-"}).sources.at(0);
  EXPECT_EQ(format_of(standard), "jsonl");
  EXPECT_EQ(standard.name, "-");
  EXPECT_FALSE(standard.seekable);
  EXPECT_EQ(format_of(list({"-"}, "lines").sources.at(0)), "lines");
  EXPECT_EQ(format_of(list({"-"}, "document").sources.at(0)), "document");
  ASSERT_EQ(::mkfifo((scratch / "pipe.jsonl").c_str(), 0600), 0);
  const Source pipe = list({scratch / "pipe.jsonl"}).sources.at(0);
  EXPECT_FALSE(pipe.seekable);
  EXPECT_EQ(format_of(pipe), "jsonl");
  InputSpec spec;
  spec.arguments = {"-", scratch.path(), "-"};
  EXPECT_EQ(list_sources(spec).status().code(), Code::kInvalidArgument);
}

TEST(Sources, OnlyFormatsOfTheCatalogueAreRead) {
  InputSpec spec;
  spec.arguments = {"-"};
  for (const char* name : {"", "jsonl ", "JSONL", "rows"}) {
    spec.read_as = name;
    EXPECT_EQ(list_sources(spec).status().code(), Code::kInvalidArgument) << name;
  }
}

TEST(Sources, WhatIsMissingIsNamed) {
  const ScratchDirectory scratch;
  EXPECT_TRUE(list({scratch.path()}).sources.empty());
  InputSpec spec;
  spec.arguments = {scratch / "missing.jsonl"};
  Status status = list_sources(spec).status();
  EXPECT_EQ(status.code(), Code::kNotFound);
  EXPECT_EQ(status.message(), spec.arguments[0] + ": cannot be opened: no such file or directory; check the path");
  spec.arguments = {""};
  EXPECT_EQ(list_sources(spec).status().code(), Code::kInvalidArgument);
  std::filesystem::create_symlink("nowhere", scratch / "dangling");
  spec.arguments = {scratch / "dangling"};
  EXPECT_EQ(list_sources(spec).status().code(), Code::kNotFound);
}

TEST(Sources, ADirectoryThatCannotBeReadIsAnError) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read every directory";
  const ScratchDirectory scratch;
  scratch.write("closed/file", "x");
  std::filesystem::permissions(scratch / "closed", std::filesystem::perms::none);
  InputSpec spec;
  spec.arguments = {scratch.path()};
  const Status status = list_sources(spec).status();
  std::filesystem::permissions(scratch / "closed", std::filesystem::perms::owner_all);
  EXPECT_EQ(status.code(), Code::kIo);
  EXPECT_NE(status.message().find("closed"), std::string::npos);
}

TEST(Sources, AnIndexIsNoFolderOfTexts) {
  const ScratchDirectory scratch;
  scratch.write("index/truth/CURRENT", "MANIFEST-000001");
  InputSpec spec;
  spec.arguments = {scratch / "index"};
  EXPECT_NE(list_sources(spec).status().message().find("is an index, which is asked"), std::string::npos);
  EXPECT_EQ(list({scratch / "index"}, "document").sources.size(), 1u);
}

TEST(Sources, LinesLeaveJsonlAlone) {
  InputSpec spec;
  spec.lines = true;
  spec.arguments = {"-"};
  EXPECT_EQ(format_of(list_sources(spec)->sources.at(0)), "lines");
  const ScratchDirectory scratch;
  for (const auto& [name, format] : {std::pair("a.txt", "lines"), {"a.jsonl", "jsonl"}, {"a.ndjson.gz", "jsonl"}}) {
    spec.arguments = {scratch.write(name, "x\n")};
    EXPECT_EQ(format_of(list_sources(spec)->sources.at(0)), format) << name;
  }
}

}  // namespace
}  // namespace textkin::input
