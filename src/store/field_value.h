// How the document table keeps the value of a field: nothing for a missing one, 'n' and a double (and
// what an integer is beyond it, unless that is 0), or 't' and the text.
#pragma once

#include <string>
#include <string_view>

#include "textkin/field_value.h"

namespace textkin::store {

void append_value(const FieldValue& value, std::string& out);

// What append_value() wrote; a text is a view of `bytes`. Bytes that it cannot have written are a missing value.
FieldValue to_value(std::string_view bytes);

// As an index keeps it, and compares it with what --where says: integers beyond what double tells apart by their
// digits, a missing one empty.
std::string shown_value(const FieldValue& value);

}  // namespace textkin::store
