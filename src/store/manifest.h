// Manifest: what a run directory holds, how it was made, and how far it came. One JSON file, DIR/manifest.json,
// replaced as a whole and synced with its folder, with a checksum of itself (docs/format.md).
//
// Strings may hold any bytes. Memory: that of the values, and the text of the file while it is read; a manifest has at
// most 1 GiB. Threads: changes by one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "textkin/status.h"

namespace textkin::store {

inline constexpr std::string_view kManifestName = "manifest.json";
inline constexpr std::string_view kManifestFormat = "textkin run";
inline constexpr std::uint64_t kManifestVersion = 1;

struct InputFact {
  std::string name;  // what messages say
  std::string path;
  std::uint64_t size = 0;  // 0 for a stream
  std::int64_t modified_ns = 0;
  std::optional<std::uint64_t> checksum;  // XXH3 of its unpacked bytes, once all were read
  bool operator==(const InputFact&) const = default;
};

struct SegmentFact {
  std::string file;  // name within the directory
  std::uint64_t documents = 0;
  std::uint64_t bytes = 0;  // of the file
  bool operator==(const SegmentFact&) const = default;
};

enum class Stage { kSketching, kSketched, kJoined };

struct Manifest {
  // Whatever changes results: option -> value, in a fixed order, as a person would type them ("--shingle", "word:5").
  // A name may stand more than once.
  std::vector<std::pair<std::string, std::string>> spec;
  std::vector<InputFact> inputs;
  std::vector<SegmentFact> segments;  // of pass one, in input order
  std::vector<SegmentFact> pairs;     // of the join
  Stage stage = Stage::kSketching;
  std::string extra;  // what the engine keeps for itself
  bool operator==(const Manifest&) const = default;

  // Of the spec alone: what block files of this run carry.
  std::uint64_t fingerprint() const;

  // Nothing where the directory holds no manifest. kBadInput where it is damaged, kMismatch for a newer format. What is
  // loaded names files by plain names, with no more documents than a run may have.
  static Result<std::optional<Manifest>> load(const std::string& directory);
  // The old one stands until the new one is on the disk. The directory must exist.
  Status save(const std::string& directory) const;
};

// kMismatch with the first difference, told to a person ("DIR was made with --shingle word:5, this run has word:3;
// name another --run-dir, or give the same options").
Status check_same_spec(const std::string& directory, const Manifest& made, const Manifest& asked);

}  // namespace textkin::store
