// How numbers and strings stand in keys and values of the vault. Keys: big-endian, so that they ascend as the numbers
// do. Values: little-endian, strings behind their length.
//
// TakenBytes trusts nothing: what is not there is 0 or empty, and ok() is false from then on. Threads: no state shared.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace textkin::archive {

static_assert(std::endian::native == std::endian::little, "values are written and read without swapping bytes");

// `letter`, then the number.
inline std::string numbered_key(char letter, std::uint32_t number) {
  std::string key(5, letter);
  for (int i = 0; i < 4; ++i) key[static_cast<std::size_t>(i) + 1] = static_cast<char>(number >> (24 - 8 * i));
  return key;
}
inline std::uint32_t number_of_key(std::string_view key) {
  std::uint32_t number = 0;
  for (const char byte : key.substr(1)) number = number << 8 | static_cast<unsigned char>(byte);
  return number;
}
inline std::string named_key(char letter, std::string_view name) {
  std::string key(1, letter);
  key += name;
  return key;
}
// Behind all keys of that letter.
inline std::string end_of_keys(char letter) { return std::string(1, static_cast<char>(letter + 1)); }

template <class Number>
void put_number(Number number, std::string& out) {
  out.append(reinterpret_cast<const char*>(&number), sizeof number);
}
inline void put_string(std::string_view text, std::string& out) {
  put_number(static_cast<std::uint32_t>(text.size()), out);
  out += text;
}

class TakenBytes {
 public:
  explicit TakenBytes(std::string_view bytes) : bytes_(bytes) {}

  template <class Number>
  Number number() {
    Number value{};
    const std::string_view part = take(sizeof value);
    if (ok_) part.copy(reinterpret_cast<char*>(&value), sizeof value);
    return value;
  }
  std::string_view string() { return take(number<std::uint32_t>()); }

  bool ok() const { return ok_; }
  bool at_end() const { return ok_ && bytes_.empty(); }

 private:
  std::string_view take(std::size_t size) {
    if (!ok_ || size > bytes_.size()) {
      ok_ = false;
      return {};
    }
    const std::string_view part = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return part;
  }

  std::string_view bytes_;
  bool ok_ = true;
};

}  // namespace textkin::archive
