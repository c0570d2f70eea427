// TraceCounts: how many files say the same of how they were made, so that what says something is told: what no other
// file says is nobody's trace, and what a form says that was given out stands in all that were made of it.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "input/blocks/file_traces.h"

namespace textkin::engine::files {

class TraceCounts {
 public:
  static constexpr std::size_t kMost = 50;

  // Of the files of a run, and of the templates that they may have been made of.
  TraceCounts(const std::vector<input::FileTraces>& all, const std::vector<input::FileTraces>& templates);

  struct Revision {
    std::uint32_t id = 0;
    std::uint32_t files = 0;  // that have it, of the run
  };
  // Of a file's ids of sessions of writing, those that another file has too and no template: at most kMost, the rarest
  // first, ties ascending.
  std::vector<Revision> shared(const std::vector<std::uint32_t>& of_file) const;

  // How many files of the run name that author, or were created then; 0: a template says so.
  std::uint32_t of_author(const std::string& author) const { return files_of(authors_, author); }
  std::uint32_t of_creation(const std::string& created) const { return files_of(created_, created); }

 private:
  using Counts = std::unordered_map<std::string, std::uint32_t>;
  static std::uint32_t files_of(const Counts& counts, const std::string& value) {
    const auto found = counts.find(value);
    return found == counts.end() ? 0 : found->second;
  }

  std::unordered_map<std::uint32_t, std::uint32_t> revisions_;
  Counts authors_;
  Counts created_;
};

}  // namespace textkin::engine::files
