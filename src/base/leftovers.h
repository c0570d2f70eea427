// Leftovers: the temporary files that killed runs have left in a folder, and how those of this run are told from them.
//
// A file on its way to the name NAME is called ".NAME.textkin-" and six letters, where the file system cannot do
// without a name. Who writes it holds its lock (flock); so a file that can be locked is nobody's. Where locks are not
// to be had, nothing is removed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "textkin/status.h"

namespace textkin::base {

// A name for a file on its way to `name`, which no other run and no other file of this run takes.
std::string temporary_name(std::string_view name);

// Takes the lock of a temporary file that was just made; false where somebody has removed it meanwhile.
bool hold_temporary(int descriptor);

class Leftovers {
 public:
  // Those of `folder`, which is listed once. None where it cannot be.
  static Leftovers in(const std::string& folder);

  // Removes those of a file `name` that nobody holds and that belong to this user. What cannot be removed stays.
  void remove_of(std::string_view name) const;

 private:
  std::string folder_;
  std::vector<std::string> names_;
};

// Removes all in `folder`, held or not. Only where no other run writes to it.
Status remove_leftovers(const std::string& folder);

}  // namespace textkin::base
