#include "engine/write/in_place.h"

#include <fmt/format.h>

#include "engine/write/place.h"

namespace textkin::engine::write {

Status check_in_place(const std::string& output, const read::Collection& collection) {
  if (collection.problems == 0 || output == "-") return {};
  const Place place = Place::of(output);
  if (place.kind() != Place::Kind::kFile) return {};
  for (const input::Source& source : collection.list.sources) {
    if (source.memory != nullptr || source.path == "-" || Place::key_of_file(source.path) != place.key()) continue;
    const bool one = collection.problems == 1;
    return Status(Code::kInvalidArgument,
                  fmt::format("-o {} would replace the input, and {} in it that could not be used would be lost; name "
                              "another file (--problems FILE.jsonl lists what to mend)",
                              output, one ? "1 document" : fmt::format("{} documents", collection.problems)));
  }
  return {};
}

}  // namespace textkin::engine::write
