// record_files: which files of a list hold records though their names do not say so. Private to this room.
#pragma once

#include <cstddef>
#include <string_view>

#include "input/blocks/input_spec.h"
#include "input/sources/source_list.h"
#include "textkin/status.h"

namespace textkin::input {

// Of the sources from `first` on, those whose first bytes are JSON records (first_bytes.h) with the text field become
// sources of records, and are named in told_by_bytes; --as, --lines and --records are obeyed instead. What is called
// .json and holds lines of JSON objects without that field is no text either: its records are refused by the line; of
// other shapes, and named as an argument, it is kBadInput, and so is one object with several arrays of objects where
// one of them has a field of that name, and JSON in UTF-16. Cost: opening each file that is not records by its name.
Status find_records(const InputSpec& spec, std::size_t first, SourceList& list);

// A pipe cannot be looked into before it is read: who reads one that is to be one text, though neither its name nor
// --as says so, asks here. kBadInput with what to do where its first bytes are records, packed, or a table. `ended`:
// they are all.
Status check_stream(const InputSpec& spec, const Source& source, std::string_view bytes, bool ended);

}  // namespace textkin::input
