// What goes: texts in the order of the keep rule, each from its beginning, a piece goes if it stands, whole, in what
// stays of those before it or before it in its own text.
//
// So what goes is always equal to something that stays whole, and nothing is chained. Sequential, over integers alone:
// that equal hashes are equal words is looked up where texts are cut.
#pragma once

#include <cstdint>
#include <memory>

#include "base/spilling_records.h"
#include "engine/read/collection.h"
#include "engine/trim/place_code.h"
#include "engine/trim/repeated_pieces.h"
#include "engine/trim/trim_options.h"
#include "textkin/keep.h"
#include "textkin/status.h"

namespace textkin::engine::trim {

// Runs of pieces that go, each for neighbours of one document: two records, of its first and of its last piece (the
// same twice where that is one). Key: PlaceCode::key() of document and piece; value: the same of
// the piece that stays.
struct ChosenCuts {
  std::unique_ptr<base::SpillingRecords> records;
  std::uint64_t spilled_bytes = 0;
};

// Takes `repeated`. kExhausted where memory has no room for a number a group, with what would do.
Result<ChosenCuts> choose_cuts(const read::Collection& collection, const PieceSpec& pieces, const KeepOrder& order,
                               const PlaceCode& code, RepeatedPieces repeated);

}  // namespace textkin::engine::trim
