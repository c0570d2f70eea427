#include "input/blocks/text_storage.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace textkin::input {

void TextStorage::begin(std::size_t chunk_bytes) {
  chunk_bytes_ = std::max<std::size_t>(chunk_bytes, 4096);
  next_ = nullptr;
  left_ = 0;
}

char* TextStorage::room(std::size_t size, Chunks& chunks) {
  if (size > left_) {
    left_ = std::max(size, chunk_bytes_);
    chunks.push_back(std::make_unique_for_overwrite<char[]>(left_));
    next_ = chunks.back().get();
  }
  return next_;
}

void TextStorage::took(std::size_t size) {
  next_ += size;
  left_ -= size;
}

char* TextStorage::take(std::size_t size, Chunks& chunks) {
  char* const taken = room(size, chunks);
  took(size);
  return taken;
}

std::string_view TextStorage::keep(std::string_view text, Chunks& chunks) {
  if (text.empty()) return {};
  char* const copy = take(text.size(), chunks);
  std::memcpy(copy, text.data(), text.size());
  return {copy, text.size()};
}

std::string_view TextStorage::keep_place(std::string_view file, std::uint64_t line, Chunks& chunks) {
  std::array<char, 24> digits;
  digits[0] = ':';
  const char* const end = std::to_chars(digits.data() + 1, digits.data() + digits.size(), line).ptr;
  const auto tail = static_cast<std::size_t>(end - digits.data());
  char* const copy = take(file.size() + tail, chunks);
  std::memcpy(copy, file.data(), file.size());
  std::memcpy(copy + file.size(), digits.data(), tail);
  return {copy, file.size() + tail};
}

}  // namespace textkin::input
