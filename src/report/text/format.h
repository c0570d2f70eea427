// Numbers and strings as the outputs write them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace textkin::report {

// The shortest digits that read back to the same double; whole numbers get ".0" ("1.0", "0.5333333333333333").
void append_number(double value, std::string& out);
void append_number(std::uint64_t value, std::string& out);

// A JSON string with its quotes. Quotes, backslashes and control characters are escaped; bytes that are not UTF-8 (a
// file's name can hold any) become U+FFFD.
void append_json(std::string_view text, std::string& out);

// A TSV field: tab, line feed, carriage return and backslash become \t \n \r \\, so that a row stays a row.
void append_field(std::string_view text, std::string& out);

// "1,234,567", "384.0 MB", "1.2 s" for people.
std::string with_commas(std::uint64_t value);
// "1 pair", "2,000 pairs".
std::string plural(std::uint64_t count, std::string_view noun);
std::string human_bytes(std::uint64_t bytes);
std::string human_seconds(double seconds);
// A share with four digits behind the point: "0.2881"; never 1.0000 for less than all, nor 0.0000 for more than none.
std::string human_share(double share);

}  // namespace textkin::report
