// The members that `dedup --annotate` and `decontaminate --action flag` add to a record.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace textkin::report {

// "textkin":{"kept":true,"cluster":ID or null,"similarity":S or null}, and where there are two sides "kept_in":SIDE or
// null at its end. `cluster` is the kept document's id, `kept_in` its side ("" where there is one); nulls where
// `in_cluster` is false: the document is alone.
void append_annotation(bool kept, bool in_cluster, std::string_view cluster, double similarity,
                       std::string_view kept_in, std::string& out);

// "textkin":{"set":SET,"item":ITEM,"shared":N,"items":N}: the test item that shares most n-grams with the document, how
// many, and how many items share any.
void append_leak(std::string_view set, std::string_view item, std::uint64_t shared, std::uint64_t items,
                 std::string& out);

}  // namespace textkin::report
