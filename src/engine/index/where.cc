#include "engine/index/where.h"

#include <fmt/format.h>

#include <algorithm>

namespace textkin::engine::index {

Result<Where> Where::make(const WhereOptions& asked, const IndexSpec& spec) {
  Where made;
  for (const auto* typed : {&asked.where, &asked.where_not})
    for (const std::string& word : *typed) {
      const std::size_t equals = word.find('=');
      if (equals == 0 || equals == std::string::npos)
        return Status(Code::kInvalidArgument, fmt::format("{} is not FIELD=VALUE", word));
      const std::string name = word.substr(0, equals);
      const auto field = std::ranges::find(spec.fields, name);
      if (field == spec.fields.end())
        return Status(Code::kInvalidArgument,
                      spec.fields.empty()
                          ? fmt::format("the index keeps no field, so none is {}; `index create --field {}` makes one "
                                        "that does",
                                        name, name)
                          : fmt::format("the index keeps no field {}, only {}", name, fmt::join(spec.fields, ", ")));
      made.conditions_.push_back({.field = static_cast<std::size_t>(field - spec.fields.begin()),
                                  .value = word.substr(equals + 1),
                                  .equal = typed == &asked.where});
    }
  return made;
}

bool Where::holds(const archive::Entry& entry) const {
  return std::ranges::all_of(conditions_, [&](const Condition& condition) {
    const bool equal = condition.field < entry.fields.size() && entry.fields[condition.field] == condition.value;
    return equal == condition.equal;
  });
}

}  // namespace textkin::engine::index
