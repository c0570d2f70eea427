// How the document table keeps the value of a field: nothing for a missing one, 'n' and a double, or 't' and the text.
#pragma once

#include <string>
#include <string_view>

#include "textkin/field_value.h"

namespace textkin::store {

void append_value(const FieldValue& value, std::string& out);

// What append_value() wrote; a text is a view of `bytes`. Bytes that it cannot have written are a missing value.
FieldValue to_value(std::string_view bytes);

}  // namespace textkin::store
