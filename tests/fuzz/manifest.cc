// Any text as a manifest: as it is, and with a right checksum. What is read can be written and read again.
#include "store/manifest.h"

#include <cstdint>
#include <cstdio>

#include "base/checksum.h"
#include "memory_file.h"
#include "store/manifest_json.h"

namespace textkin {
namespace {

void read(std::string_view text) {
  const Result<store::Manifest> manifest = store::parse_manifest(text, "m");
  if (!manifest.ok()) return fuzz::require(manifest.status().message().starts_with("m: "));
  std::string written;
  const Status status = store::write_manifest(*manifest, [&](std::string_view piece) {
    written += piece;
    return Status();
  });
  fuzz::require(status.ok());
  const Result<store::Manifest> again = store::parse_manifest(written, "m");
  fuzz::require(again.ok() && *again == *manifest && again->fingerprint() == manifest->fingerprint());
  fuzz::require(store::check_same_spec("d", *again, *manifest).ok());
}

}  // namespace
}  // namespace textkin

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  textkin::read(text);
  char last[40];
  std::snprintf(last, sizeof last, "\"checksum\":\"%016llx\"}\n",
                static_cast<unsigned long long>(textkin::base::checksum(text)));
  textkin::read(text + last);
  return 0;
}
