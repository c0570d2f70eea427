#include "input/json/cut_string.h"

#include "input/json/written_json.h"

namespace textkin::input {

std::uint32_t count_written_characters(std::string_view written) {
  std::uint32_t count = 0;
  for (std::size_t at = 0; at < written.size(); ++count) at += written_size(written, at);
  return count;
}

void append_cut_string(std::string_view written, std::span<const CharacterSpan> cuts, std::string& out) {
  std::uint32_t character = 0;
  std::size_t at = 0;
  const auto pass = [&](std::uint32_t to) {
    const std::size_t begin = at;
    for (; character < to && at < written.size(); ++character) at += written_size(written, at);
    return written.substr(begin, at - begin);
  };
  for (const CharacterSpan& cut : cuts) {
    out += pass(cut.begin);
    pass(cut.end);
  }
  out += written.substr(at);
}

}  // namespace textkin::input
