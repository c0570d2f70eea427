// Rows: documents that are in memory already (textkin/memory_source.h). A row's text is not copied. A row without an id
// is called by its number, counted from 0.
#pragma once

#include "input/formats/format.h"

namespace textkin::input {

const Format& rows_format();

}  // namespace textkin::input
