// A library to be loaded before the program (LD_PRELOAD): makes the operating system refuse at a chosen point.
//
//   TEXTKIN_FAULT=space:BYTES   no space is left on the disk once so many bytes were written to files
//   TEXTKIN_FAULT=full:PATH     no space is left as long as that file is there
//   TEXTKIN_FAULT=fsync:N       the N-th fsync or fdatasync (counted from 1) and all later ones fail
//   TEXTKIN_FAULT=rename:N      the same of rename, and of linkat, which names a file that had no name
//   TEXTKIN_FAULT=thread:N      no thread can be had for the N-th and all later ones
//   TEXTKIN_FAULT=nameless:0    the file system has no files without names
//   TEXTKIN_FAULT=kill:N        the process is killed at the N-th of all those calls
//   TEXTKIN_WITHOUT=NAME        no library whose name begins so can be loaded (dlopen)
// With TEXTKIN_FAULT_COUNT=FILE the number of calls is written to FILE at the end, for a test that wants to try each.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

struct Fault {
  enum { kNone, kSpace, kFull, kFsync, kRename, kThread, kNameless, kKill } kind = kNone;
  long long at = 0;
  const char* path = nullptr;

  Fault() {
    const char* wanted = std::getenv("TEXTKIN_FAULT");
    if (wanted == nullptr) return;
    const char* colon = std::strchr(wanted, ':');
    if (colon == nullptr) return;
    path = colon + 1;
    at = std::atoll(path);
    const auto is = [&](const char* name) { return std::strncmp(wanted, name, std::strlen(name)) == 0; };
    kind = is("space")      ? kSpace
           : is("full")     ? kFull
           : is("fsync")    ? kFsync
           : is("rename")   ? kRename
           : is("thread")   ? kThread
           : is("nameless") ? kNameless
           : is("kill")     ? kKill
                            : kNone;
  }
};

std::atomic<long long> calls{0};
std::atomic<long long> fsyncs{0};
std::atomic<long long> renames{0};
std::atomic<long long> threads{0};
std::atomic<long long> bytes{0};

const Fault& fault() {
  static const Fault fault;
  return fault;
}

struct Count {
  ~Count() {
    const char* name = std::getenv("TEXTKIN_FAULT_COUNT");
    if (name == nullptr) return;
    if (std::FILE* file = std::fopen(name, "w")) {
      std::fprintf(file, "{\"calls\": %lld, \"fsyncs\": %lld, \"renames\": %lld, \"threads\": %lld, \"bytes\": %lld}\n",
                   calls.load(), fsyncs.load(), renames.load(), threads.load(), bytes.load());
      std::fclose(file);
    }
  }
} count;

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

void call() {
  if (++calls == fault().at && fault().kind == Fault::kKill) raise(SIGKILL);
}

bool is_file(int descriptor) {
  struct stat facts;
  return fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode);
}

// Whether there is room for `size` more bytes in files.
bool has_room(int descriptor, size_t size) {
  if (!is_file(descriptor)) return true;
  call();
  const long long now = bytes += static_cast<long long>(size);
  const bool full = fault().kind == Fault::kFull && access(fault().path, F_OK) == 0;
  if (!full && (fault().kind != Fault::kSpace || now <= fault().at)) return true;
  errno = ENOSPC;
  return false;
}

bool may_rename() {
  call();
  if (++renames < fault().at || fault().kind != Fault::kRename) return true;
  errno = EIO;
  return false;
}

}  // namespace

extern "C" {

ssize_t write(int descriptor, const void* buffer, size_t size) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t)>("write");
  return has_room(descriptor, size) ? real(descriptor, buffer, size) : -1;
}

ssize_t pwrite(int descriptor, const void* buffer, size_t size, off_t offset) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite");
  return has_room(descriptor, size) ? real(descriptor, buffer, size, offset) : -1;
}

ssize_t pwrite64(int descriptor, const void* buffer, size_t size, off64_t offset) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t, off64_t)>("pwrite64");
  return has_room(descriptor, size) ? real(descriptor, buffer, size, offset) : -1;
}

int fsync(int descriptor) {
  static const auto real = next<int (*)(int)>("fsync");
  call();
  if (++fsyncs >= fault().at && fault().kind == Fault::kFsync) {
    errno = EIO;
    return -1;
  }
  return real(descriptor);
}

// How RocksDB syncs its log.
int fdatasync(int descriptor) {
  static const auto real = next<int (*)(int)>("fdatasync");
  call();
  if (++fsyncs >= fault().at && fault().kind == Fault::kFsync) {
    errno = EIO;
    return -1;
  }
  return real(descriptor);
}

int pthread_create(pthread_t* made, const pthread_attr_t* how, void* (*run)(void*), void* with) {
  static const auto real = next<int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
  const bool has = ++threads < fault().at || fault().kind != Fault::kThread;
  return has ? real(made, how, run, with) : EAGAIN;
}

void* dlopen(const char* name, int flags) {
  static const auto real = next<void* (*)(const char*, int)>("dlopen");
  static const char* const without = std::getenv("TEXTKIN_WITHOUT");
  if (without != nullptr && name != nullptr && std::strncmp(name, without, std::strlen(without)) == 0) return nullptr;
  return real(name, flags);
}

int rename(const char* from, const char* to) {
  static const auto real = next<int (*)(const char*, const char*)>("rename");
  return may_rename() ? real(from, to) : -1;
}

int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
  static const auto real = next<int (*)(int, const char*, int, const char*, int)>("linkat");
  return may_rename() ? real(from_folder, from, to_folder, to, flags) : -1;
}

int open(const char* path, int flags, ...) {
  static const auto real = next<int (*)(const char*, int, ...)>("open");
  std::va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  if ((flags & O_TMPFILE) == O_TMPFILE && fault().kind == Fault::kNameless) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return real(path, flags, mode);
}

}  // extern "C"
