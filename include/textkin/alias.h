// Aliases: the words by which the literature knows what a catalogue has under a name of ours.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace textkin {

struct Alias {
  std::string_view word;  // lower case, with hyphens
  std::string_view name;  // of the catalogue
};

// The name that `word` stands for, or `word` itself; case, and whether spaces, underscores or hyphens divide words, do
// not count for an alias.
inline std::string unaliased(std::string_view word, std::span<const Alias> aliases) {
  std::string plain(word);
  for (char& byte : plain) {
    if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte - 'A' + 'a');
    if (byte == ' ' || byte == '_') byte = '-';
  }
  for (const Alias& alias : aliases)
    if (alias.word == plain) return std::string(alias.name);
  return std::string(word);
}

// The words that stand for `name`, with commas between; empty: none.
inline std::string aliases_of(std::string_view name, std::span<const Alias> aliases) {
  std::string words;
  for (const Alias& alias : aliases)
    if (alias.name == name) words.append(words.empty() ? "" : ", ").append(alias.word);
  return words;
}

}  // namespace textkin
