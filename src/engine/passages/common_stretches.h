// CommonStretches: text that more documents have than are compared with each other (--common), told all the same.
//
// Fingerprints of too many documents make no pair, so what those share is in no passage, or in the few pairs that meet
// at its ends by chance. But copies of one text choose the same places: fingerprints that follow each other at most a
// window apart in the first document that has them are one stretch. Its words are from the first of them to the last
// one's, a little less than what is shared; it stands in as many documents as the middle one of them, by their number.
// Where words are single characters, windows are longer than they are words, and less is told.
#pragma once

#include <span>
#include <vector>

#include "align/fingerprint_join.h"
#include "align/winnow.h"
#include "engine/shared/shared_passages.h"

namespace textkin::engine::passages {

// Adds the stretches of the guarantee's length or more to `shared`, whose order stays; a passage there that is most of
// a stretch gets its number of documents instead. `places` ascend by (doc, place). Cost: linear in both.
void tell_common(std::span<const align::CommonPlace> places, const align::WinnowSpec& spec,
                 std::vector<shared::SharedPassage>& shared);

}  // namespace textkin::engine::passages
