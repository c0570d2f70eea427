// FssSketcher: Fast Similarity Sketching (fss.v1) as a Sketcher. The default sketch.
#pragma once

#include <cstdint>
#include <memory>

#include "textkin/sketcher.h"

namespace textkin::sketch {

// 1 <= cells <= FssFamily::kMaxCells (checked by make_sketcher).
std::unique_ptr<Sketcher> make_fss(std::uint32_t cells, std::uint64_t seed);

}  // namespace textkin::sketch
