// FileTraces: what a file says of how it was made, as what extracted its text found it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace textkin::input {

struct FileTraces {
  std::uint32_t source = 0;
  std::string author;  // each a line of printable text, empty where the file does not say
  std::string last_saved_by;
  std::string created;
  std::string modified;
  std::string program;
  std::vector<std::uint32_t> revisions;  // ids of Word's sessions of writing; copies of one file share them

  bool empty() const {
    return author.empty() && last_saved_by.empty() && created.empty() && modified.empty() && program.empty() &&
           revisions.empty();
  }
  std::uint64_t bytes() const {
    return sizeof *this + author.size() + last_saved_by.size() + created.size() + modified.size() + program.size() +
           revisions.size() * sizeof(std::uint32_t);
  }
};

}  // namespace textkin::input
