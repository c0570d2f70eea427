#include "serve/indexes/askers.h"

#include <utility>

namespace textkin::serve {

Result<std::unique_ptr<Askers::Asker>> Askers::take(const engine::index::OpenArchive& archive,
                                                    const std::string& name) {
  std::vector<std::unique_ptr<Asker>> of_before;  // end behind the lock
  {
    const std::lock_guard lock(mutex_);
    if (archive_ != archive) {
      of_before.swap(free_);
      archive_ = archive;
    }
    if (!free_.empty()) {
      std::unique_ptr<Asker> taken = std::move(free_.back());
      free_.pop_back();
      return taken;
    }
  }
  return Asker::open(archive, name);
}

void Askers::clear() {
  std::vector<std::unique_ptr<Asker>> of_before;  // end behind the lock
  engine::index::OpenArchive archive;
  const std::lock_guard lock(mutex_);
  of_before.swap(free_);
  archive_.swap(archive);
}

void Askers::give_back(const engine::index::OpenArchive& archive, std::unique_ptr<Asker> asker) {
  const std::lock_guard lock(mutex_);
  if (archive_ == archive) free_.push_back(std::move(asker));
}

}  // namespace textkin::serve
