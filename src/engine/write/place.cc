#include "engine/write/place.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace textkin::engine::write {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMemoryDevices = 1;  // /dev/null, /dev/zero, /dev/full: what is written there is gone anyway

std::string key_of(const struct stat& status) { return fmt::format("{}:{}", status.st_dev, status.st_ino); }

bool is_stream(const struct stat& status) { return !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode); }

// Where links are in circles or may not be read, as it stands.
fs::path without_links(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  fs::path real = fs::weakly_canonical(absolute, error);
  return error ? absolute.lexically_normal() : real;
}

}  // namespace

void Place::go_to(const std::string& name) {
  if (path_.empty() || path_.back() != '/') path_ += '/';
  path_ += name;
  struct stat status;
  const bool below_nothing = !way_.empty() && kind_ == Kind::kMissing;
  if (!below_nothing && ::stat(path_.c_str(), &status) == 0) {
    kind_ = S_ISDIR(status.st_mode) ? Kind::kFolder : is_stream(status) ? Kind::kStream : Kind::kFile;
    way_.push_back({key_of(status), name});
  } else {
    kind_ = Kind::kMissing;
    way_.push_back({(way_.empty() ? "" : way_.back().key) + "/" + name, name});
  }
}

Place Place::of(const std::string& path) {
  struct stat status;
  Place place("");
  if (::stat(path.c_str(), &status) == 0 && is_stream(status)) {
    place.kind_ = Kind::kStream;
    place.discards_ = S_ISCHR(status.st_mode) && major(status.st_rdev) == kMemoryDevices;
    place.way_.push_back({key_of(status), path});
    return place;
  }
  place.go_to("");
  for (const fs::path& name : without_links(path).relative_path())
    if (!name.empty() && name != ".") place.go_to(name.string());
  return place;
}

Place Place::of_descriptor(int descriptor) { return of(fmt::format("/proc/self/fd/{}", descriptor)); }

Place Place::child(const std::string& name) const {
  const std::string path = path_ + "/" + name;
  struct stat status;
  // What a link leads to lies elsewhere.
  if (::lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode)) return of(path);
  Place place = *this;
  place.go_to(name);
  return place;
}

std::string Place::key_of_file(const std::string& path) {
  struct stat status;
  return ::stat(path.c_str(), &status) == 0 ? write::key_of(status) : std::string();
}

bool Place::lies_in(const Place& folder) const {
  return std::any_of(way_.begin(), way_.end() - 1, [&](const Step& step) { return step.key == folder.key(); });
}

std::string Place::folder_with(const std::string& file) const {
  struct stat status;
  for (fs::path folder = fs::path(path_).parent_path(); folder.has_relative_path(); folder = folder.parent_path())
    if (::stat((folder / file).c_str(), &status) == 0) return folder.string();
  return {};
}

bool Place::is_seen_in(const Place& folder) const {
  const auto found =
      std::find_if(way_.begin(), way_.end() - 1, [&](const Step& step) { return step.key == folder.key(); });
  return found != way_.end() - 1 &&
         std::none_of(found + 1, way_.end(), [](const Step& step) { return step.name.starts_with('.'); });
}

}  // namespace textkin::engine::write
