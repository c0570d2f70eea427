#include "completions.h"

#include <fmt/format.h>

#include <algorithm>

namespace textkin::cli {
namespace {

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  return fmt::format("{}", fmt::join(words, between));
}

// In single quotes of bash, zsh and (where `fish`) fish.
std::string in_quotes(std::string_view text, bool fish = false) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'')
      out += fish ? "\\'" : "'\\''";
    else if (fish && c == '\\')
      out += "\\\\";
    else
      out += c;
  }
  return out + "'";
}

// Every pair of a command and a word that leads to a command below it, as a shell's patterns: " index", "index add".
std::string ways_down(const std::vector<CommandWords>& commands) {
  std::vector<std::string> ways;
  for (const CommandWords& command : commands)
    for (const std::string& word : command.below) ways.push_back(fmt::format("'{} {}'", command.words, word));
  return joined(ways, "|");
}

// What bash completes the value of an option by: words, paths, both, or nothing that we know.
std::string bash_value(const OptionWords& option) {
  std::string out = option.choices.empty() ? "" : fmt::format("values='{}'", joined(option.choices, " "));
  if (option.is_path) out += out.empty() ? "paths=yes" : " paths=yes";
  return out.empty() ? "return" : out;
}

std::string options_of(const CommandWords& command) {
  std::vector<std::string> names;
  for (const OptionWords& option : command.options)
    if (option.named) names.insert(names.end(), option.names.begin(), option.names.end());
  return joined(names, " ");
}

bool takes_paths(const CommandWords& command) {
  return std::any_of(command.options.begin(), command.options.end(),
                     [](const OptionWords& option) { return !option.named && option.is_path; });
}

// bash gives the words of the line and the number of the one under the cursor; "=" is a word of its own.
std::string bash(const std::vector<CommandWords>& commands) {
  std::string out =
      R"(# Completions of textkin for bash: /usr/share/bash-completion/completions/textkin, or `source` this file.
_textkin() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command='' values='' paths='' word
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$command $word" in )" +
      ways_down(commands) + R"() command=${command:+$command }$word ;; esac
  done
  if [ "$current" = = ]; then current=''
  elif [ "$before" = = ] && [ "$COMP_CWORD" -ge 2 ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi
  COMPREPLY=()
  case "$command $before" in
)";
  for (const CommandWords& command : commands)
    for (const OptionWords& option : command.options) {
      if (!option.named || option.value.empty()) continue;
      std::vector<std::string> patterns;
      for (const std::string& name : option.names) patterns.push_back(fmt::format("'{} {}'", command.words, name));
      out += fmt::format("    {}) {} ;;\n", joined(patterns, "|"), bash_value(option));
    }
  out += "    *) case \"$command\" in\n";
  for (const CommandWords& command : commands)
    out += fmt::format("      '{}') case \"$current\" in -*) values='{}' ;; *) values='{}'; paths={} ;; esac ;;\n",
                       command.words, options_of(command), joined(command.below, " "),
                       takes_paths(command) ? "yes" : "''");
  return out + R"(    esac ;;
  esac
  if [ -n "$values" ]; then mapfile -t COMPREPLY < <(compgen -W "$values" -- "$current"); fi
  if [ -n "$paths" ]; then
    compopt -o filenames
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
  fi
}
complete -F _textkin textkin
)";
}

// What _arguments takes for one option: '(-t --threshold)'{-t,--threshold}'[least similarity]:T:_files'.
std::string zsh_option(const OptionWords& option) {
  std::string help;
  for (const char c : option.help) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') help += '\\';
    help += c;
  }
  const std::string action = option.is_path            ? "_files"
                             : !option.choices.empty() ? fmt::format("({})", joined(option.choices, " "))
                                                       : " ";
  std::string word = option.named ? option.value : option.names.front();
  std::replace(word.begin(), word.end(), ':', ' ');
  if (!option.named) return in_quotes(fmt::format("*:{}:{}", word, action));
  const std::string described = fmt::format("[{}]{}", help, word.empty() ? "" : fmt::format(":{}:{}", word, action));
  std::string out;
  for (const std::string& name : option.names)
    out +=
        fmt::format("{}{}", out.empty() ? "" : " ",
                    in_quotes(fmt::format("*{}{}", name + (word.empty() || name.size() == 2 ? "" : "="), described)));
  return out;
}

