#include "serve/indexes/shelf.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/is_folder.h"
#include "engine/care/new_folder.h"
#include "engine/index/create.h"
#include "engine/index/index_union.h"

namespace textkin::serve {
namespace {

constexpr std::size_t kMostOfName = 100;
constexpr std::size_t kMostMade = 16;  // the memory is shared by so many
constexpr std::string_view kRemoved = ".removed-";
constexpr std::array<std::string_view, 5> kOfAnIndex{"truth", "segments", "latest", "lock", "marks.jsonl"};

Status failed(const std::string& path, const char* what, const std::error_code& error) {
  return Status(Code::kIo, fmt::format("{} {}: {}", path, what, error.message()));
}

// What lies in a folder and is no part of an index; empty: nothing.
std::string stranger_in(const std::filesystem::path& folder, std::error_code& error) {
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string part = at->path().filename().string();
    if (std::ranges::find(kOfAnIndex, part) == kOfAnIndex.end() && !part.starts_with(HostedIndex::kSnapshot))
      return part;
  }
  return {};
}

// An index, or what was one: that it cannot be opened is to be said.
bool is_meant_for_one(const std::filesystem::path& folder) {
  std::error_code error;
  return engine::index::is_index(folder.string()) || std::filesystem::exists(folder / "segments", error) ||
         std::filesystem::exists(folder / "truth", error);
}

// Itself, and no link to one.
bool is_own_folder(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::symlink_status(path, error).type() == std::filesystem::file_type::directory;
}

}  // namespace

bool is_index_name(std::string_view text) {
  const auto is_part = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.';
  };
  return !text.empty() && text.size() <= kMostOfName && text.front() != '.' && std::ranges::all_of(text, is_part);
}

Result<Shelf> Shelf::open(const std::string& folder, const HostedIndex::Options& each) {
  Shelf shelf;
  shelf.folder_ = folder;
  shelf.each_ = each;
  if (!base::is_folder(folder))
    return Status(Code::kNotFound, fmt::format("--indexes {}: there is no such folder; make it first", folder));
  if (each.read_only) return shelf;
  std::error_code error;
  // What a removal left that was cut short: parts of an index alone. Anything else of that name is somebody's.
  std::vector<std::filesystem::path> removed;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (at->path().filename().string().starts_with(kRemoved) && is_own_folder(at->path()) &&
        stranger_in(at->path(), error).empty())
      removed.push_back(at->path());
  for (const std::filesystem::path& path : removed) std::filesystem::remove_all(path, error);
  if (error) return failed(folder, "cannot be put in order", error);
  return shelf;
}

Result<Shelf::Names> Shelf::names() const {
  Names names;
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder_, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with(kRemoved) || engine::care::NewFolder::is_one(name) || !is_meant_for_one(at->path())) continue;
    (is_index_name(name) ? names.served : names.others).push_back(name);
  }
  if (error) return failed(folder_, "cannot be listed", error);
  std::ranges::sort(names.served);
  std::ranges::sort(names.others);
  return names;
}

Result<Shelf::Made> Shelf::make(const std::string& name, const engine::index::IndexSpec& spec,
                                ServedIndexes& served) const {
  const std::string path = path_of(name);
  std::error_code error;
  if (served.find(name) != nullptr || std::filesystem::exists(path, error)) return Made::kIsThere;
  if (served.size() >= kMostMade) return Made::kNoRoom;
  TEXTKIN_RETURN_IF_ERROR(engine::index::create(path, spec, {.threads = 1, .memory = each_.memory, .run_dir = {}}));
  HostedIndex::Options options = each_;
  options.folder = path;
  options.memory = each_.memory / kMostMade;
  TEXTKIN_ASSIGN_OR_RETURN(SharedIndex opened, HostedIndex::open(options));
  return served.add(name, std::move(opened)) ? Made::kMade : Made::kIsThere;
}

Result<std::string> Shelf::why_not(const std::string& name, const HostedIndex& index) const {
  std::error_code error;
  if (!is_there() || !std::filesystem::equivalent(index.folder(), path_of(name), error) ||
      std::filesystem::is_symlink(path_of(name), error))
    return std::string("this index is none of the folder of --indexes; stop the server and remove its folder yourself");
  if (const std::string part = stranger_in(path_of(name), error); !part.empty())
    return fmt::format("its folder holds {}, which is no part of an index; take that out first", part);
  if (error) return failed(path_of(name), "cannot be listed", error);
  return std::string();
}

Status Shelf::remove(const std::string& name, ServedIndexes& served) const {
  const SharedIndex taken = served.take(name);
  if (taken == nullptr) return Status(Code::kNotFound, "there is no index of this name");
  taken->end();
  const std::string gone = folder_ + "/" + std::string(kRemoved) + name;
  std::error_code error;
  std::filesystem::rename(path_of(name), gone, error);
  if (error) return failed(path_of(name), "cannot be removed", error);
  std::filesystem::remove_all(gone, error);
  if (error) return failed(gone, "cannot be removed", error);
  return {};
}

}  // namespace textkin::serve
