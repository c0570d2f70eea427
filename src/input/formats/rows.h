// Rows: documents that are in memory already (textkin/memory_source.h). A row's text is not copied. A row without an id
// is called by its number, counted from 0.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "input/formats/format.h"
#include "textkin/memory_source.h"

namespace textkin::input {

const Format& rows_format();

// A source of such rows, with the name that messages call it by.
Source source_of_rows(std::string name, std::shared_ptr<const MemorySource> rows);

// By which a later run knows the same rows: of all texts, ids and first values, in their order. Cost: reading them
// once.
std::uint64_t checksum_of_rows(const MemorySource& rows);

}  // namespace textkin::input
