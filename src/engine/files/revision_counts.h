// RevisionCounts: how many files have an id of a session of writing, so that those that say something are chosen: what
// no other file has says nothing, and what many have was in the form that they were all given.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "input/blocks/file_traces.h"

namespace textkin::engine::files {

class RevisionCounts {
 public:
  static constexpr std::size_t kMost = 50;

  explicit RevisionCounts(const std::vector<input::FileTraces>& all);

  // Of a file's, those that another file has too: at most kMost, the rarest first, ties ascending.
  std::vector<std::uint32_t> shared(const std::vector<std::uint32_t>& of_file) const;

 private:
  std::unordered_map<std::uint32_t, std::uint32_t> files_;
};

}  // namespace textkin::engine::files
