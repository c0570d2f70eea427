// read_parts: files of a ZIP archive by their names, in memory; what .docx and .odt are made of.
//
// Nothing is written anywhere, whatever the names in the archive are. A part that unpacks to more than limits.unpacked
// bytes is refused, whatever size the archive declares. Cost: that of unpacking the wanted parts.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "extract/extracted.h"

namespace textkin::extract {

// Of `names`, those that the archive holds, each by its first occurrence. kBadInput where it is no ZIP archive,
// where it is damaged before all are found, or encrypted. `kind` is what the file should be, for messages: "docx".
Result<std::map<std::string, std::string>> read_parts(std::string_view archive, const std::vector<std::string>& names,
                                                      std::string_view kind, const Limits& limits);

}  // namespace textkin::extract
