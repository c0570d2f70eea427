// Functions of the C library that change files: done, and told to the Recorder. They stand in the program, and so come
// before those of the C library for every library that is loaded.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "recorder.h"

#define TEXTKIN_VISIBLE __attribute__((visibility("default")))

namespace {

using textkin::crash::Inode;
using textkin::crash::Recorder;

Recorder& recorder() { return Recorder::instance(); }

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

// Paths as the recorder names them: without doubled slashes, and without one at the end.
std::string tidy(const char* path) {
  std::string out;
  for (; *path != '\0'; ++path)
    if (*path != '/' || out.empty() || out.back() != '/') out += *path;
  if (out.size() > 1 && out.back() == '/') out.pop_back();
  return out;
}

int open_as(const char* path, int flags, mode_t mode) {
  static const auto real = next<int (*)(const char*, int, ...)>("open");
  const std::string name = tidy(path);
  const auto held = recorder().lock();
  if (!recorder().watches(name.c_str())) return real(path, flags, mode);
  struct stat facts;
  const bool nameless = (flags & O_TMPFILE) == O_TMPFILE;
  const bool writes = (flags & O_ACCMODE) != O_RDONLY;
  const bool is_new = !nameless && (flags & O_CREAT) != 0 && ::stat(path, &facts) != 0;
  const bool cuts = !is_new && writes && (flags & O_TRUNC) != 0;
  if ((is_new || cuts || nameless) && recorder().refuses()) return -1;
  const int descriptor = real(path, flags, mode);
  if (descriptor < 0) return descriptor;
  if (nameless) {
    recorder().opened_nameless(descriptor);
  } else if (writes || (::fstat(descriptor, &facts) == 0 && S_ISDIR(facts.st_mode))) {
    recorder().opened(descriptor, name.c_str(), is_new);
    if (cuts) recorder().truncated(descriptor, 0);
  }
  return descriptor;
}

ssize_t written(int descriptor, ssize_t size, const void* bytes, off_t offset) {
  if (size > 0) recorder().wrote(descriptor, static_cast<std::uint64_t>(offset), bytes, static_cast<std::size_t>(size));
  return size;
}

int sync_as(const char* function, int descriptor) {
  const auto real = next<int (*)(int)>(function);
  const auto held = recorder().lock();
  if (!recorder().watches(descriptor)) return real(descriptor);
  if (recorder().refuses()) return -1;
  recorder().synced(descriptor);  // nobody waits for a disk that is only imagined
  return 0;
}

int remove_as(const char* function, const char* path) {
  const auto real = next<int (*)(const char*)>(function);
  const std::string name = tidy(path);
  const auto held = recorder().lock();
  if (!recorder().watches(name.c_str())) return real(path);
  if (recorder().refuses()) return -1;
  const int result = real(path);
  if (result == 0) recorder().unnamed(name.c_str());
  return result;
}

}  // namespace

extern "C" {

TEXTKIN_VISIBLE int open(const char* path, int flags, ...) {
  std::va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  return open_as(path, flags, mode);
}

TEXTKIN_VISIBLE int __open_2(const char* path, int flags) { return open_as(path, flags, 0); }

TEXTKIN_VISIBLE int close(int descriptor) {
  static const auto real = next<int (*)(int)>("close");
  const auto held = recorder().lock();
  recorder().closed(descriptor);
  return real(descriptor);
}

TEXTKIN_VISIBLE ssize_t write(int descriptor, const void* bytes, size_t size) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t)>("write");
  const auto held = recorder().lock();
  if (!recorder().watches(descriptor)) return real(descriptor, bytes, size);
  if (recorder().refuses()) return -1;
  const ssize_t done = real(descriptor, bytes, size);
  return written(descriptor, done, bytes, ::lseek(descriptor, 0, SEEK_CUR) - done);
}

TEXTKIN_VISIBLE ssize_t pwrite(int descriptor, const void* bytes, size_t size, off_t offset) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite");
  const auto held = recorder().lock();
  if (!recorder().watches(descriptor)) return real(descriptor, bytes, size, offset);
  if (recorder().refuses()) return -1;
  return written(descriptor, real(descriptor, bytes, size, offset), bytes, offset);
}

TEXTKIN_VISIBLE int ftruncate(int descriptor, off_t size) {
  static const auto real = next<int (*)(int, off_t)>("ftruncate");
  const auto held = recorder().lock();
  if (!recorder().watches(descriptor)) return real(descriptor, size);
  if (recorder().refuses()) return -1;
  const int result = real(descriptor, size);
  if (result == 0) recorder().truncated(descriptor, static_cast<std::uint64_t>(size));
  return result;
}

// Room that is set aside: the file system of the disk that is imagined has none to set aside.
TEXTKIN_VISIBLE int fallocate(int descriptor, int mode, off_t offset, off_t size) {
  static const auto real = next<int (*)(int, int, off_t, off_t)>("fallocate");
  const auto held = recorder().lock();
  if (!recorder().watches(descriptor)) return real(descriptor, mode, offset, size);
  errno = EOPNOTSUPP;
  return -1;
}

TEXTKIN_VISIBLE int fsync(int descriptor) { return sync_as("fsync", descriptor); }
TEXTKIN_VISIBLE int fdatasync(int descriptor) { return sync_as("fdatasync", descriptor); }
TEXTKIN_VISIBLE int unlink(const char* path) { return remove_as("unlink", path); }
TEXTKIN_VISIBLE int rmdir(const char* path) { return remove_as("rmdir", path); }
TEXTKIN_VISIBLE int remove(const char* path) { return remove_as("remove", path); }

TEXTKIN_VISIBLE int mkdir(const char* path, mode_t mode) {
  static const auto real = next<int (*)(const char*, mode_t)>("mkdir");
  const std::string name = tidy(path);
  const auto held = recorder().lock();
  if (!recorder().watches(name.c_str())) return real(path, mode);
  if (recorder().refuses()) return -1;
  const int result = real(path, mode);
  if (result == 0) recorder().named(name.c_str(), recorder().fresh(), true);
  return result;
}

TEXTKIN_VISIBLE int rename(const char* from, const char* to) {
  static const auto real = next<int (*)(const char*, const char*)>("rename");
  const auto held = recorder().lock();
  if (!recorder().watches(tidy(to).c_str())) return real(from, to);
  if (recorder().refuses()) return -1;
  const int result = real(from, to);
  if (result == 0) recorder().renamed(tidy(from).c_str(), tidy(to).c_str());
  return result;
}

TEXTKIN_VISIBLE int link(const char* from, const char* to) {
  static const auto real = next<int (*)(const char*, const char*)>("link");
  const auto held = recorder().lock();
  if (!recorder().watches(tidy(to).c_str())) return real(from, to);
  if (recorder().refuses()) return -1;
  const int result = real(from, to);
  if (result == 0) recorder().named(tidy(to).c_str(), recorder().inode_of(tidy(from)), false);
  return result;
}

TEXTKIN_VISIBLE int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
  static const auto real = next<int (*)(int, const char*, int, const char*, int)>("linkat");
  const auto held = recorder().lock();
  if (!recorder().watches(tidy(to).c_str())) return real(from_folder, from, to_folder, to, flags);
  if (recorder().refuses()) return -1;
  const int result = real(from_folder, from, to_folder, to, flags);
  constexpr const char* kEntries = "/proc/self/fd/";
  if (result == 0 && std::strncmp(from, kEntries, std::strlen(kEntries)) == 0)
    recorder().named(tidy(to).c_str(), recorder().inode_of(std::atoi(from + std::strlen(kEntries))), false);
  return result;
}

}  // extern "C"
