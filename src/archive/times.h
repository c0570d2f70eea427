// Times of adding: rows of the vault, each for the documents from one number on, so that one row is enough for all that
// came in one second.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "textkin/document.h"

namespace textkin::archive {

using Seconds = std::int64_t;  // since 1970, UTC

inline Seconds now() { return std::chrono::system_clock::now().time_since_epoch() / std::chrono::seconds(1); }

class TimesOfAdding {
 public:
  // In the order of the numbers.
  void add(DocId first, Seconds time) { rows_.emplace_back(first, time); }

  // Nothing for a document that was added by a version that kept no times.
  std::optional<Seconds> of(DocId number) const {
    const auto behind = std::ranges::upper_bound(rows_, number, {}, &std::pair<DocId, Seconds>::first);
    if (behind == rows_.begin()) return std::nullopt;
    return std::prev(behind)->second;
  }

 private:
  std::vector<std::pair<DocId, Seconds>> rows_;
};

}  // namespace textkin::archive
