// ShardFolder: an output folder in which each source has a file of its own name.
//
// Folders are made where they are missing; each is looked at once for what killed runs have left. Files are brought to
// the disk many at once: a sync waits for the disk, some milliseconds where it has a journal, and those that wait at
// the same time wait together. One by one, a hundred thousand small files would be minutes. Threads: one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/leftovers.h"
#include "base/output_file.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::write {

// kIo where it cannot be made, or a file has that name.
Status make_folder(const std::filesystem::path& folder);

class ShardFolder {
 public:
  Result<std::unique_ptr<base::OutputFile>> open(const std::filesystem::path& target, base::Packing packing);
  // Takes a file that is written. It has its name when some more were taken, finish() at the latest.
  Status commit(std::unique_ptr<base::OutputFile> file);
  // Gives those that were taken their names, in order, up to the first that cannot be written.
  Status finish();
  // Then: warns of files that an earlier run, or somebody, left in `folder` and in those below it that this run wrote
  // to: who reads the folder reads them too. Hidden ones are not looked at. Cost: listing those folders, and eight
  // bytes a file that was written.
  void warn_of_others(const std::filesystem::path& folder, Progress& progress) const;

 private:
  struct Folder {
    base::Leftovers leftovers;
    std::vector<std::uint64_t> written;  // hashes of names
  };
  std::map<std::string, Folder> folders_;
  std::vector<std::unique_ptr<base::OutputFile>> waiting_;
};

}  // namespace textkin::engine::write
