#include "input/sources/largest_window.h"

#include <algorithm>

#include "base/packing/unpack.h"

namespace textkin::input {
namespace {

constexpr std::size_t kHead = 4u << 10;  // packed bytes: a header, and what may stand before it

// Pipes have no size, and their bytes come only once.
std::uint64_t window_of(const Source& source) {
  if (source.size == 0) return 0;
  Result<base::Unpacker> opened = base::Unpacker::open(source.path, source.compression, 0, kHead);
  if (!opened.ok()) return 0;
  char first;
  return opened->read(&first, 1).ok() ? opened->window() : 0;
}

}  // namespace

std::uint64_t largest_window(const SourceList& list) {
  std::uint64_t largest = 0;
  for (const Source& source : list.sources)
    if (source.compression == Compression::kZstd || source.compression == Compression::kXz)
      largest = std::max({largest, window_of(source), std::uint64_t{1}});
  return largest;
}

}  // namespace textkin::input
