// Terminal: progress and messages on standard error.
//
// A moving line where standard error is a terminal (ten times a second at most), else one line every 30 seconds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "textkin/progress.h"

namespace textkin::cli {

class Terminal final : public Progress {
 public:
  explicit Terminal(bool quiet);
  ~Terminal() override;

  void update(std::string_view stage, std::uint64_t done, std::uint64_t total) override;
  void note(std::string_view line) override;
  void warn(std::string_view line) override;

 private:
  void clear();

  const bool quiet_;
  const bool moving_;
  double next_update_;
  bool line_shown_ = false;
};

// "textkin: LINE" on standard error; what a terminal would take for a command is escaped (engine/run/printable.h).
void message(std::string_view line);

}  // namespace textkin::cli
