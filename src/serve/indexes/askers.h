// Askers: who asks an open index again and again, one for each question that is on its way.
//
// Threads: any number at once. Memory: as many as there were questions at once.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/index/open_archive.h"
#include "engine/index_ask/quick_questions.h"
#include "textkin/status.h"

namespace textkin::serve {

class Askers {
 public:
  using Asker = engine::index_ask::QuickQuestions;

  // One that nobody else has, of that state of the index.
  Result<std::unique_ptr<Asker>> take(const engine::index::OpenArchive& archive, const std::string& name);
  void clear();  // nobody is to ask that state any more
  // For others to take, while the index is in that state.
  void give_back(const engine::index::OpenArchive& archive, std::unique_ptr<Asker> asker);

 private:
  std::mutex mutex_;
  engine::index::OpenArchive archive_;  // of those that are free
  std::vector<std::unique_ptr<Asker>> free_;
};

}  // namespace textkin::serve
