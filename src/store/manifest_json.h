// The text of a manifest (docs/format.md).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "store/manifest.h"
#include "textkin/status.h"

namespace textkin::store {

inline constexpr std::string_view kManifestFormat = "textkin run";
inline constexpr std::uint64_t kManifestVersion = 1;

// In pieces of some 64 KiB.
Status write_manifest(const Manifest& manifest, const std::function<Status(std::string_view)>& sink);

// Any bytes; errors name `path`.
Result<Manifest> parse_manifest(std::string_view text, const std::string& path);

}  // namespace textkin::store
