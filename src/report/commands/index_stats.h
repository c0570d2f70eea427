// IndexStats: what `textkin index stats` tells.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace textkin::report {

struct IndexStats {
  std::string folder;
  std::uint64_t sequence = 0;
  std::uint64_t documents = 0;
  std::uint64_t removed = 0;  // whose texts are kept, for answers as of earlier
  std::uint64_t text_bytes = 0;
  std::uint64_t file_bytes = 0;
  std::uint64_t segments = 0;
  std::vector<std::pair<std::string, std::string>> options;  // that it was made with
  std::vector<std::pair<std::string, std::string>> checkpoints;
};

std::string index_stats_text(const IndexStats& stats);
std::string index_stats_json(const IndexStats& stats);

}  // namespace textkin::report
