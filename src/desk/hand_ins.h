// HandIns: the files of a form, as a folder that the engine reads as it reads any other: Word, PDF, ZIP and all.
//
// Ownership: the folder is for this user alone and goes with this. Threads: one. Memory: none of the files.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "desk/form.h"
#include "engine/run/run_directory.h"
#include "textkin/status.h"

namespace textkin::desk {

class HandIns {
 public:
  // A part `file` is what was handed in, called by its path in the folder of the person who sent it; a part `template`
  // is what everybody was given. kBadInput for other parts, for a name that could lie elsewhere, is hidden or stands
  // twice, and where nothing was handed in.
  static Result<HandIns> make(std::span<const FormPart> parts);

  const std::string& folder() const { return folder_; }
  // By their names, where each lies.
  const std::map<std::string, std::string>& templates() const { return templates_; }
  // A file beside them, yet to be written.
  std::string file(const std::string& name) const { return scratch_->file(name); }

 private:
  std::unique_ptr<engine::run::RunDirectory> scratch_;
  std::string folder_;
  std::map<std::string, std::string> templates_;
};

}  // namespace textkin::desk
