#include "store/segment_meta.h"

#include <array>
#include <cstring>

namespace textkin::store {
namespace {

using Numbers = std::array<std::uint64_t, 10>;
static_assert(sizeof(SegmentMeta) == sizeof(Numbers));

}  // namespace

std::string SegmentMeta::encode() const {
  return std::string(reinterpret_cast<const char*>(this), sizeof(SegmentMeta));
}

Result<SegmentMeta> SegmentMeta::decode(std::string_view bytes, const std::string& path) {
  SegmentMeta meta;
  if (bytes.size() != sizeof meta)
    return Status(Code::kBadInput, path + ": damaged: its head is not one; remove the run directory and run again");
  std::memcpy(&meta, bytes.data(), sizeof meta);
  return meta;
}

}  // namespace textkin::store
