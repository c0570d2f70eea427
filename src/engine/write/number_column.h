// NumberColumn: numbers of an answer, one behind the other: in memory, or in a file without a name.
//
// Threads: one at a time until finish(), then any.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/free_room.h"
#include "base/scratch_file.h"
#include "textkin/status.h"

namespace textkin::engine::write {

template <class T>
class NumberColumn {
 public:
  void push_back(T value) { held_.push_back(value); }

  // Moves what is held to a file in `directory`, which need not be there any more when the numbers are read.
  Status spill(const std::string& directory) {
    if (file_ == nullptr) file_ = std::make_unique<base::ScratchFile>(directory);
    const Result<base::ScratchFile::Extent> extent =
        file_->append({reinterpret_cast<const char*>(held_.data()), held_.size() * sizeof(T)});
    held_.clear();
    return extent.status();
  }

  // No more numbers come.
  Status finish() {
    if (file_ == nullptr) return {};
    TEXTKIN_RETURN_IF_ERROR(spill({}));
    base::free_room(held_);
    TEXTKIN_ASSIGN_OR_RETURN(mapped_, file_->map());
    return {};
  }

  // After finish(), all of them.
  std::span<const T> view() const {
    if (mapped_ == nullptr) return held_;
    return {reinterpret_cast<const T*>(mapped_->bytes().data()), mapped_->bytes().size() / sizeof(T)};
  }

  // Gives back the memory of what was looked at in the file.
  void forget() const {
    if (mapped_ != nullptr) mapped_->forget();
  }

 private:
  std::vector<T> held_;
  std::unique_ptr<base::ScratchFile> file_;
  std::unique_ptr<const base::MappedBytes> mapped_;
};

}  // namespace textkin::engine::write
