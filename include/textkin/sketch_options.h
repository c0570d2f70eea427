// SketchOptions: which sketch is made of a document.
#pragma once

#include <cstdint>
#include <string>

namespace textkin {

struct SketchOptions {
  std::string name = "fss";    // of the catalogue of sketches
  std::uint32_t hashes = 256;  // cells
  std::uint64_t seed = 1;
};

}  // namespace textkin
