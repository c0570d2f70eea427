// Duplicate: a document that another stands for, because their feature sets are equal.
#pragma once

#include <cstdint>

#include "textkin/document.h"

namespace textkin {

// `first` stands for the group: the best of it in keep order. Sizes of both sets are `size`.
struct Duplicate {
  DocId doc = kNoDoc;
  DocId first = kNoDoc;
  std::uint32_t size = 0;
};

}  // namespace textkin
