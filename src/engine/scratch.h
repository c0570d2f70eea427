// Scratch: the run directory. A named one is made if it is missing and stays; without a name a fresh folder is made
// under TMPDIR (or /tmp) and removed with all that lies in it.
#pragma once

#include <memory>
#include <string>

#include "textkin/status.h"

namespace textkin::engine {

class Scratch {
 public:
  static Result<std::unique_ptr<Scratch>> open(const std::string& run_dir);
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::string& path() const { return path_; }

 private:
  Scratch(std::string path, bool remove) : path_(std::move(path)), remove_(remove) {}
  std::string path_;
  bool remove_;
};

}  // namespace textkin::engine
