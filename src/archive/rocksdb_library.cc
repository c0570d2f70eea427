#include "archive/rocksdb_library.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <rocksdb/version.h>

namespace textkin::archive {
namespace {

// Its C interface stays as it is from version to version: functions come, and these do not go.
constexpr int kOldest = 6;
constexpr int kNewest = 12;
constexpr int kMostMinor = 15;

void* load(const std::string& name) { return ::dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL); }

// The version that this was compiled with; else the newest that is there, under the names that Debian and Ubuntu give
// it (librocksdb.so.9.10), and others (librocksdb.so.9, librocksdb.so).
void* load_any() {
  if (void* const handle = load(fmt::format("librocksdb.so.{}.{}", ROCKSDB_MAJOR, ROCKSDB_MINOR))) return handle;
  for (int major = kNewest; major >= kOldest; --major) {
    for (int minor = kMostMinor; minor >= 0; --minor)
      if (void* const handle = load(fmt::format("librocksdb.so.{}.{}", major, minor))) return handle;
    if (void* const handle = load(fmt::format("librocksdb.so.{}", major))) return handle;
  }
  return load("librocksdb.so");
}

}  // namespace

const RocksDb& rocksdb() {
  static const RocksDb loaded = [] {
    RocksDb library;
    void* const handle = load_any();
    if (handle == nullptr) {
      library.missing = "an index is kept in RocksDB, which is not installed; `apt install librocksdb-dev` installs it";
      return library;
    }
#define TEXTKIN_LOADED(name)                                                                  \
  library.name = reinterpret_cast<decltype(library.name)>(::dlsym(handle, "rocksdb_" #name)); \
  if (library.name == nullptr)                                                                \
    library.missing = "the RocksDB that is installed lacks rocksdb_" #name "; install version 7.8 or a later one";
    TEXTKIN_ROCKSDB(TEXTKIN_LOADED)
    return library;
  }();
  return loaded;
}

}  // namespace textkin::archive
