#include "base/leftovers.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdint>
#include <filesystem>
#include <system_error>

#include "base/io_error.h"

namespace textkin::base {
namespace {

constexpr std::string_view kTemporary = ".textkin-";
constexpr std::size_t kLetters = 6;  // as many as mkstemp's

std::string random_letters() {
  static std::atomic<std::uint64_t> counter{0};
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  std::uint64_t bits = static_cast<std::uint64_t>(now) + static_cast<std::uint64_t>(::getpid()) * 0x9E3779B97F4A7C15u +
                       counter.fetch_add(1) * 0xD1B54A32D192ED03u;
  bits = (bits ^ (bits >> 32)) * 0xD6E8FEB86659FD93u;
  std::string letters;
  for (std::size_t i = 0; i < kLetters; ++i, bits /= 36) letters += "abcdefghijklmnopqrstuvwxyz0123456789"[bits % 36];
  return letters;
}

// All of it but the letters. Cut, because it must not be longer than names may be.
std::string stem_of(std::string_view name) {
  return "." + std::string(name.substr(0, NAME_MAX - 20)) + std::string(kTemporary);
}

bool is_temporary(std::string_view name) {
  const std::size_t tail = kTemporary.size() + kLetters;
  return name.starts_with('.') && name.size() > tail + 1 &&
         name.substr(name.size() - tail, kTemporary.size()) == kTemporary;
}

void remove_unless_held(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return;
  struct stat status;
  const bool own = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid();
  if (own && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str());
  ::close(descriptor);
}

}  // namespace

std::string temporary_name(std::string_view name) { return stem_of(name) + random_letters(); }

bool hold_temporary(int descriptor) {
  // Where there are no locks nobody else gets this one either.
  ::flock(descriptor, LOCK_EX | LOCK_NB);
  struct stat status;
  return ::fstat(descriptor, &status) != 0 || status.st_nlink > 0;
}

Leftovers Leftovers::in(const std::string& folder) {
  Leftovers found;
  found.folder_ = folder.empty() ? "." : folder;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(found.folder_, error), end; !error && entry != end;
       entry.increment(error)) {
    std::string name = entry->path().filename().string();
    if (is_temporary(name)) found.names_.push_back(std::move(name));
  }
  return found;
}

void Leftovers::remove_of(std::string_view name) const {
  const std::string stem = stem_of(name);
  for (const std::string& left : names_)
    if (left.size() == stem.size() + kLetters && left.starts_with(stem)) remove_unless_held(folder_ + "/" + left);
}

Status remove_leftovers(const std::string& folder) {
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (!is_temporary(entry->path().filename().string())) continue;
    if (!entry->is_regular_file(error) || error) continue;
    if (::unlink(entry->path().c_str()) != 0 && errno != ENOENT)
      return io_error(entry->path().string(), "cannot be removed", errno);
  }
  return error ? io_error(folder, "cannot be listed", error.value()) : Status();
}

}  // namespace textkin::base
