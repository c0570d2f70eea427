// Stores that an index could have had instead of RocksDB, behind one face: for bench_stores.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace textkin::bench {

using Rows = std::vector<std::pair<std::string, std::string>>;

// Errors are a false, or a -1.
class Store {
 public:
  virtual ~Store() = default;
  virtual bool open(const std::string& folder, bool create) = 0;
  virtual bool put(const Rows& rows) = 0;  // all or nothing, and on the disk
  virtual bool erase(const std::string& begin, const std::string& end) = 0;
  virtual int get(const std::string& key, std::string& value) = 0;  // 1: found
  virtual bool scan(const std::string& begin, const std::string& end, std::uint64_t& count) = 0;
  virtual void finish() = 0;
};

// By name; an empty function where the library was not there.
std::vector<std::pair<std::string, std::function<std::unique_ptr<Store>()>>> other_stores();

}  // namespace textkin::bench
