#include "input/sources/sources.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <span>
#include <utility>

#include "base/io_error.h"
#include "input/formats/catalog.h"
#include "input/formats/fasta.h"
#include "input/formats/jsonl.h"
#include "input/formats/lines.h"
#include "input/formats/rows.h"
#include "input/formats/whole_file.h"
#include "input/sources/beside_records.h"
#include "input/sources/record_files.h"

namespace textkin::input {
namespace {

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};

// A file below a directory argument.
struct Found {
  std::string relative;
  std::uint64_t size;
  std::int64_t modified_ns;
};

std::int64_t modified_ns(const struct stat& status) {
  return status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec;
}

std::string join(const std::string& directory, const std::string& name) {
  return directory.ends_with('/') ? directory + name : directory + "/" + name;
}

// Where --as says nothing: by the suffix; what has none that is known holds what --lines or --records say. Standard
// input has no name, and is JSONL where they say nothing.
const Format& format_of(const InputSpec& spec, std::string_view path) {
  if (spec.read_as != kBySuffix) return find_format(spec.read_as)->format();
  const bool is_stream = path == "-";
  const Format* const by_suffix = is_stream ? nullptr : format_by_suffix(path);
  if (by_suffix != nullptr) return *by_suffix;
  if (spec.records) return fasta_format();
  if (spec.lines) return lines_format();
  return is_stream ? jsonl_format() : whole_file_format();
}

Source make_source(const InputSpec& spec, std::string path, std::string name, std::string relative, bool regular,
                   std::uint64_t size, std::int64_t modified) {
  Source source;
  source.format = &format_of(spec, path);
  source.compression = base::packing_of(path);
  source.seekable = regular && size > 0 && source.compression == Compression::kNone;
  source.size = size;
  source.modified_ns = modified;
  source.path = std::move(path);
  source.name = std::move(name);
  source.relative = std::move(relative);
  return source;
}

// The regular files below `root`, unsorted.
Status walk(const std::string& root, SourceList& list, std::vector<Found>& found) {
  std::vector<std::string> pending{""};  // directories, relative to the root, each with a slash behind it
  while (!pending.empty()) {
    const std::string below = std::move(pending.back());
    pending.pop_back();
    const std::string directory = below.empty() ? root : join(root, below);
    const std::unique_ptr<DIR, CloseDirectory> handle(::opendir(directory.c_str()));
    const int folder = handle == nullptr ? -1 : ::dirfd(handle.get());
    if (folder < 0) return Status(Code::kIo, base::io_error(directory, "cannot be read", errno).message());
    while (true) {
      errno = 0;
      const dirent* entry = ::readdir(handle.get());
      if (entry == nullptr) break;
      const std::string name = entry->d_name;
      if (name == "." || name == "..") continue;
      if (name.front() == '.') {
        list.hidden.add(below + name);
        continue;
      }
      struct stat status;
      if (::fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno == ENOENT) continue;  // gone since it was listed
        return base::io_error(join(directory, name), "cannot be examined", errno);
      }
      if (S_ISLNK(status.st_mode)) {
        list.links.add(below + name);
      } else if (S_ISDIR(status.st_mode)) {
        pending.push_back(below + name + "/");
      } else if (S_ISREG(status.st_mode)) {
        found.push_back({below + name, static_cast<std::uint64_t>(status.st_size), modified_ns(status)});
      } else {
        list.special.add(below + name);
      }
    }
    if (errno != 0) return base::io_error(directory, "cannot be read", errno);
  }
  return {};
}

// The folder of an index holds no texts, and that none of its files is alike to anything would be said of the index.
Status check_no_index(const InputSpec& spec, const std::string& argument, const std::string& folder) {
  struct stat status;
  if (spec.read_as != kBySuffix || ::stat(join(folder, "truth/CURRENT").c_str(), &status) != 0) return {};
  return Status(
      Code::kInvalidArgument,
      fmt::format("{0} is an index, which is asked: `textkin index query {0} NEW` tells what of NEW is there; "
                  "`textkin index export {0} -o FILE` writes its documents",
                  argument));
}

