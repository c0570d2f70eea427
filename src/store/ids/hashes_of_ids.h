// Whether ids repeat, as their hashes tell it: what every collection is asked, and nearly every one answers with no.
#pragma once

#include "base/memory_budget.h"
#include "store/document_table.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::store {

// False: the ids of [first, last) differ from one another. True: two of them have one hash, as equal ids have (others
// once in 2^64), or `budget` has no room to tell. Cost: for the while 8 bytes a document and 16 for each of a run of
// them a thread; some 25 ns a document, on up to `threads` threads.
Result<bool> ids_may_repeat(const DocumentTable& table, DocId first, DocId last, unsigned threads,
                            base::MemoryBudget& budget);

}  // namespace textkin::store
