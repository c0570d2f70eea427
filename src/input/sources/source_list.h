// SourceList: the files that a list of arguments stands for, in input order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "input/blocks/source.h"

namespace textkin::input {

struct SourceList {
  std::vector<Source> sources;
  std::uint64_t skipped_hidden = 0;
  std::uint64_t skipped_links = 0;
  std::vector<std::string> told_by_bytes;  // names of sources that are records because their first bytes say so
  std::vector<std::string> left_out;       // names of files beside records in a folder that are about them
};

}  // namespace textkin::input
