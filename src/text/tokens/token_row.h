// TokenRow: tokens as they are spelled, one behind the other in one string, with what stands between them.
//
// A run of them is a view, without a copy. Memory: the bytes, and 8 for each token. Threads: none shared.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace textkin::text {

class TokenRow {
 public:
  // `between` outlives it.
  explicit TokenRow(std::string_view between) : between_(between) {}

  void append(std::string_view token) {
    if (!begins_.empty()) bytes_ += between_;
    begins_.push_back(bytes_.size());
    bytes_ += token;
  }
  // Room for all that a text of `bytes` with so many tokens can be, so that nothing is moved as it grows.
  void reserve(std::size_t bytes, std::size_t tokens) {
    bytes_.reserve(bytes + tokens * between_.size());
    begins_.reserve(tokens);
  }
  void clear() {
    bytes_.clear();
    begins_.clear();
  }

  std::string_view between() const { return between_; }
  std::size_t size() const { return begins_.size(); }
  std::string_view operator[](std::size_t i) const { return run(i, 1); }
  // Tokens [first, first + count), count at least 1, as they stand.
  std::string_view run(std::size_t first, std::size_t count) const {
    const std::size_t behind = first + count;
    const std::size_t end = behind < size() ? begins_[behind] - between_.size() : bytes_.size();
    return std::string_view(bytes_).substr(begins_[first], end - begins_[first]);
  }

  std::size_t bytes() const { return bytes_.size(); }

 private:
  std::string_view between_;
  std::string bytes_;
  std::vector<std::size_t> begins_;  // of each token
};

}  // namespace textkin::text
