// A script of changes to an index below a folder, in this process, and what it should hold after each commit.
#pragma once

#include <deque>
#include <string>

#include "archive/testing_archive.h"

namespace textkin::crash {

inline constexpr std::uint64_t kMarks = 4;  // of what a mark says: number * kMarks + one of
enum Mark : std::uint64_t { kCreated, kBegun, kAcknowledged, kCopied };

class Script {
 public:
  // Each commit, copy and the creation is marked in the Recorder.
  Script(std::string folder, std::uint64_t seed) : folder_(std::move(folder)), random_(seed) {}

  // So many changes, in batches, with merges, purges and new writers between. The first error ends it.
  Status run(int changes);

  void leave() { writer_.reset(); }

  const std::string& folder() const { return folder_; }
  static std::string copy_of(const std::string& folder) { return folder + "-copy"; }
  // What it holds at a sequence.
  const archive::ArchiveTwin& at(std::uint64_t sequence) const { return twins_.at(sequence); }
  std::uint64_t created() const { return created_; }            // 1: it is there
  std::uint64_t acknowledged() const { return acknowledged_; }  // the last sequence that was
  // The sequence at which texts and keys of removed documents went for the first time; the greatest number: never.
  std::uint64_t first_purge() const { return first_purge_; }
  std::uint64_t begun() const { return twins_.size() - 1; }  // and one that may be there

 private:
  Status batch(int changes);
  Status keep_house();
  Status open();

  std::string folder_;
  std::mt19937_64 random_;
  std::unique_ptr<archive::ArchiveWriter> writer_;
  std::deque<archive::ArchiveTwin> twins_{{}};
  std::uint64_t created_ = 0;
  std::uint64_t acknowledged_ = 0;
  std::uint64_t first_purge_ = ~std::uint64_t{0};
  bool copied_ = false;
};

}  // namespace textkin::crash
