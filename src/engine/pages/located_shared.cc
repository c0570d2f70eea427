#include "engine/pages/located_shared.h"

#include <algorithm>

namespace textkin::engine::pages {

LocatedShared::LocatedShared(std::vector<report::PageShared>& shared) {
  for (report::PageShared& one : shared)
    for (report::PageShared::Place& place : one.places) places_.push_back(&place);
  std::ranges::sort(places_, {}, &report::PageShared::Place::document);
}

void LocatedShared::locate(std::uint32_t document, std::span<const text::LocatedWord> words) const {
  for (report::PageShared::Place* place :
       std::ranges::equal_range(places_, document, {}, &report::PageShared::Place::document)) {
    place->offset = words[place->first_word].begin;
    place->length = words[place->first_word + place->words - 1].end - place->offset;
  }
}

}  // namespace textkin::engine::pages
