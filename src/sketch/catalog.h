// The catalogue of sketches. An addition is a file, its test, and a line in catalog.cc; the conformance suite, the help
// text and the benchmarks read it from here.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "textkin/alias.h"
#include "textkin/sketch_options.h"
#include "textkin/sketcher.h"
#include "textkin/status.h"

namespace textkin::sketch {

struct SketchEntry {
  std::string_view name;       // "fss": what a user types
  std::string_view version;    // "fss.v1": what stands in a SketchSpec
  std::string_view doc;        // one line
  std::string_view reference;  // the paper
  std::string_view measure;    // what it estimates: "jaccard", "weighted jaccard", "probability jaccard", "cosine"
  std::uint32_t max_cells;
  std::uint32_t cell_step;  // cells come in multiples of this
  bool weighted;            // reads weights
  bool mergeable;           // Sketcher::merge gives the signature of the union
  std::string_view
      not_bandable;  // empty: cells agree in place, so that bands can be cut; else why not, for the refusal
  std::unique_ptr<Sketcher> (*make)(std::uint32_t cells, std::uint64_t seed);

  bool bandable() const { return not_bandable.empty(); }
};

std::span<const SketchEntry> catalog();

// What papers and other libraries call them: "minhash", "bottom-k". Every function here takes these words too.
std::span<const Alias> aliases();

// kInvalidArgument names the nearest sketch.
Result<const SketchEntry*> find_sketch(std::string_view name);

// Checks name and number of cells (1 .. max_cells, multiples of cell_step); the message names the nearest sketch or the
// allowed range.
Result<std::unique_ptr<Sketcher>> make_sketcher(std::string_view name, std::uint32_t cells, std::uint64_t seed);

// The same for what cuts bands: refuses a sketch that has none, with the reason.
Result<std::unique_ptr<Sketcher>> make_bandable(std::string_view name, std::uint32_t cells, std::uint64_t seed);

// Both for what was asked of a run.
inline Result<std::unique_ptr<Sketcher>> make_sketcher(const SketchOptions& asked) {
  return make_sketcher(asked.name, asked.hashes, asked.seed);
}
inline Result<std::unique_ptr<Sketcher>> make_bandable(const SketchOptions& asked) {
  return make_bandable(asked.name, asked.hashes, asked.seed);
}

}  // namespace textkin::sketch
