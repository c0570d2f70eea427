// Ids of documents that differ from one another.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/memory_budget.h"
#include "store/document_table.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::store {

// What messages call the place where a document stands.
using PlaceOf = std::function<Result<std::string>(DocId)>;
// What a person is to give so that the budget has so many bytes, "96 MiB".
using GivenFor = std::function<std::string(std::uint64_t bytes)>;

// Ids must differ within [first, last), the documents of one collection. If some do not: with `number` the second "x"
// becomes "x#2", the third "x#3" and so on, names that exist already are left out; else kBadInput names the first
// repeat and both of its places. Cost: for the while 16 bytes a document, with `number` up to 36 a repeat, taken from
// `budget` (kExhausted with what would do where it has not so much); some 170 ns a document, some ten microseconds a
// repeat that is not in memory. Ids that were renamed are not in `budget` but in the table's memory_bytes().
Status make_ids_unique(DocumentTable& table, DocId first, DocId last, bool number, const PlaceOf& place,
                       base::MemoryBudget& budget, const GivenFor& given_for);

}  // namespace textkin::store
