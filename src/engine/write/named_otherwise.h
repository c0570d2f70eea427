// named_otherwise: whether the name of an output says another format than it holds.
#pragma once

#include <string>

#include "input/formats/format.h"

namespace textkin::engine::write {

// Whether `output`, a file, ends as files of a format do that is not `format`: whoever reads it would believe that.
bool named_otherwise(const std::string& output, const input::Format* format);

// Whether it says a format at all.
bool names_format(const std::string& output);

// Whether it says one that is no list of lines: that of a table (Parquet, Arrow IPC), of records, of a page.
bool names_records(const std::string& output);

}  // namespace textkin::engine::write
