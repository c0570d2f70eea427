// TextStorage: keeps copies of texts and ids in the large pieces of memory of a ParsedBlock, so that a document costs
// no allocation. Private to RecordParser. Threads: one each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace textkin::input {

class TextStorage {
 public:
  using Chunks = std::vector<std::unique_ptr<char[]>>;

  // Forgets the chunks so far. The next are of about `chunk_bytes`.
  void begin(std::size_t chunk_bytes);

  // A copy of `text` in the last of `chunks`, or in a new one.
  std::string_view keep(std::string_view text, Chunks& chunks);

  // Room for `size` bytes where the next copy will go. What took() is told of them stays; else it is given out again.
  char* room(std::size_t size, Chunks& chunks);
  void took(std::size_t size);

  // "FILE:LINE", the id of a record that has none.
  std::string_view keep_place(std::string_view file, std::uint64_t line, Chunks& chunks);

 private:
  char* take(std::size_t size, Chunks& chunks);

  std::size_t chunk_bytes_ = 0;
  char* next_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace textkin::input
