// textkin score: passages that were found against those that are there.
#pragma once

#include <string>

#include "textkin/status.h"

namespace textkin::engine::commands {

struct ScoreOptions {
  std::string truth;  // a folder of PAN's XML, or a file that `passages` wrote
  std::string found;
  std::string output = "-";
  bool json = false;
};

// Writes plagdet, recall, precision and granularity, macro and micro.
Status score(const ScoreOptions& options);

}  // namespace textkin::engine::commands