// `folder`: where the argument lies.
Status add_directory(const InputSpec& spec, const std::string& argument, const std::string& folder, SourceList& list) {
  TEXTKIN_RETURN_IF_ERROR(check_no_index(spec, argument, folder));
  std::vector<Found> found;
  TEXTKIN_RETURN_IF_ERROR(walk(folder, list, found));
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.relative < b.relative; });
  for (Found& file : found) {
    std::string path = join(folder, file.relative);
    std::string name = spec.arguments.size() == 1 ? file.relative : join(argument, file.relative);
    list.sources.push_back(make_source(spec, std::move(path), std::move(name), std::move(file.relative), true,
                                       file.size, file.modified_ns));
  }
  return {};
}

Status add_given(const InputSpec& spec, const std::string& name, const std::string& path, SourceList& list) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0) return base::io_error(name, "cannot be opened", errno);
  if (S_ISDIR(status.st_mode)) return add_directory(spec, name, path, list);
  list.sources.push_back(
      make_source(spec, path, name, name, true, static_cast<std::uint64_t>(status.st_size), modified_ns(status)));
  list.sources.back().is_argument = true;
  return {};
}

Status add_argument(const InputSpec& spec, const std::string& argument, SourceList& list) {
  if (const auto given = spec.paths.find(argument); given != spec.paths.end())
    return add_given(spec, argument, given->second, list);
  if (argument == "-") {
    list.sources.push_back(make_source(spec, "-", "-", "-", false, 0, 0));
    list.sources.back().stream = true;
    return {};
  }
  if (const auto held = spec.memory.find(argument); held != spec.memory.end()) {
    list.sources.push_back(source_of_rows(argument, held->second));
    return {};
  }
  if (argument.empty()) return Status(Code::kInvalidArgument, "an input has an empty name; name a file or a directory");
  struct stat status;
  if (::stat(argument.c_str(), &status) != 0) return base::io_error(argument, "cannot be opened", errno);
  if (S_ISDIR(status.st_mode)) return add_directory(spec, argument, argument, list);
  const bool regular = S_ISREG(status.st_mode);
  list.sources.push_back(make_source(spec, argument, argument, argument.substr(argument.rfind('/') + 1), regular,
                                     regular ? static_cast<std::uint64_t>(status.st_size) : 0, modified_ns(status)));
  list.sources.back().is_argument = true;
  list.sources.back().stream = !regular;
  return {};
}

}  // namespace

Source source_within(const InputSpec& spec, const Source& archive, const std::string& name) {
  Source source =
      make_source(spec, join(archive.path, name), join(archive.name, name), join(archive.relative, name), false, 0, 0);
  source.argument = archive.argument;
  source.of_other_side = archive.of_other_side;
  // Of an archive that was named itself, what is below it; else it is a folder among others.
  source.below = archive.is_argument ? archive.relative.size() + 1 : 0;
  return source;
}

Result<SourceList> list_sources(const InputSpec& spec) {
  if (spec.read_as != kBySuffix && find_format(spec.read_as) == nullptr)
    return Status(Code::kInvalidArgument, fmt::format("--as {}: there is no such format of input", spec.read_as));
  if (std::count(spec.arguments.begin(), spec.arguments.end(), "-") > 1)
    return Status(Code::kInvalidArgument,
                  "- (standard input) stands twice among the inputs, but can be read only once");
  SourceList list;
  for (std::size_t i = 0; i < spec.arguments.size(); ++i) {
    const std::size_t first = list.sources.size();
    TEXTKIN_RETURN_IF_ERROR(add_argument(spec, spec.arguments[i], list));
    TEXTKIN_RETURN_IF_ERROR(find_records(spec, first, list));
    if (spec.read_as == kBySuffix) leave_out_beside_records(first, list);
    for (Source& source : std::span(list.sources).subspan(first)) source.argument = static_cast<std::uint32_t>(i);
  }
  return list;
}

}  // namespace textkin::input
