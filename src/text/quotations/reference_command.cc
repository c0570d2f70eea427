#include "text/quotations/reference_command.h"

#include <algorithm>

namespace textkin::text {
namespace {

struct Command {
  std::u32string_view name;
  bool given;  // something in braces, behind a star and what stands in brackets
};

// That whose backslash is the first character of `text`.
Command command_at(std::u32string_view text) {
  std::size_t end = 1;
  while (end < text.size() && ((text[end] >= 'a' && text[end] <= 'z') || (text[end] >= 'A' && text[end] <= 'Z'))) ++end;
  Command command{.name = text.substr(1, end - 1), .given = false};
  if (text.substr(end).starts_with('*')) ++end;
  while (text.substr(end).starts_with('[')) {
    end = text.find(']', end);
    if (end == text.npos) return command;
    ++end;
  }
  command.given = text.substr(end).starts_with('{') && !text.substr(end).starts_with(U"{}");
  return command;
}

}  // namespace

bool cites_by_command(std::u32string_view text) {
  for (std::size_t at = text.find('\\'); at != text.npos; at = text.find('\\', at + 1)) {
    const Command command = command_at(text.substr(at));
    if (command.given && command.name.find(U"cite") != command.name.npos && command.name != U"nocite") return true;
  }
  return false;
}

bool begins_with_note_command(std::u32string_view text) {
  const std::size_t at = std::min(text.find_first_not_of(U" ~.,;:)}"), text.size());
  if (!text.substr(at).starts_with('\\')) return false;
  const Command command = command_at(text.substr(at));
  return command.name == U"footnotemark" || (command.given && command.name == U"footnote");
}

}  // namespace textkin::text
