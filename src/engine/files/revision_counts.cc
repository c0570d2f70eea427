#include "engine/files/revision_counts.h"

#include <algorithm>
#include <utility>

namespace textkin::engine::files {

RevisionCounts::RevisionCounts(const std::vector<input::FileTraces>& all) {
  for (const input::FileTraces& traces : all)
    for (const std::uint32_t revision : traces.revisions) ++files_[revision];
}

std::vector<std::uint32_t> RevisionCounts::shared(const std::vector<std::uint32_t>& of_file) const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> found;  // files, revision
  for (const std::uint32_t revision : of_file)
    if (const std::uint32_t files = files_.contains(revision) ? files_.at(revision) : 0; files > 1)
      found.emplace_back(files, revision);
  std::ranges::sort(found);
  found.resize(std::min(found.size(), kMost));
  std::vector<std::uint32_t> out;
  for (const auto& [files, revision] : found) out.push_back(revision);
  return out;
}

}  // namespace textkin::engine::files
