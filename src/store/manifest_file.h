// The file of a manifest: DIR/manifest.json, replaced as a whole and synced with its folder, with a checksum of itself
// (docs/format.md).
//
// Memory: the text of the file while it is read; it has at most 1 GiB. Threads: a directory by one.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "store/manifest.h"
#include "textkin/status.h"

namespace textkin::store {

inline constexpr std::string_view kManifestName = "manifest.json";

// Nothing where the directory holds no manifest. kBadInput where it is damaged, kMismatch for a newer format. What is
// loaded names files by plain names, with no more documents than a run may have.
Result<std::optional<Manifest>> load_manifest(const std::string& directory);

// The old one stands until the new one is on the disk. The directory must exist.
Status save_manifest(const Manifest& manifest, const std::string& directory);

}  // namespace textkin::store
