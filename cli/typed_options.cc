#include "typed_options.h"

#include <fmt/format.h>

namespace textkin::cli {

bool is_typed(const CLI::App& command, const std::string& option) {
  const CLI::Option* found = command.get_option_no_throw(option);
  return found != nullptr && found->count() > 0;
}

namespace {

Status no_use(std::string_view option, std::string_view where) {
  return Status(Code::kInvalidArgument, fmt::format("{} has no use {}; leave it out", option, where));
}

}  // namespace

Status refuse_typed(const CLI::App& command, std::initializer_list<const char*> options, std::string_view where) {
  for (const char* const option : options)
    if (is_typed(command, option)) return no_use(option, where);
  return {};
}

Status refuse_typed_group(const CLI::App& command, std::string_view group, std::string_view where) {
  for (const CLI::Option* const option : command.get_options())
    if (option->get_group() == group && option->count() > 0) return no_use("--" + option->get_lnames().front(), where);
  return {};
}

}  // namespace textkin::cli
