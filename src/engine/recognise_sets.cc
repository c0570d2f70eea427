#include "engine/recognise_sets.h"

#include <string_view>

#include "base/packing.h"

namespace textkin::engine {
namespace {

bool is_sets(const std::string& argument) {
  std::string_view name = argument;
  name.remove_suffix(base::suffix_of(base::packing_of(argument)).size());
  return name.ends_with(".sets");
}

}  // namespace

Status recognise_sets(RunOptions& options) {
  if (options.input.read_as != input::ReadAs::kBySuffix || options.input.lines || options.input.records) return {};
  const std::string* sets = nullptr;
  const std::string* other = nullptr;
  for (const std::vector<std::string>* arguments : {&options.input.arguments, &options.against})
    for (const std::string& argument : *arguments) (is_sets(argument) ? sets : other) = &argument;
  if (sets == nullptr) return {};
  if (other != nullptr)
    return Status(Code::kInvalidArgument, *sets + " is read as sets and " + *other +
                                              " is not; say how to read all of them: --as sets, lines or document");
  options.input.read_as = input::ReadAs::kSets;
  return {};
}

}  // namespace textkin::engine
