#include "engine/write/destinations.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "base/scratch_directory.h"

namespace textkin::engine::write {
namespace {

namespace fs = std::filesystem;
using base::ScratchDirectory;
using Form = Destinations::Form;

input::InputSpec reading(const std::string& argument) {
  input::InputSpec spec;
  spec.arguments = {argument};
  return spec;
}

TEST(Destinations, TwoOutputsAreTwo) {
  const ScratchDirectory scratch;
  scratch.write("old", "x");
  fs::create_symlink("old", scratch / "link");
  for (const auto& [one, other] : {std::pair("x", "x"), {"x", "./x"}, {"old", "link"}, {"new/x", "new/y/../x"}}) {
    Destinations paths;
    paths.add_output("-o", scratch / one, Form::kFile);
    EXPECT_TRUE(paths.check({}).ok());
    paths.add_output("--removed", scratch / other, Form::kFile);
    EXPECT_EQ(paths.check({}).code(), Code::kInvalidArgument) << one << " " << other;
  }
  Destinations null;
  for (const char* option : {"-o", "--removed", "--stats"}) null.add_output(option, "/dev/null", Form::kFile);
  EXPECT_TRUE(null.check({}).ok());
}

TEST(Destinations, NoOutputIsAnInputOrLiesInOne) {
  const ScratchDirectory scratch;
  const std::string file = scratch.write("in/a.jsonl", "{}");
  for (const std::string output : {"in/a.jsonl", "in/./new", "in/new/deeper", "in"}) {
    Destinations paths;
    paths.add_input("INPUT", scratch / "in");
    paths.add_output("-o", scratch / output, Form::kFile);
    EXPECT_EQ(paths.check(reading(scratch / "in")).code(), Code::kInvalidArgument) << output;
  }
  Destinations hidden;
  hidden.add_input("INPUT", scratch / "in");
  hidden.add_input("--stop-words", "english");
  hidden.add_output("-o", scratch / "in/.new", Form::kFile);
  hidden.add_output("--run-dir", scratch / "in/.work/run", Form::kWork);
  EXPECT_TRUE(hidden.check(reading(scratch / "in")).ok());
}

TEST(Destinations, NothingIsWrittenIntoAnIndex) {
  const ScratchDirectory scratch;
  scratch.write("index/truth/CURRENT", "x");
  fs::create_symlink("index/truth", scratch / "link");
  const auto check = [&](const std::string& output, Form form) {
    Destinations paths;
    paths.add_output("-o", scratch / output, form);
    return paths.check({});
  };
  EXPECT_EQ(check("index/new", Form::kFile).message(), "-o " + (scratch / "index/new") + " lies in the index " +
                                                           (scratch / "index") + "; name a place outside it");
  for (const std::string output : {"index/truth/new", "index/new/deeper", "link/new", "index/truth"})
    EXPECT_EQ(check(output, Form::kWork).code(), Code::kInvalidArgument) << output;
  EXPECT_TRUE(check("index", Form::kWork).ok());  // what is done to the index itself
  EXPECT_TRUE(check("index2", Form::kFile).ok());
}

TEST(Destinations, AStreamIsReadOnce) {
  const ScratchDirectory scratch;
  const std::string pipe = scratch / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  fs::create_symlink("pipe", scratch / "link");
  scratch.write("file", "x");
  const auto check = [&](const std::string& one, const std::string& other) {
    Destinations paths;
    paths.add_input("INPUT", one);
    paths.add_input("--against", other);
    return paths.check({});
  };
  EXPECT_EQ(check(pipe, scratch / "link").message(),
            "INPUT " + pipe + " and --against " + (scratch / "link") +
                " are one stream, which can be read only once; name a file for one");
  EXPECT_EQ(check("-", "-").code(), Code::kInvalidArgument);
  EXPECT_TRUE(check(pipe, "/dev/null").ok());
  EXPECT_TRUE(check("/dev/null", "/dev/null").ok());
  EXPECT_TRUE(check(scratch / "file", scratch / "file").ok());
}

TEST(Destinations, OnlyOneFileOfRecordsMayBeReplaced) {
  const ScratchDirectory scratch;
  scratch.write("a.jsonl", "{}");
  scratch.write("a.txt", "text");
  const auto check = [&](const std::string& name, bool let, input::InputSpec spec) {
    Destinations paths;
    paths.add_input("INPUT", scratch / name);
    paths.add_output("-o", scratch / name, Form::kFile);
    if (let) paths.let_replace_input("-o");
    return paths.check(spec).ok();
  };
  EXPECT_TRUE(check("a.jsonl", true, reading(scratch / "a.jsonl")));
  EXPECT_FALSE(check("a.jsonl", false, reading(scratch / "a.jsonl")));
  EXPECT_FALSE(check("a.txt", true, reading(scratch / "a.txt")));
  input::InputSpec two = reading(scratch / "a.jsonl");
  two.arguments.push_back(scratch / "a.txt");
  EXPECT_FALSE(check("a.jsonl", true, two));
}

TEST(Destinations, ShardsHaveTheirNamesToThemselves) {
  const ScratchDirectory scratch;
  scratch.write("in/b/a.jsonl", "{}");
  fs::create_directory(scratch / "out");
  fs::create_directory_symlink(scratch / "in", scratch / "linked");
  const auto check = [&](const std::string& folder, const std::string& other) {
    Destinations paths;
    paths.add_input("INPUT", scratch / "in");
    paths.add_output("-o", scratch / folder, Form::kShards);
    if (!other.empty()) paths.add_output("--removed", scratch / other, Form::kFile);
    return paths.check(reading(scratch / "in")).ok();
  };
  EXPECT_TRUE(check("out/", "out/why.jsonl"));
  EXPECT_TRUE(check("new", "why.jsonl"));
  EXPECT_FALSE(check("out", "out/b/a.jsonl"));
  EXPECT_FALSE(check("new", "new/b/a.jsonl"));
  EXPECT_FALSE(check("linked", ""));
  fs::create_directory_symlink(scratch / "in/b", scratch / "out/b");
  EXPECT_FALSE(check("out", ""));
}

}  // namespace
}  // namespace textkin::engine::write
