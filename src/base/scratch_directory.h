// ScratchDirectory: a directory of a test's own, gone with it. For tests only.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace textkin::base {

class ScratchDirectory {
 public:
  ScratchDirectory() : ScratchDirectory(std::filesystem::temp_directory_path().string()) {}
  explicit ScratchDirectory(const std::string& below) {
    std::string name = below + "/textkin-test-XXXXXX";
    path_ = ::mkdtemp(name.data());
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;
  ~ScratchDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::string& path() const { return path_; }
  std::string operator/(std::string_view name) const { return path_ + "/" + std::string(name); }

  // Writes a file below, with the directories that it needs, and gives its path.
  std::string write(std::string_view name, std::string_view bytes) const {
    const std::string file = *this / name;
    std::filesystem::create_directories(std::filesystem::path(file).parent_path());
    std::filesystem::remove(
        file);  // some file systems write a file through to the disk when it is cut and filled again
    std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return file;
  }

 private:
  std::string path_;
};

inline std::string slurp(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace textkin::base
