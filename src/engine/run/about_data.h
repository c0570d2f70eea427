// is_about_data: for the doors, which list files of tables themselves.
#pragma once

#include <string_view>

namespace textkin::engine::run {

// Whether a file of that name, in a folder of data, is about them and none of them (input/sources/beside_records.h).
bool is_about_data(std::string_view name);

}  // namespace textkin::engine::run
