// The member that `dedup --annotate` adds to a record.
#pragma once

#include <string>
#include <string_view>

namespace textkin::report {

// "textkin":{"kept":true,"cluster":ID or null,"similarity":S or null}. `cluster` is the kept document's id; nulls where
// `in_cluster` is false: the document is alone.
void append_annotation(bool kept, bool in_cluster, std::string_view cluster, double similarity, std::string& out);

}  // namespace textkin::report
