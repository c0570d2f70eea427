// An index after power cuts and refused calls: what was acknowledged is there, whole, and nothing half.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include "disk.h"
#include "script.h"

namespace textkin::crash {
namespace {

namespace fs = std::filesystem;
using archive::Archive;
using archive::ArchiveTwin;
using archive::ArchiveWriter;
using archive::kTestingMemory;

bool soaks() { return std::getenv("TEXTKIN_SOAK") != nullptr; }

// What may be there: everything from the last commit that was acknowledged to the last one that was begun.
struct Promise {
  bool created = false;
  std::uint64_t acknowledged = 0;
  std::uint64_t begun = 0;
  std::uint64_t copied = 0;  // the sequence of the copy; 0: there is none

  void read(std::uint64_t mark) {
    const std::uint64_t number = mark / kMarks;
    if (mark % kMarks == kCreated) created = true;
    if (mark % kMarks == kBegun) begun = number;
    if (mark % kMarks == kAcknowledged) acknowledged = number;
    if (mark % kMarks == kCopied) copied = number;
  }
};

// What is wrong with the index in `folder`, or "".
std::string broken_promise(const Archive& archive, const Promise& promise, const Script& script) {
  const std::uint64_t sequence = archive.state().sequence;
  if (sequence < promise.acknowledged || sequence > promise.begun)
    return "at sequence " + std::to_string(sequence) + " of " + std::to_string(promise.acknowledged) + " to " +
           std::to_string(promise.begun);
  const ArchiveTwin& twin = script.at(sequence);
  std::string what = archive::difference(archive, twin);
  if (!what.empty()) return what;
  // A purge takes the keys of removed documents too, at some moment while the sequence stays.
  std::set<DocId> may_be_purged;
  for (DocId doc = 0; doc < twin.texts.size() && sequence >= script.first_purge(); ++doc) may_be_purged.insert(doc);
  for (const auto& [id, held] : twin.documents) may_be_purged.erase(held.number);
  std::mt19937_64 random(sequence);
  return random() % 8 == 0 ? archive::difference_of_keys(archive.keys(), twin.texts, random, may_be_purged) : "";
}

// The next writer goes on where the last one ended.
std::string goes_on(const std::string& folder, const Promise& promise, const Script& script) {
  auto writer = ArchiveWriter::open(folder, kTestingMemory);
  if (!writer.ok()) return "for a writer: " + writer.status().message();
  if (std::string what = broken_promise((*writer)->archive(), promise, script); !what.empty())
    return "for a writer: " + what;
  ArchiveTwin twin = script.at((*writer)->archive().state().sequence);
  twin.add("one more", "text", {}, archive::OnSameId::kReplace);
  ++twin.sequence;
  const auto added =
      (*writer)->add({.id = "one more", .text = "text", .size = 1, .keys = archive::keys_of_text("text"), .fields = {}},
                     archive::OnSameId::kReplace);
  if (!added.ok()) return "adding: " + added.status().message();
  if (const auto done = (*writer)->commit(); !done.ok()) return "adding: " + done.status().message();
  if (const Status done = (*writer)->finish(); !done.ok()) return "adding: " + done.message();
  writer->reset();
  const auto again = Archive::open(folder, kTestingMemory);
  if (!again.ok()) return "after one more: " + again.status().message();
  const std::string what = archive::difference(**again, twin);
  return what.empty() ? "" : "after one more: " + what;
}

std::string check(const std::string& folder, const Promise& promise, const Script& script) {
  const auto archive = Archive::open(folder, kTestingMemory);
  if (!archive.ok()) return promise.created ? archive.status().message() : "";
  if (std::string what = broken_promise(**archive, promise, script); !what.empty()) return what;
  if (promise.copied != 0) {
    const auto copy = Archive::open(Script::copy_of(folder), kTestingMemory);
    if (!copy.ok()) return "the copy: " + copy.status().message();
    if (std::string what = archive::difference(**copy, script.at(promise.copied)); !what.empty())
      return "the copy: " + what;
  }
  return goes_on(folder, promise, script);
}

TEST(CrashTest, WhatWasAcknowledgedIsThereAfterAnyPowerCut) {
  const base::ScratchDirectory scratch(archive::testing_folder());
  const std::string root = scratch / "disk";
  fs::create_directory(root);
  Script script(root + "/index", 1);
  Recorder::instance().begin(root);
  const Status ran = script.run(soaks() ? 2000 : 250);
  const std::vector<Act> acts = Recorder::instance().end();
  ASSERT_TRUE(ran.ok()) << ran.message();
  ASSERT_GT(acts.size(), 500u);

  const std::size_t states = soaks() ? 10500 : 250;
  std::mt19937_64 random(2);
  Disk disk;
  Promise promise;
  int broken = 0;
  std::size_t tried = 0;
  for (std::size_t at = 0; at < acts.size() && broken < 5; ++at) {
    disk.act(acts[at]);
    if (acts[at].kind == Act::kMark) promise.read(acts[at].offset);
    // So many states at this act that they come to `states` over all of them.
    for (; tried * acts.size() < states * (at + 1) && broken < 5; ++tried) {
      const auto lost = static_cast<Disk::Lost>(tried % 6 == 0 ? 0 : tried % 6 == 1 ? 1 : 2);
      const std::string there = scratch / "after";
      fs::create_directory(there);
      disk.write_to(there, lost, random);
      const std::string what = check(there + "/index", promise, script);
      if (!what.empty()) ++broken;
      EXPECT_EQ(what, "") << "cut behind call " << at << " of " << acts.size() << ", lost " << static_cast<int>(lost)
                          << ", kind " << static_cast<int>(acts[at].kind) << ' ' << acts[at].name;
      fs::remove_all(there);
    }
  }
  RecordProperty("states", static_cast<int>(tried));
}

// One call in the middle says no: of the disk, or of its room; once, or from then on.
TEST(CrashTest, WhatWasAcknowledgedIsThereAfterAnyCallThatFails) {
  const base::ScratchDirectory scratch(archive::testing_folder());
  const std::string root = scratch / "disk";
  const int changes = soaks() ? 120 : 40;
  std::uint64_t calls = 0;
  {
    fs::create_directory(root);
    Script script(root + "/index", 3);
    Recorder::instance().begin(root);
    ASSERT_TRUE(script.run(changes).ok());
    calls = Recorder::instance().calls();
    Recorder::instance().end();
    fs::remove_all(root);
  }
  ASSERT_GT(calls, 100u);
  const std::uint64_t step = soaks() ? 1 : 1 + calls / 40;
  int refused = 0;
  for (std::uint64_t at = 1; at <= calls; at += step) {
    const bool from_then_on = at / step % 2 == 0;
    SCOPED_TRACE("call " + std::to_string(at) + (from_then_on ? " and all later ones" : ""));
    fs::create_directory(root);
    Script script(root + "/index", 3);
    Recorder::instance().begin(root);
    Recorder::instance().refuse(at, at / step % 4 < 2 ? EIO : ENOSPC, from_then_on);
    const Status ran = script.run(changes);
    script.leave();
    Recorder::instance().end();
    if (!ran.ok()) {
      ++refused;
      EXPECT_EQ(ran.message().find('\n'), std::string::npos) << ran.message();
      EXPECT_NE(ran.message().find(root), std::string::npos) << ran.message();
    }
    const Promise promise{
        .created = script.created() != 0, .acknowledged = script.acknowledged(), .begun = script.begun()};
    ASSERT_EQ(check(root + "/index", promise, script), "") << (ran.ok() ? "and no error" : ran.message());
    fs::remove_all(root);
  }
  EXPECT_GT(refused, 10);
}

}  // namespace
}  // namespace textkin::crash
