// SharedPassages: stretches that stand in many documents, each told once, however many pairs share it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/shared/shared_places.h"
#include "textkin/passage.h"

namespace textkin::engine::shared {

// From so many documents on, a stretch that they have is told by itself: fewer are seen as pairs.
inline constexpr std::uint32_t kManyDocuments = 5;
inline constexpr std::size_t kMostSharedPassages = 100;

// Which documents were: all with all, or not those of a class that is compared with an archive alone, or of a person.
enum class Compared { kAll, kNotAll };

struct SharedPassage {
  std::uint32_t words = 0;          // that three quarters of the places have, or more; of one of them
  std::uint32_t documents = 0;      // that have most of it
  std::uint32_t whole = 0;          // of these documents those that have so many words of it
  std::vector<SharedPlace> places;  // one a document that is known to, ascending
};

// The greatest first, by words times documents; kMostSharedPassages at most. A stretch has `least` documents or more,
// and its words those that three quarters of them have; what is mostly within another one that as many have is left
// out. Where not all were compared, documents that did not meet have it too if both share it with a third. Cost: for
// each passage, those that overlap it; for each stretch that is told of documents not all compared, those that overlap
// any of its places.
std::vector<SharedPassage> shared_passages(std::span<const Passage> passages, const SharedPlaces& places,
                                           std::uint32_t least, Compared compared);

}  // namespace textkin::engine::shared
