// Place: where a path leads: which file, folder or stream stands there, or would.
//
// Two paths are one place where they lead to the same device and inode, links followed; where nothing stands yet, where
// the nearest folder that exists is the same and the names below it are. Nothing is opened. What cannot be looked at
// counts as missing: who opens it says why. Cost: a system call or two a folder of the path.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace textkin::engine::write {

class Place {
 public:
  enum class Kind { kMissing, kFile, kFolder, kStream };  // a stream: a pipe, a terminal, a device

  static Place of(const std::string& path);
  // Of what a descriptor is: standard input or output, which may be a file.
  static Place of_descriptor(int descriptor);
  // Of what has that name in this folder. A system call, more for a link.
  Place child(const std::string& name) const;
  // key() of a file that exists, by one system call; empty where there is none.
  static std::string key_of_file(const std::string& path);

  Kind kind() const { return kind_; }
  bool discards() const { return discards_; }  // /dev/null, /dev/full
  // The same for paths of one place, and for no others.
  const std::string& key() const { return way_.back().key; }
  bool is(const Place& other) const { return key() == other.key(); }
  // Below that folder, at any depth.
  bool lies_in(const Place& folder) const;
  // Below that folder, and no name on the way begins with a dot: whoever lists the folder sees it.
  bool is_seen_in(const Place& folder) const;
  // The nearest folder around it in which a file of that name stands; empty: there is none.
  std::string folder_with(const std::string& file) const;

 private:
  struct Step {
    std::string key;
    std::string name;
  };
  explicit Place(std::string path) : path_(std::move(path)) {}
  void go_to(const std::string& name);

  std::string path_;       // without links; of a stream empty
  std::vector<Step> way_;  // from the root to this; of a stream itself alone
  Kind kind_ = Kind::kMissing;
  bool discards_ = false;
};

}  // namespace textkin::engine::write
