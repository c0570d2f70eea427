#include "engine/write/shard_folder.h"

#include <fmt/format.h>

#include <string>
#include <system_error>

namespace textkin::engine::write {

namespace fs = std::filesystem;

Status make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error && fs::is_directory(folder)) return {};
  return Status(Code::kIo, fmt::format("cannot make the folder {}: {}", folder.string(),
                                       error ? error.message() : "a file has that name"));
}

Result<std::unique_ptr<base::OutputFile>> ShardFolder::open(const fs::path& target, base::Packing packing) {
  const std::string folder = target.parent_path().string();
  auto left = leftovers_.find(folder);
  if (left == leftovers_.end()) {
    TEXTKIN_RETURN_IF_ERROR(make_folder(folder));
    left = leftovers_.emplace(folder, base::Leftovers::in(folder)).first;
  }
  left->second.remove_of(target.filename().string());
  return base::OutputFile::create_shard(target.string(), packing);
}

}  // namespace textkin::engine::write
