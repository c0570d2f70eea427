// StageClock: wall seconds a stage, in the order in which the stages first ran.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/machine.h"

namespace textkin::engine::run {

class StageClock {
 public:
  // Ends the stage that runs and begins the named one.
  void begin(std::string stage) {
    end();
    stage_ = std::move(stage);
    started_ = base::now();
  }

  void end() {
    if (stage_.empty()) return;
    const double spent = base::now() - started_;
    for (auto& [name, seconds] : seconds_) {
      if (name != stage_) continue;
      seconds += spent;
      stage_.clear();
      return;
    }
    seconds_.emplace_back(std::move(stage_), spent);
    stage_.clear();
  }

  const std::vector<std::pair<std::string, double>>& seconds() const { return seconds_; }

 private:
  std::string stage_;
  double started_ = 0;
  std::vector<std::pair<std::string, double>> seconds_;
};

}  // namespace textkin::engine::run
