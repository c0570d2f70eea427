// ServedIndexes: the indexes of a server by their names, which come and go while it answers.
//
// Ownership: who has got one keeps it until he is done, also where it was taken away meanwhile. Threads: any number at
// once.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "serve/indexes/hosted_index.h"

namespace textkin::serve {

using SharedIndex = std::shared_ptr<HostedIndex>;

class ServedIndexes {
 public:
  // False where one has that name.
  bool add(const std::string& name, SharedIndex index);
  // Null: there is none.
  SharedIndex find(std::string_view name) const;
  // It is not found any more.
  SharedIndex take(const std::string& name);
  // By their names.
  std::vector<std::pair<std::string, SharedIndex>> all() const;
  std::size_t size() const;
  void clear();
  // One of that name is meant to be there, and could not be opened.
  void add_broken(const std::string& name);
  bool is_broken(std::string_view name) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, SharedIndex, std::less<>> indexes_;
  std::set<std::string, std::less<>> broken_;
};

}  // namespace textkin::serve
