#include "recorder.h"

#include <cerrno>
#include <cstring>
#include <utility>

namespace textkin::crash {
namespace {

std::string name_in_folder(const std::string& path) { return path.substr(path.rfind('/') + 1); }

Act about(Act::Kind kind, Inode inode = 0, bool is_folder = false) {
  Act act{};
  act.kind = kind;
  act.inode = inode;
  act.is_folder = is_folder;
  return act;
}

}  // namespace

Recorder& Recorder::instance() {
  static Recorder& recorder = *new Recorder;  // there to the very end
  return recorder;
}

void Recorder::begin(const std::string& root) {
  const auto held = lock();
  root_ = root;
  acts_.clear();
  names_.clear();
  open_.clear();
  names_[root] = fresh();
  calls_ = refused_at_ = 0;
  tell(about(Act::kName, last_, true));
}

std::vector<Act> Recorder::end() {
  const auto held = lock();
  root_.clear();
  open_.clear();
  refused_at_ = 0;
  return std::exchange(acts_, {});
}

void Recorder::mark(std::uint64_t value) {
  const auto held = lock();
  Act act = about(Act::kMark);
  act.offset = value;
  tell(std::move(act));
}

void Recorder::refuse(std::uint64_t at, int error, bool from_then_on) {
  const auto held = lock();
  calls_ = 0;
  refused_at_ = at;
  error_ = error;
  from_then_on_ = from_then_on;
}

std::uint64_t Recorder::calls() {
  const auto held = lock();
  return calls_;
}

bool Recorder::watches(const char* path) const {
  return !root_.empty() && std::strncmp(path, root_.c_str(), root_.size()) == 0;
}

bool Recorder::refuses() {
  ++calls_;
  if (refused_at_ == 0 || calls_ < refused_at_ || (calls_ > refused_at_ && !from_then_on_)) return false;
  errno = error_;
  return true;
}

void Recorder::opened(int descriptor, const char* path, bool is_new) {
  if (is_new) named(path, fresh(), false);
  open_[descriptor] = inode_of(std::string(path));
}

void Recorder::wrote(int descriptor, std::uint64_t offset, const void* bytes, std::size_t size) {
  Act act = about(Act::kWrite, open_.at(descriptor));
  act.offset = offset;
  act.bytes.assign(static_cast<const char*>(bytes), size);
  tell(std::move(act));
}

void Recorder::truncated(int descriptor, std::uint64_t size) {
  Act act = about(Act::kTruncate, open_.at(descriptor));
  act.offset = size;
  tell(std::move(act));
}

void Recorder::synced(int descriptor) { tell(about(Act::kSync, open_.at(descriptor))); }

Inode Recorder::folder_of(const std::string& path) const { return inode_of(path.substr(0, path.rfind('/'))); }

void Recorder::named(const char* path, Inode inode, bool is_folder) {
  Act act = about(Act::kName, inode, is_folder);
  act.folder = folder_of(path);
  act.name = name_in_folder(path);
  names_[path] = inode;
  tell(std::move(act));
}

void Recorder::unnamed(const char* path) {
  Act act = about(Act::kUnname);
  act.folder = folder_of(path);
  act.name = name_in_folder(path);
  names_.erase(path);
  tell(std::move(act));
}

// A folder takes what is in it along.
void Recorder::renamed(const char* from, const char* to) {
  Act act = about(Act::kRename, inode_of(std::string(from)));
  act.old_folder = folder_of(from);
  act.old_name = name_in_folder(from);
  act.folder = folder_of(to);
  act.name = name_in_folder(to);
  std::map<std::string, Inode> moved;
  const std::string below = std::string(from) + "/";
  for (auto at = names_.begin(); at != names_.end();) {
    const bool moves = at->first == from || at->first.starts_with(below);
    if (moves) moved[to + at->first.substr(std::strlen(from))] = at->second;
    at = moves ? names_.erase(at) : std::next(at);
  }
  for (const auto& [path, inode] : moved) names_[path] = inode;
  tell(std::move(act));
}

Inode Recorder::inode_of(int descriptor) const {
  const auto at = open_.find(descriptor);
  return at == open_.end() ? 0 : at->second;
}

Inode Recorder::inode_of(const std::string& path) const {
  const auto at = names_.find(path);
  return at == names_.end() ? 0 : at->second;
}

}  // namespace textkin::crash
