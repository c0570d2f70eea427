// SourceList: the files that a list of arguments stands for, in input order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "input/blocks/source.h"

namespace textkin::input {

// What lies below folders that were named and is not read.
struct Skipped {
  std::uint64_t count = 0;
  std::vector<std::string> first;  // in the order of names, below their folders; what is hidden in an archive has none

  void add(std::string name) {
    ++count;
    keep(std::move(name));
  }
  void add(Skipped others) {
    count += others.count;
    for (std::string& name : others.first) keep(std::move(name));
  }

 private:
  static constexpr std::size_t kNamed = 3;
  void keep(std::string name) {
    first.insert(std::ranges::upper_bound(first, name), std::move(name));
    if (first.size() > kNamed) first.pop_back();
  }
};

struct SourceList {
  std::vector<Source> sources;
  Skipped hidden;                          // files and folders
  Skipped links;                           // that may lead anywhere
  Skipped special;                         // pipes, sockets and devices
  std::vector<std::string> told_by_bytes;  // names of sources that are records because their first bytes say so
  std::vector<std::string> left_out;       // names of files beside records in a folder that are about them
};

}  // namespace textkin::input
