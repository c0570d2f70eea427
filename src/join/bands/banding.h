// Bands: signatures -> band records, by which alike documents meet.
//
// A band key is a 64-bit mix of the band's number and its cells in order (never a sum: sums of minima have only some 21
// useful bits); its lowest bit is 0 (short_sets.h). Beside the bands one key over the whole signature: documents with
// equal sets have equal signatures, so identical documents meet there without sorting their shingles.
#pragma once

#include <cstdint>
#include <vector>

#include "base/sort.h"
#include "textkin/document.h"
#include "textkin/plan.h"
#include "textkin/signature_block.h"

namespace textkin::join {

// Band records of a block of documents: value = document number, key = band key. Empty sets give none.
struct BandRecords {
  std::vector<base::KeyValue> whole;  // one a document: the key over the whole signature
  std::vector<base::KeyValue> bands;  // plan.bands a document
};

// Replaces `out`. Row i of `block` is document first + i. plan.bands * plan.rows is at most block.words.
// Cost: 10^2 ns a document at 256 cells and 26 bands. Threads: any number, each with its own `out`.
void make_band_records(const SignatureBlock& block, const Plan& plan, DocId first, BandRecords& out);

}  // namespace textkin::join
