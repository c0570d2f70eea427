// The contract: docs/openapi.yaml, as the server gives it.
#pragma once

#include <string_view>

namespace textkin::serve {

extern const std::string_view kContract;  // made by the build

}  // namespace textkin::serve
