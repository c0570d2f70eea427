#include "engine/run/about_data.h"

#include "input/sources/beside_records.h"

namespace textkin::engine::run {

bool is_about_data(std::string_view name) { return input::is_about_records(name); }

}  // namespace textkin::engine::run
