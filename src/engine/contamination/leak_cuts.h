// LeakCuts: documents that share something with test items on their way out: with a field that says what, or without
// it. Those that share nothing stay as they stand.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "engine/cut/cuts.h"
#include "engine/leaks/found_leaks.h"
#include "engine/leaks/leak_options.h"
#include "engine/read/collection.h"
#include "store/document_reader.h"
#include "textkin/status.h"

namespace textkin::engine::contamination {

class LeakCuts final : public cut::Cuts {
 public:
  // All must outlive it. `action` is not kDrop.
  LeakCuts(leaks::LeakAction action, const read::Collection& items, const leaks::FoundLeaks& found)
      : action_(action), items_(items), found_(found), tests_(items.table) {}

  Result<std::unique_ptr<OfStretch>> next(DocId begin, DocId end) override;
  Status decide(DocId doc, unsigned worker, OfStretch& stretch, cut::Fate& fate) override;
  Status tell(OfStretch&) override { return {}; }

 private:
  struct Fates final : OfStretch {
    std::vector<std::pair<DocId, cut::Fate>> all;  // of documents that share something
    std::size_t next = 0;
  };
  Result<cut::Fate> fate_of(const leaks::Leak& leak);

  leaks::LeakAction action_;
  const read::Collection& items_;
  const leaks::FoundLeaks& found_;
  store::DocumentReader tests_;
  store::DocumentRow row_;
  std::size_t next_ = 0;  // of found_.leaks()
};

}  // namespace textkin::engine::contamination
