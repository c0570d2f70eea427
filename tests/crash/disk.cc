#include "disk.h"

#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <utility>

namespace textkin::crash {

void Disk::apply(const Act& act, std::string& content) {
  if (act.kind == Act::kTruncate) return content.resize(act.offset);
  if (content.size() < act.offset + act.bytes.size()) content.resize(act.offset + act.bytes.size());
  content.replace(act.offset, act.bytes.size(), act.bytes);
}

void Disk::apply(const Act& act, Folders& folders) {
  if (act.kind == Act::kRename) folders[act.old_folder].erase(act.old_name);
  if (act.kind == Act::kUnname)
    folders[act.folder].erase(act.name);
  else
    folders[act.folder][act.name] = act.inode;
}

void Disk::act(const Act& act) {
  switch (act.kind) {
    case Act::kMark:
      return;
    case Act::kWrite:
    case Act::kTruncate:
      files_[act.inode].waiting.push_back(act);
      return;
    case Act::kName:
      files_[act.inode].is_folder = act.is_folder;
      if (root_ == 0) {
        root_ = act.inode;
        return;
      }
      [[fallthrough]];
    case Act::kUnname:
    case Act::kRename:
      waiting_.push_back(act);
      return;
    case Act::kSync:
      break;
  }
  File& file = files_[act.inode];
  for (const Act& waiting : file.waiting) apply(waiting, file.synced);
  file.waiting.clear();
  // A rename waits for the folder of the new name.
  for (const Act& waiting : waiting_)
    if (waiting.folder == act.inode) apply(waiting, folders_);
  std::erase_if(waiting_, [&](const Act& waiting) { return waiting.folder == act.inode; });
}

std::string Disk::content_of(const File& file, Lost lost, std::mt19937_64& random) {
  std::string content = file.synced;
  if (lost == Lost::kAll || file.waiting.empty()) return content;
  const auto way = lost == Lost::kNothing ? 1 : random() % 4;
  if (way == 0) return content;
  const std::size_t whole = way == 1 ? file.waiting.size() : random() % (file.waiting.size() + 1);
  for (std::size_t i = 0; i < file.waiting.size(); ++i) {
    const Act& waiting = file.waiting[i];
    if (way == 3) {  // any of them
      if (random() % 2 == 0) apply(waiting, content);
    } else if (i < whole) {
      apply(waiting, content);
    } else if (i == whole && waiting.kind == Act::kWrite) {
      Act torn = waiting;
      torn.bytes.resize(random() % (torn.bytes.size() + 1));
      apply(torn, content);
    }
  }
  return content;
}

Disk::Folders Disk::folders_left(Lost lost, std::mt19937_64& random) const {
  Folders folders = folders_;
  if (lost == Lost::kAll) return folders;
  std::map<Inode, std::size_t> left;
  for (const Act& waiting : waiting_) ++left[waiting.folder];
  if (lost == Lost::kAny)
    for (auto& [folder, count] : left) count = random() % (count + 1);
  for (const Act& waiting : waiting_)
    if (left[waiting.folder] > 0) {
      --left[waiting.folder];
      apply(waiting, folders);
    }
  return folders;
}

struct Disk::Cut {
  Lost lost;
  std::mt19937_64& random;
  Folders folders;
  std::map<Inode, std::string> contents;  // one for all names of a file
};

void Disk::write_folder(const std::string& there, Inode folder, Cut& cut) const {
  for (const auto& [name, inode] : cut.folders[folder]) {
    const File& file = files_.at(inode);
    const std::string path = there + "/" + name;
    if (file.is_folder) {
      ::mkdir(path.c_str(), 0700);
      write_folder(path, inode, cut);
      continue;
    }
    if (!cut.contents.contains(inode)) cut.contents[inode] = content_of(file, cut.lost, cut.random);
    const std::string& content = cut.contents[inode];
    std::ofstream(path, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
  }
}

void Disk::write_to(const std::string& folder, Lost lost, std::mt19937_64& random) const {
  Cut cut{.lost = lost, .random = random, .folders = folders_left(lost, random), .contents = {}};
  write_folder(folder, root_, cut);
}

}  // namespace textkin::crash
