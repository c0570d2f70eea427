// The catalogue of sketches, for people and for programs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace textkin::report {

struct SketchRow {
  std::string_view name;
  std::string_view version;
  std::string_view measure;       // what it estimates
  std::string_view not_bandable;  // why bands cannot be cut from it; empty where they can
  std::string_view reference;
  std::string_view doc;
  std::string also = {};  // other words for it, with commas between
  std::uint32_t max_hashes = 0;
  std::uint32_t multiple_of = 1;  // of which hashes must be a multiple
  bool weighted = false;          // reads weights
  bool mergeable = false;         // two sketches give that of the union
};

// A line a sketch in aligned columns: name, version, measure, bands, weighted, mergeable, most hashes, reference; and
// below each what it is good for, what else it is called, or why it has no bands.
std::string sketches_text(std::span<const SketchRow> rows);

// {"sketches": [{"name", "version", "measure", "bandable", "not_bandable", "weighted", "mergeable", "max_hashes",
// "multiple_of", "reference", "doc", "also"}]}; "not_bandable" is null where bands can be cut.
std::string sketches_json(std::span<const SketchRow> rows);

}  // namespace textkin::report
