#include "engine/files/trace_counts.h"

#include <algorithm>
#include <tuple>

namespace textkin::engine::files {

TraceCounts::TraceCounts(const std::vector<input::FileTraces>& all, const std::vector<input::FileTraces>& templates) {
  for (const input::FileTraces& traces : all) {
    for (const std::uint32_t revision : traces.revisions) ++revisions_[revision];
    ++authors_[traces.author];
    ++created_[traces.created];
  }
  for (const input::FileTraces& traces : templates) {
    for (const std::uint32_t revision : traces.revisions) revisions_.erase(revision);
    authors_.erase(traces.author);
    created_.erase(traces.created);
  }
}

std::vector<TraceCounts::Revision> TraceCounts::shared(const std::vector<std::uint32_t>& of_file) const {
  std::vector<Revision> out;
  for (const std::uint32_t id : of_file)
    if (const auto found = revisions_.find(id); found != revisions_.end() && found->second > 1)
      out.push_back({id, found->second});
  std::ranges::sort(out, {}, [](const Revision& x) { return std::tuple(x.files, x.id); });
  out.resize(std::min(out.size(), kMost));
  return out;
}

}  // namespace textkin::engine::files
