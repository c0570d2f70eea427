// list_sources: the files that a list of arguments stands for, in input order.
#pragma once

#include <string>

#include "input/blocks/input_spec.h"
#include "input/blocks/source.h"
#include "input/sources/source_list.h"
#include "textkin/status.h"

namespace textkin::input {

// Expands directories (every regular file below, byte order of the path; hidden files and links below it are skipped
// and counted; a hidden directory counts once; what a job or a hub leaves beside files of records, as _SUCCESS or
// README.md, is left out and named). A file whose name says nothing is looked into: JSON records are records under any
// name. With one argument that is a directory, names are paths relative to it;
// with several arguments, or for a file, they are the argument as written and what lies below it. An argument that does
// not exist is kNotFound; a directory that cannot be read is kIo; "-" twice, or a format that the catalogue does not
// know, is kInvalidArgument.
Result<SourceList> list_sources(const InputSpec& spec);

// A file NAME in `archive`, one of the list's sources; its bytes are yet to be given.
Source source_within(const InputSpec& spec, const Source& archive, const std::string& name);

}  // namespace textkin::input
