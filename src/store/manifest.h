// Manifest: what a run directory holds, how it was made, and how far it came. Its file: manifest_file.h.
//
// Strings may hold any bytes. Memory: that of the values. Threads: changes by one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "textkin/status.h"

namespace textkin::store {

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
};

// kMismatch with the first difference, told to a person ("DIR was made with --shingle word:5, this run has word:3;
// name another --run-dir, or give the same options").
Status check_same_spec(const std::string& directory, const Manifest& made, const Manifest& asked);

}  // namespace textkin::store
