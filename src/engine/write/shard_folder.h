// ShardFolder: an output folder in which each source has a file of its own name.
//
// Folders are made where they are missing; each is looked at once for what killed runs have left. Threads: one.
#pragma once

#include <filesystem>
#include <map>
#include <memory>

#include "base/leftovers.h"
#include "base/output_file.h"
#include "textkin/status.h"

namespace textkin::engine::write {

// kIo where it cannot be made, or a file has that name.
Status make_folder(const std::filesystem::path& folder);

class ShardFolder {
 public:
  Result<std::unique_ptr<base::OutputFile>> open(const std::filesystem::path& target, base::Packing packing);

 private:
  std::map<std::string, base::Leftovers> leftovers_;
};

}  // namespace textkin::engine::write
