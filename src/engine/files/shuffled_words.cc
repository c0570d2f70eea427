#include "engine/files/shuffled_words.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "hash/mix.h"

namespace textkin::engine::files {
namespace {

std::vector<std::string_view> words_of(std::string_view text) {
  constexpr std::string_view kBetweenWords = " \t\r\n\f\v";
  std::vector<std::string_view> words;
  for (std::size_t at = text.find_first_not_of(kBetweenWords); at != std::string_view::npos;
       at = text.find_first_not_of(kBetweenWords, at)) {
    const std::size_t end = std::min(text.find_first_of(kBetweenWords, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

}  // namespace

std::string shuffled_words(std::string_view text, std::uint32_t copies, std::uint64_t seed) {
  const std::vector<std::string_view> words = words_of(text);
  std::string out;
  for (std::uint32_t copy = 0; copy < copies; ++copy) {
    std::vector<std::string_view> order = words;
    const std::uint64_t stream = hash::stream_word(hash::mix64(seed), copy);
    for (std::size_t left = order.size(); left > 1; --left) {
      const auto drawn = static_cast<unsigned __int128>(hash::stream_word(stream, left)) * left >> 64;
      std::swap(order[left - 1], order[static_cast<std::size_t>(drawn)]);
    }
    for (std::size_t i = 0; i < order.size(); ++i) out.append(i == 0 ? "" : " ").append(order[i]);
    out += '\n';
  }
  return out;
}

}  // namespace textkin::engine::files
