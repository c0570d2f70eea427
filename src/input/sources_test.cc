#include "input/sources.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/scratch_directory.h"

namespace textkin::input {
namespace {

using base::ScratchDirectory;

SourceList list(std::vector<std::string> arguments, ReadAs read_as = ReadAs::kBySuffix) {
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
  EXPECT_EQ(sources.skipped_hidden, 3u);
  EXPECT_EQ(sources.skipped_links, 3u);
  // Named by the user they are read.
  const SourceList named = list({scratch / ".hidden", scratch / "link", scratch / ".git", scratch / "linked"});
  EXPECT_EQ(names(named),
            (std::vector<std::string>{scratch / ".hidden", scratch / "link", scratch / ".git/a", scratch / ".git/b"}));
  EXPECT_EQ(named.skipped_hidden, 1u);
}

TEST(Sources, TheSuffixSaysTheForm) {
  const ScratchDirectory scratch;
  struct Row {
    const char* name;
    Form form;
    Compression compression;
  };
  const Row rows[] = {
      {"a.jsonl", Form::kJsonl, Compression::kNone},       {"a.ndjson", Form::kJsonl, Compression::kNone},
      {"a.jsonl.gz", Form::kJsonl, Compression::kGzip},    {"a.ndjson.zst", Form::kJsonl, Compression::kZstd},
      {"a.jsonl.xz", Form::kJsonl, Compression::kXz},      {"a.ndjson.bz2", Form::kJsonl, Compression::kBzip2},
      {"a.json", Form::kDocument, Compression::kNone},     {"a.txt.gz", Form::kDocument, Compression::kGzip},
      {"jsonl", Form::kDocument, Compression::kNone},      {"a.jsonl.txt", Form::kDocument, Compression::kNone},
      {"a.gz", Form::kDocument, Compression::kGzip},       {"a.jsonl.gz.gz", Form::kDocument, Compression::kGzip},
      {"a.jsonl.zip", Form::kDocument, Compression::kNone}};
  for (const Row& row : rows) {
    const std::string path = scratch.write(row.name, "x");
    const Source by_suffix = list({path}).sources.at(0);
    EXPECT_EQ(by_suffix.form, row.form) << row.name;
    EXPECT_EQ(by_suffix.compression, row.compression) << row.name;
    EXPECT_EQ(by_suffix.seekable, row.compression == Compression::kNone) << row.name;
    EXPECT_EQ(list({path}, ReadAs::kLines).sources.at(0).form, Form::kLines);
    EXPECT_EQ(list({path}, ReadAs::kDocument).sources.at(0).form, Form::kDocument);
    EXPECT_EQ(list({path}, ReadAs::kJsonl).sources.at(0).form, Form::kJsonl);
    EXPECT_EQ(list({path}, ReadAs::kLines).sources.at(0).compression, row.compression);
  }
}

TEST(Sources, StandardInputAndPipesAreStreams) {
  const ScratchDirectory scratch;
  const Source standard = list({"-"}).sources.at(0);
  EXPECT_EQ(standard.form, Form::kJsonl);
  EXPECT_EQ(standard.name, "-");
  EXPECT_FALSE(standard.seekable);
  EXPECT_EQ(list({"-"}, ReadAs::kLines).sources.at(0).form, Form::kLines);
  EXPECT_EQ(list({"-"}, ReadAs::kDocument).sources.at(0).form, Form::kDocument);
  ASSERT_EQ(::mkfifo((scratch / "pipe.jsonl").c_str(), 0600), 0);
  const Source pipe = list({scratch / "pipe.jsonl"}).sources.at(0);
  EXPECT_FALSE(pipe.seekable);
  EXPECT_EQ(pipe.form, Form::kJsonl);
  InputSpec spec;
  spec.arguments = {"-", scratch.path(), "-"};
  EXPECT_EQ(list_sources(spec).status().code(), Code::kInvalidArgument);
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

TEST(Sources, LinesLeaveJsonlAlone) {
  InputSpec spec;
  spec.lines = true;
  spec.arguments = {"-"};
  EXPECT_EQ(list_sources(spec)->sources.at(0).form, Form::kLines);
  const ScratchDirectory scratch;
  for (const auto& [name, form] :
       {std::pair("a.txt", Form::kLines), {"a.jsonl", Form::kJsonl}, {"a.ndjson.gz", Form::kJsonl}}) {
    spec.arguments = {scratch.write(name, "x\n")};
    EXPECT_EQ(list_sources(spec)->sources.at(0).form, form) << name;
  }
}

}  // namespace
}  // namespace textkin::input
