// Journal: what a run has put into its run directory, so that one that was stopped goes on where it was.
//
// A named directory (--run-dir) has a manifest, which is replaced after every file that is complete; the files are on
// the disk before it names them. Without a name the same files are scratch: no manifest, no waiting for the disk.
// Files: segment-NNNNNN (documents and band records of a stretch of the input), identical (documents collapsed into
// others), pairs-NNNNNN (verified pairs of a group of components), spool. docs/format.md says what is in them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/packing/window_limit.h"
#include "engine/run/run_directory.h"
#include "engine/run/run_spec.h"
#include "input/blocks/block.h"
#include "input/sources/sources.h"
#include "store/block_file.h"
#include "store/block_file_writer.h"
#include "store/manifest.h"
#include "textkin/status.h"

namespace textkin::engine::run {

class Journal {
 public:
  using File = std::shared_ptr<const store::BlockFile>;

  // Takes up what the directory holds, or begins. kMismatch where it was made from other options or other inputs;
  // kBadInput where a file is damaged or missing. Inputs that may be others are read for it, packed ones within
  // `windows`; rows in memory always, streams never.
  static Result<std::unique_ptr<Journal>> open(std::shared_ptr<const RunDirectory> directory, const RunSpec& spec,
                                               const input::SourceList& list, const base::WindowLimit& windows);

  // Of a run that was given its inputs anew: reads those streams before the `end`-th source to their ends, which a
  // former run has read. kMismatch where one gives other bytes now.
  Status check_streams(const input::SourceList& list, std::uint32_t end, const base::WindowLimit& windows) const;

  const RunDirectory& directory() const { return *directory_; }
  bool kept() const { return directory_->named(); }
  store::Stage stage() const { return manifest_.stage; }
  const std::vector<File>& segments() const { return segments_; }
  const std::vector<File>& pairs() const { return pairs_; }
  const File& identical() const { return identical_; }
  std::uint64_t written_bytes() const { return written_bytes_; }  // by this run

  // The next file of its kind; finished by the add_ of that kind.
  Result<std::unique_ptr<store::BlockFileWriter>> new_segment();
  Result<std::unique_ptr<store::BlockFileWriter>> new_identical();
  Result<std::unique_ptr<store::BlockFileWriter>> new_pairs();
  Result<File> add_segment(store::BlockFileWriter& file, std::uint64_t documents, store::Stage stage);
  Status add_identical(store::BlockFileWriter& file);
  Status add_pairs(store::BlockFileWriter& file, std::uint64_t count);

  // The checksum of an input that has been read to its end.
  void set_checksum(std::size_t source, std::uint64_t checksum) { manifest_.inputs[source].checksum = checksum; }
  // The same of those of `list`, which are the inputs from `first` on.
  void set_checksums(std::size_t first, const std::vector<input::FinishedSource>& finished);
  // Of inputs that this run has read again, likewise: kBadInput names the first that a former run read other bytes of,
  // whatever its size and time.
  Status check_read_again(std::size_t first, const input::SourceList& list,
                          const std::vector<input::FinishedSource>& finished) const;

  // Words for the next run: which method was chosen and why, and the like.
  void note(const std::string& key, const std::string& value) { notes_[key] = value; }
  std::string noted(const std::string& key) const;

  // Begins the join or takes it up: kMismatch where one for something else was begun.
  Status begin_join(const RunSpec& spec, const std::string& cut);

  Status reach(store::Stage stage);

 private:
  explicit Journal(std::shared_ptr<const RunDirectory> directory) : directory_(std::move(directory)) {}
  Status save();
  Status check_inputs(const input::SourceList& list, const std::vector<store::InputFact>& now,
                      const base::WindowLimit& windows) const;
  Status open_files();
  Result<std::unique_ptr<store::BlockFileWriter>> create(const std::string& name);
  Result<File> finish(store::BlockFileWriter& file, const std::string& name);

  std::shared_ptr<const RunDirectory> directory_;
  store::Manifest manifest_;
  std::map<std::string, std::string> notes_;
  std::vector<File> segments_;
  std::vector<File> pairs_;
  File identical_;
  std::uint64_t written_bytes_ = 0;
};

// The options that a run directory was made with, for a command that names only the directory.
Result<RunSpec> recorded_spec(const std::string& directory);

}  // namespace textkin::engine::run
