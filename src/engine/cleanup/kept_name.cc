#include "engine/cleanup/kept_name.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/is_folder.h"
#include "engine/write/named_otherwise.h"
#include "input/sources/sources.h"

namespace textkin::engine::cleanup {

Status check_kept_name(const std::string& output, const input::InputSpec& spec) {
  if (output == "-" || output.ends_with('/') || base::is_folder(output)) return {};
  if (!write::names_format(output)) return {};
  const Result<input::SourceList> list = input::list_sources(spec);
  if (!list.ok()) return {};  // the run says why
  for (const input::Source& source : list->sources) {
    if (source.memory != nullptr) continue;  // the door's to write
    if (source.format->unit() == input::Unit::kFile) {
      if (!write::names_records(output)) continue;
      return Status(Code::kInvalidArgument,
                    fmt::format("-o {}: INPUT are files that are one document each, so the output is a list of their "
                                "ids, one a line; name it *.txt, or a folder (FOLDER/) for the files",
                                output));
    }
    if (!write::named_otherwise(output, source.format)) continue;
    return Status(Code::kInvalidArgument,
                  fmt::format("-o {}: the kept records stay as they stand in {}; name a file with that suffix", output,
                              source.name));
  }
  return {};
}

}  // namespace textkin::engine::cleanup
