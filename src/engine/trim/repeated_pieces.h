// The second look at the texts: pieces whose marks came twice, grouped by their hashes.
#pragma once

#include <cstdint>
#include <memory>
#include <shared_mutex>
#include <vector>

#include "base/spilling_records.h"
#include "engine/read/collection.h"
#include "engine/trim/place_code.h"
#include "engine/trim/seen_twice.h"
#include "engine/trim/text_pieces.h"
#include "textkin/keep.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::trim {

// Pieces that stand at two places or more.
struct RepeatedPieces {
  // By place in the order of rank: key is PlaceCode::key() of rank and piece, value the number of its group beside its
  // words (PlaceCode::number_with()).
  std::unique_ptr<base::SpillingRecords> by_place;
  std::uint64_t groups = 0;
  std::uint64_t spilled_bytes = 0;
};

// Reads every document that has pieces again, on all threads. `pieces`: one a thread. kExhausted where too many places
// have the same words for memory, with what would do.
Result<RepeatedPieces> find_repeated(const read::Collection& collection, const KeepOrder& order, const PlaceCode& code,
                                     std::unique_ptr<SeenTwice> marks, std::vector<std::unique_ptr<TextPieces>>& pieces,
                                     Progress& progress);

}  // namespace textkin::engine::trim
