// SearchGoal: what a search is for.
#pragma once

#include <functional>
#include <string>

#include "engine/read/collection.h"
#include "store/manifest.h"
#include "textkin/keep.h"
#include "textkin/status.h"

namespace textkin::engine::find {

enum class PairsWanted {
  kAllPairs,  // every pair at or above the threshold; across the two sides where --against is given
  kLeaders,   // what the keep rule needs: each removed document with its partner; of --against, which is first in the
              // keep order, none is removed
};

// The number from which on documents stay whatever they are like, where the pairs are for a keep rule: those of
// --against, with which INPUT's are compared as with each other.
inline DocId stays_from(const read::Collection& collection) {
  return collection.has_against ? collection.against : kNoDoc;
}

struct SearchGoal {
  PairsWanted want = PairsWanted::kAllPairs;
  std::string keep;   // the keep rule as it was typed; empty where there is none
  std::string index;  // that the keep order depends on, and its state; empty: none
  // The keep order, once the documents are known; null: input order.
  std::function<Result<KeepOrder>(const read::Collection&)> make_order;
  // Once they are known, before they are compared: whether the run goes on; null: it does.
  std::function<Status(const read::Collection&)> check;
  // The least that the run directory must hold.
  store::Stage needed = store::Stage::kSketching;
};

}  // namespace textkin::engine::find
