// Disk: what may lie on a disk after a power cut, when the acts of a Recorder were done up to some point. What was
// synced is there. Of the rest of a file nothing is there, all, its beginning with the last write torn, or any of its
// writes; of the names in a folder that were not synced the first ones, as many as chance has it.
//
// Stricter than the file systems that we know: the name of a new file is there for certain once its folder was synced,
// not the file. Threads: one.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "recorder.h"

namespace textkin::crash {

class Disk {
 public:
  void act(const Act& act);

  enum class Lost : std::uint8_t {
    kNothing,  // the process was killed, the system goes on
    kAll,      // whatever was not synced
    kAny,      // any of it
  };
  // Writes what was below the root into `folder`, which is there and empty.
  void write_to(const std::string& folder, Lost lost, std::mt19937_64& random) const;

 private:
  struct File {
    bool is_folder = false;
    std::string synced;
    std::vector<Act> waiting;  // writes and truncations
  };
  using Folder = std::map<std::string, Inode>;
  using Folders = std::map<Inode, Folder>;

  static void apply(const Act& act, std::string& content);
  static void apply(const Act& act, Folders& folders);
  static std::string content_of(const File& file, Lost lost, std::mt19937_64& random);
  struct Cut;  // what is left, while it is written
  void write_folder(const std::string& there, Inode folder, Cut& cut) const;
  Folders folders_left(Lost lost, std::mt19937_64& random) const;

  std::map<Inode, File> files_;
  Inode root_ = 0;
  Folders folders_;           // names that are synced
  std::vector<Act> waiting_;  // acts on names, in their order
};

}  // namespace textkin::crash
