// What is compared of documents that are kept: those that share a fingerprint with INPUT, as if they were --against.
//
// Fingerprints of too many kept documents are common and left out here; those of too many of both, which no two
// documents of INPUT are compared by, are counted here and left out by the join. So the pairs and their seeds are those
// of a run that reads all kept documents.
#pragma once

#include "align/fingerprint_join.h"
#include "align/winnow.h"
#include "base/spilling_records.h"
#include "engine/passages/found_passages.h"
#include "engine/passages/kept_documents.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::passages {

// `of_input`: the records of INPUT's fingerprints, which are used up; `within`: those that only documents of INPUT
// share are joined too. `found` has read INPUT; the kept documents that
// share an uncommon fingerprint become its --against, in the order of their numbers. Records of both go to `joined`,
// what is common to `counts`. Errors: kExhausted where the memory has no room for the table of documents, and those of
// `kept`. Cost: a look-up a fingerprint, and the texts of those documents read once. Memory: 1/8 byte a kept document,
// and blocks of texts.
Status join_with_kept(const KeptDocuments& kept, base::SpillingRecords& of_input, const align::WinnowSpec& spec,
                      std::uint32_t most, bool within, unsigned threads, base::SpillingRecords& joined,
                      FoundPassages& found, align::FingerprintCounts& counts, Progress& progress);

}  // namespace textkin::engine::passages
