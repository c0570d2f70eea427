// The largest window that the packed files of a list say they need, so that memory can be set aside for it.
#pragma once

#include <cstdint>

#include "input/sources/sources.h"

namespace textkin::input {

// Bytes; 0 where no file is packed so that it refers far back, 1 where that is not known. Looks at the first bytes of
// each packed regular file: a file may refer farther back later on, and then meets ReadSettings::windows. What cannot
// be read counts nothing; whoever reads it says why. Cost: some 30 us a packed file.
std::uint64_t largest_window(const SourceList& list);

}  // namespace textkin::input
