#include "base/checksum.h"

#include <xxhash.h>

namespace textkin::base {

std::uint64_t checksum(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace textkin::base
