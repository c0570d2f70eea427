// QuickJson: the first, fastest reader of JSON objects, for what nearly all lines are. Private to JsonRecord.
//
// Promise: takes a line only if it is a valid object (RFC 8259, UTF-8), and then gives the same fields as the other
// readers. What it leaves to them: broken lines, wanted keys that repeat, escapes in top-level keys, halves of
// surrogate pairs, nesting beyond 64, wanted numbers that are not short integers, and every line where
// base::simd_enabled() is false: they are its twins. A text without escapes is not copied. Cost: about 0.05 ns a byte
// of text, 20 ns a field. Threads: one each.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "input/json/json_field.h"

namespace textkin::input {

class QuickJson {
 public:
  // How far behind the line is read; it does not matter what stands there.
  static constexpr std::size_t kPadding = 64;

  // Fills fields[i] with the value of the top-level key names[i], of which names[1] is that of ids. False: ask another
  // reader, the fields may hold anything. Views live until the next call, and not longer than `line`. Texts without
  // their escapes go to `room`, which has kPadding bytes more than the line; null: to room of its own.
  bool read(std::string_view line, std::span<const std::string> names, std::span<JsonField> fields,
            char* room = nullptr);

  // Bytes of the room that texts of the line that was taken stand in.
  std::size_t room_used() const { return room_used_; }

  // Ends the views. Frees memory that only a huge line needs.
  void forget();

  // Whether all of the line that was taken, and all that its escapes mean, is ASCII.
  bool is_ascii() const { return is_ascii_; }

 private:
  std::unique_ptr<char[]> room_;  // of texts without their escapes
  std::size_t room_size_ = 0;
  std::size_t room_used_ = 0;
  bool is_ascii_ = false;
};

}  // namespace textkin::input
