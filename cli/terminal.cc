#include "terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "engine/run/printable.h"

namespace textkin::cli {
namespace {

constexpr double kMovingInterval = 0.1;
constexpr double kPlainInterval = 30;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

bool is_moving_terminal() {
  const char* term = std::getenv("TERM");
  return isatty(STDERR_FILENO) != 0 && (term == nullptr || std::string_view(term) != "dumb");
}

}  // namespace

Terminal::Terminal(bool quiet)
    : quiet_(quiet),
      moving_(is_moving_terminal()),
      next_update_(now() + (moving_ ? kMovingInterval : kPlainInterval)) {}

Terminal::~Terminal() { clear(); }

void Terminal::clear() {
  if (line_shown_) std::fputs("\r\033[K", stderr);
  line_shown_ = false;
}

void Terminal::update(std::string_view stage, std::uint64_t done, std::uint64_t total) {
  if (quiet_ || now() < next_update_) return;
  next_update_ = now() + (moving_ ? kMovingInterval : kPlainInterval);
  const std::string share =
      total == 0 ? "" : fmt::format(" ({:.0f} %)", 100.0 * static_cast<double>(done) / static_cast<double>(total));
  const bool is_bytes = stage == "read" || stage == "compared";
  const std::string size = is_bytes ? fmt::format(" {:.0f} MB", 1e-6 * static_cast<double>(done)) : "";
  const std::string line = fmt::format("textkin: {}{}{}", stage, size, share);
  if (moving_) {
    clear();
    std::fputs(line.c_str(), stderr);
    line_shown_ = true;
  } else {
    std::fputs((line + "\n").c_str(), stderr);
  }
}

void Terminal::note(std::string_view line) {
  if (!quiet_) warn(line);
}

void Terminal::warn(std::string_view line) {
  clear();
  message(line);
}

void message(std::string_view line) {
  const std::string text = fmt::format("textkin: {}\n", engine::run::printable(line));
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace textkin::cli
