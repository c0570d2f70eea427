// SourceList: the files that a list of arguments stands for, in input order.
#pragma once

#include <cstdint>
#include <vector>

#include "input/blocks/input_spec.h"
#include "input/blocks/source.h"
#include "textkin/status.h"

namespace textkin::input {

struct SourceList {
  std::vector<Source> sources;
  std::uint64_t skipped_hidden = 0;
  std::uint64_t skipped_links = 0;
};

// Expands directories (every regular file below, byte order of the path; hidden files and links below it are skipped
// and counted; a hidden directory counts once). With one argument that is a directory, names are paths relative to it;
// with several arguments, or for a file, they are the argument as written and what lies below it. An argument that does
// not exist is kNotFound; a directory that cannot be read is kIo; "-" twice, or a format that the catalogue does not
// know, is kInvalidArgument.
Result<SourceList> list_sources(const InputSpec& spec);

// A file NAME in `archive`, one of the list's sources; its bytes are yet to be given.
Source source_within(const InputSpec& spec, const Source& archive, const std::string& name);

}  // namespace textkin::input
