// ArrayInObject: {"data": [{...}, ...], "total": 2} -> the values of its arrays of objects. Private to this room.
//
// APIs and data hubs wrap records so. What comes out are values one behind the other, as ValueLines takes them; the
// object around them, and arrays that begin with anything else than an object, go. Whoever reads may say that there
// must be one such array. Nothing else is judged: who reads the records does. Threads: one each. Memory: a key, and
// what add() appends. Cost: some 1 ns a byte.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "textkin/status.h"

namespace textkin::input {

class ArrayInObject {
 public:
  // Appends to `out` what of `bytes`, which follow those of before, stands in such arrays.
  void add(std::string_view bytes, std::string& out);

  // Keys of the arrays of objects that were met, as they are written there; the first few.
  const std::vector<std::string>& keys() const { return keys_; }
  bool ended() const { return ended_; }           // the object is closed
  bool more_follows() const { return follows_; }  // something stands behind it

 private:
  std::size_t take_string(std::string_view bytes, std::string& out);
  void take(char c, std::string& out);

  std::vector<std::string> keys_;
  std::string string_;  // the last one of the object itself
  std::string key_;     // the last one that a colon followed
  std::uint64_t depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
  bool opened_ = false;   // an array of the object itself, of which nothing was seen yet
  bool passing_ = false;  // what is read goes out
  bool ended_ = false;
  bool follows_ = false;
};

// kBadInput: `file` is an object with arrays of objects under all of `keys`, and nobody said which of them is meant.
Status many_arrays(const std::string& file, const std::vector<std::string>& keys);

}  // namespace textkin::input
