#include "engine/run/named_inputs.h"

#include <filesystem>
#include <system_error>

namespace textkin::engine::run {
namespace {

std::string named(const std::string& path) {
  namespace fs = std::filesystem;
  fs::path last = fs::path(path);
  while (!last.has_filename() && last.has_relative_path()) last = last.parent_path();  // "./" has none
  if (last.filename() != "." && last.filename() != "..") return path;
  std::error_code error;
  const fs::path name = fs::canonical(last, error).filename();
  return error || name.empty() ? path : name.string();
}

}  // namespace

std::vector<std::string> named_inputs(std::span<const std::string> paths) {
  std::vector<std::string> out;
  for (const std::string& path : paths) out.push_back(named(path));
  return out;
}

}  // namespace textkin::engine::run
