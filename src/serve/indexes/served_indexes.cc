#include "serve/indexes/served_indexes.h"

namespace textkin::serve {

// NOLINTNEXTLINE(performance-unnecessary-value-param): it is moved
bool ServedIndexes::add(const std::string& name, SharedIndex index) {
  const std::lock_guard lock(mutex_);
  return indexes_.try_emplace(name, std::move(index)).second;
}

SharedIndex ServedIndexes::find(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const auto found = indexes_.find(name);
  return found == indexes_.end() ? nullptr : found->second;
}

SharedIndex ServedIndexes::take(const std::string& name) {
  const std::lock_guard lock(mutex_);
  const auto found = indexes_.find(name);
  if (found == indexes_.end()) return nullptr;
  SharedIndex taken = std::move(found->second);
  indexes_.erase(found);
  return taken;
}

std::vector<std::pair<std::string, SharedIndex>> ServedIndexes::all() const {
  const std::lock_guard lock(mutex_);
  return {indexes_.begin(), indexes_.end()};
}

std::size_t ServedIndexes::size() const {
  const std::lock_guard lock(mutex_);
  return indexes_.size();
}

void ServedIndexes::add_broken(const std::string& name) {
  const std::lock_guard lock(mutex_);
  broken_.insert(name);
}

bool ServedIndexes::is_broken(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  return broken_.contains(name);
}

void ServedIndexes::clear() {
  std::map<std::string, SharedIndex, std::less<>> all;  // they end behind the lock
  {
    const std::lock_guard lock(mutex_);
    all.swap(indexes_);
  }
}

}  // namespace textkin::serve
