// Words: the values of an option of a few, as people type them and as a run directory records them. One table beside
// the type; the command line, its help and the record take the words from there.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace textkin {

template <class Value>
struct Word {
  std::string_view word;
  Value value;
};

template <class Value, std::size_t kCount>
using Words = std::array<Word<Value>, kCount>;

// Of a value that stands in the table.
template <class Value, std::size_t kCount>
constexpr std::string_view word_of(const Words<Value, kCount>& words, Value value) {
  for (const Word<Value>& known : words)
    if (known.value == value) return known.word;
  return {};
}

template <class Value, std::size_t kCount>
constexpr std::optional<Value> value_of(const Words<Value, kCount>& words, std::string_view word) {
  for (const Word<Value>& known : words)
    if (known.word == word) return known.value;
  return std::nullopt;
}

}  // namespace textkin
