// LocatedShared: where in its characters each document of a page has what many have.
//
// Each place is looked at once, whatever documents there are: fifty pieces that a thousand documents share are fifty
// thousand places, not fifty million. Memory: 8 bytes a place. Threads: one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "report/pages/html_report.h"
#include "text/places/located_words.h"

namespace textkin::engine::pages {

class LocatedShared {
 public:
  LocatedShared() = default;
  // Of `shared`, which outlives it and keeps its places where they are.
  explicit LocatedShared(std::vector<report::PageShared>& shared);

  // Fills in offset and length of the document's places, which lie within `words`.
  void locate(std::uint32_t document, std::span<const text::LocatedWord> words) const;

 private:
  std::vector<report::PageShared::Place*> places_;  // by document
};

}  // namespace textkin::engine::pages
