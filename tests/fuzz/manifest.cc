// Any text as a manifest: as it is, and with a right checksum. What is read can be written and read again.
#include "store/manifest.h"

#include <cstdint>
#include <cstdio>

#include "base/checksum.h"
#include "fuzzer.h"
#include "memory_file.h"
#include "store/manifest_json.h"

namespace textkin::fuzz::manifest {
namespace {

void read(std::string_view text) {
  const Result<store::Manifest> manifest = store::parse_manifest(text, "m");
  if (!manifest.ok()) return require(manifest.status().message().starts_with("m: "));
  std::string written;
  const Status status = store::write_manifest(*manifest, [&](std::string_view piece) {
    written += piece;
    return Status();
  });
  require(status.ok());
  const Result<store::Manifest> again = store::parse_manifest(written, "m");
  require(again.ok() && *again == *manifest && again->fingerprint() == manifest->fingerprint());
  require(store::check_same_spec("d", *again, *manifest).ok());
}

void run(std::string_view given) {
  const std::string text(given);
  read(text);
  char last[40];
  std::snprintf(last, sizeof last, "\"checksum\":\"%016llx\"}\n",
                static_cast<unsigned long long>(base::checksum(text)));
  read(text + last);
}

const Registered kFuzzer({.name = "manifest", .run = run});

}  // namespace
}  // namespace textkin::fuzz::manifest
