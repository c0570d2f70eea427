#include "manual_page.h"

#include <fmt/format.h>

#include <string_view>

namespace textkin::cli {
namespace {

// A hyphen that is typed is \-; a line must not begin like a request.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool first = out.empty() || out.back() == '\n';
    if (first && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

std::string option_entry(const OptionWords& option) {
  std::string names;
  for (const std::string& name : option.names)
    names += fmt::format("{}\\fB{}\\fR", names.empty() ? "" : ", ", escaped(name));
  std::string value = option.value.empty() ? "" : fmt::format(" \\fI{}\\fR", escaped(option.value));
  if (!option.preset.empty()) value += fmt::format(" (default: {})", escaped(option.preset));
  return fmt::format(".TP\n{}{}\n{}\n", names, value, escaped(option.help));
}

// Lines that are indented are commands as they are typed.
std::string footer(std::string_view text) {
  std::string out;
  bool typed = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    const bool is_typed = line.rfind("  ", 0) == 0;
    if (is_typed != typed) out += is_typed ? ".PP\n.nf\n.RS\n" : ".RE\n.fi\n.PP\n";
    typed = is_typed;
    if (!line.empty()) out += escaped(is_typed ? line.substr(2) : line) + "\n";
  }
  return typed ? out + ".RE\n.fi\n" : out;
}

}  // namespace

std::string manual_page(const std::vector<CommandWords>& commands) {
  const CommandWords& program = commands.front();
  std::string out =
      fmt::format(".TH TEXTKIN 1 \"\" \"textkin {}\" \"User Commands\"\n.SH NAME\ntextkin \\- {}\n", TEXTKIN_VERSION,
                  "find alike texts and re\\-used passages, verify them, and take copies out");
  out += fmt::format(".SH SYNOPSIS\n.B textkin\n\\fICOMMAND\\fR [\\fIOPTIONS\\fR] ...\n.SH DESCRIPTION\n{}\n",
                     escaped(program.help));
  out += ".SH OPTIONS\n";
  for (const OptionWords& option : program.options) out += option_entry(option);
  out += ".SH COMMANDS\n";
  for (const CommandWords& command : commands) {
    if (command.words.empty()) continue;
    out += fmt::format(".SS textkin {}\n{}\n.PP\n\\fB{}\\fR\n", escaped(command.words), escaped(command.help),
                       escaped(command.usage));
    for (const OptionWords& option : command.options) out += option_entry(option);
  }
  return out + ".SH EXAMPLES\n" + footer(program.footer);
}

}  // namespace textkin::cli
