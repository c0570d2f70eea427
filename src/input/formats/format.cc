#include "input/formats/format.h"

#include <string.h>

#include <fmt/format.h>

#include "base/utf8.h"

namespace textkin::input {

void append_without(std::string_view text, std::span<const CharacterSpan> cuts, std::string& out) {
  std::uint32_t character = 0;
  std::size_t at = 0;
  const auto pass = [&](std::uint32_t to) {
    const std::size_t begin = at;
    for (; character < to && at < text.size(); ++character)
      for (++at; at < text.size() && base::continues_character(text[at]);) ++at;
    return text.substr(begin, at - begin);
  };
  for (const CharacterSpan& cut : cuts) {
    out += pass(cut.begin);
    pass(cut.end);
  }
  out += text.substr(at);
}

Status FormatParser::append_cut(const Source& source, std::string_view, std::span<const CharacterSpan>, std::string&) {
  return Status(Code::kInvalidArgument,
                fmt::format("{}: its records cannot be written without parts of their texts", source.name));
}

std::size_t Format::place_of_new_field(std::string_view) const { return std::string_view::npos; }

std::size_t Format::behind_last_record(std::string_view bytes) const {
  const void* const newline = ::memrchr(bytes.data(), '\n', bytes.size());
  return newline == nullptr ? 0 : static_cast<std::size_t>(static_cast<const char*>(newline) - bytes.data()) + 1;
}

RecordEnd Format::find_record_end(std::string_view bytes, char) const {
  const std::size_t newline = bytes.find('\n');
  return newline == std::string_view::npos ? RecordEnd() : RecordEnd{newline, newline + 1};
}

}  // namespace textkin::input
