// Whether a folder, or a link to one, stands under a name. False for every name that the system cannot look at: too long
// a one, or a link that leads to itself. The standard library's own form throws there, which would end the program.
#pragma once

#include <filesystem>

namespace textkin::base {

inline bool is_folder(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::is_directory(path, error);
}

}  // namespace textkin::base
