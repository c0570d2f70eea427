// TextOutput: an answer that is one piece of text: to a file, or to the run's answer in memory.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/output_file.h"
#include "engine/run/options.h"
#include "textkin/status.h"

namespace textkin::engine::write {

class TextOutput {
 public:
  // Opens the file at once: a folder that is missing is known before any work.
  static Result<TextOutput> open(const run::RunOptions& options, const std::string& path);

  // All of it; the file then appears under its name.
  Status give(std::string_view text);

 private:
  TextOutput() = default;
  MemoryResult* answer_ = nullptr;
  std::unique_ptr<base::OutputFile> file_;
};

}  // namespace textkin::engine::write
