// Transposed: a file of transactions turned on its side. Each document is a row, the set of its items; each item
// becomes a document of its own, the set of the rows that hold it.
#pragma once

#include <cstdint>
#include <string>

#include "engine/run/read_options.h"
#include "engine/run/run_directory.h"
#include "textkin/progress.h"
#include "textkin/status.h"
#include "textkin/text_spec.h"

namespace textkin::engine::rules {

struct Transposed {
  // The columns as an input, sets of row numbers, and how such a set is compared.
  run::InputOptions inputs;
  TextSpec text;
  std::uint64_t rows = 0;
  std::uint64_t items = 0;     // different ones
  std::uint64_t columns = 0;   // of them in `least` rows or more
  std::uint64_t problems = 0;  // rows that could not be used
};

// Reads the collection and writes a column for each item that is in `least` rows or more into `directory`, in the order
// in which items come first. Items are the shingles of reading.text, as they are spelled there.
// kExhausted, with an amount that would do, where half of the memory cannot hold the different items, or a text or a
// column does not fit; kBadInput where an item is longer than an id may be.
Result<Transposed> transpose(const run::Reading& reading, std::uint64_t least, const run::RunDirectory& directory,
                             Progress& progress);

}  // namespace textkin::engine::rules
