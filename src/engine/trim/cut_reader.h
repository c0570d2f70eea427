// CutReader: the chosen cuts in the order of documents, those of some documents at a time.
//
// Threads: one. Memory: a partition of the records.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/trim/choose_cuts.h"
#include "engine/trim/document_cuts.h"
#include "engine/trim/place_code.h"
#include "textkin/status.h"

namespace textkin::engine::trim {

class CutReader {
 public:
  CutReader(ChosenCuts& chosen, const PlaceCode& code) : chosen_(chosen), code_(code) {}

  // Appends the runs of documents before `end`, behind those that were asked for before.
  Status append_before(DocId end, std::vector<ChosenRun>& out);

 private:
  ChosenCuts& chosen_;
  const PlaceCode& code_;
  std::vector<base::KeyValue> records_;
  std::size_t next_ = 0;
  std::size_t partition_ = 0;
};

}  // namespace textkin::engine::trim
