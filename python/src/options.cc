#include "options.h"

#include <nanobind/stl/string.h>

#include <CLI/CLI.hpp>
#include <string>

#include "cli/commands.h"

namespace nb = nanobind;

namespace textkin::python {
namespace {

nb::list options_of(const CLI::App& command) {
  nb::list found;
  for (const CLI::Option* option : command.get_options()) {
    const bool shown = !option->get_group().empty();  // some commands have words only to refuse them with a reason
    if (option->get_positional() || option->get_lnames().empty() || !shown) continue;
    const bool takes_value = option->get_items_expected_max() > 0;
    found.append(nb::make_tuple(option->get_lnames().front(), takes_value ? option->get_type_name() : std::string(),
                                option->get_default_str(), option->get_description()));
  }
  return found;
}

void add_below(const CLI::App& app, const std::string& words, nb::dict& found) {
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    const std::string name = words + command->get_name();
    found[nb::cast(name)] = options_of(*command);
    add_below(*command, name + " ", found);
  }
}

}  // namespace

nb::dict options() {
  CLI::App app("", "textkin");
  const cli::Commands commands(app, {});
  nb::dict found;
  add_below(app, "", found);
  return found;
}

}  // namespace textkin::python