std::string zsh(const std::vector<CommandWords>& commands) {
  std::string out =
      "#compdef textkin\n# Completions of textkin for zsh: a file _textkin in a folder of $fpath.\n"
      "_textkin() {\n  local command='' word\n  local -i at=2\n"
      "  while (( at < CURRENT )); do\n    word=${words[at]}\n    case \"$command $word\" in " +
      ways_down(commands) +
      ") command=${command:+$command }$word ;; *) break ;; esac\n    (( at++ ))\n  done\n"
      "  words=(textkin \"${(@)words[at,-1]}\")\n  (( CURRENT -= at - 2 ))\n  case \"$command\" in\n";
  for (const CommandWords& command : commands) {
    out += fmt::format("    '{}')\n", command.words);
    if (!command.below.empty()) {
      out += "      if (( CURRENT == 2 )) && [[ ${words[2]} != -* ]]; then\n        local -a below=(";
      for (const CommandWords& one : commands) {
        const std::string start = command.words.empty() ? "" : command.words + " ";
        if (one.words.empty() || one.words == command.words || one.words.rfind(start, 0) != 0) continue;
        const std::string word = one.words.substr(start.size());
        if (word.find(' ') == std::string::npos) out += in_quotes(fmt::format("{}:{}", word, one.help)) + " ";
      }
      out += ")\n        _describe command below\n        return\n      fi\n";
    }
    out += "      _arguments";
    std::string free;  // one for all arguments without a name: their number is the command's affair
    for (const OptionWords& option : command.options) {
      if (option.named)
        out += " \\\n        " + zsh_option(option);
      else if (free.empty() || option.is_path)
        free = zsh_option(option);
    }
    if (!free.empty()) out += " \\\n        " + free;
    out += " ;;\n";
  }
  return out + "  esac\n}\n_textkin \"$@\"\n";
}

std::string fish(const std::vector<CommandWords>& commands) {
  std::string out = R"(# Completions of textkin for fish: ~/.config/fish/completions/textkin.fish.
function __textkin_command
    set -l command ''
    for word in (commandline -opc)[2..-1]
        switch "$command $word"
            case )";
  std::string ways = ways_down(commands);
  std::replace(ways.begin(), ways.end(), '|', ' ');
  out += ways + R"(
                set command (string trim -- "$command $word")
        end
    end
    test "$command" = "$argv[1]"
end
complete -c textkin -f
)";
  for (const CommandWords& command : commands) {
    const std::string where = fmt::format("complete -c textkin -n \"__textkin_command '{}'\"", command.words);
    const std::string start = command.words.empty() ? "" : command.words + " ";
    for (const CommandWords& one : commands)
      if (!one.words.empty() && one.words != command.words && one.words.rfind(start, 0) == 0 &&
          one.words.find(' ', start.size()) == std::string::npos)
        out += fmt::format("{} -a {} -d {}\n", where, one.words.substr(start.size()), in_quotes(one.help, true));
    if (takes_paths(command)) out += where + " -F\n";
    for (const OptionWords& option : command.options) {
      if (!option.named) continue;
      out += where;
      for (const std::string& name : option.names)
        out += name[1] == '-' ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!option.value.empty()) out += option.is_path ? " -r -F" : " -x";
      if (!option.choices.empty()) out += " -a " + in_quotes(joined(option.choices, " "), true);
      out += " -d " + in_quotes(option.help, true) + "\n";
    }
  }
  return out;
}

}  // namespace

const std::vector<std::string>& shells() {
  static const std::vector<std::string> known = {"bash", "zsh", "fish"};
  return known;
}

std::string completions(std::string_view shell, const std::vector<CommandWords>& commands) {
  return shell == "bash" ? bash(commands) : shell == "zsh" ? zsh(commands) : fish(commands);
}

}  // namespace textkin::cli
