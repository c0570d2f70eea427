// GramFiles: the tables --removed and --leaks where documents are searched by n-grams.
#pragma once

#include <memory>

#include "engine/leaks/found_leaks.h"
#include "engine/leaks/leak_options.h"
#include "engine/leaks/test_grams.h"
#include "engine/read/collection.h"
#include "report/rows/leak_rows.h"
#include "report/rows/table_file.h"
#include "textkin/status.h"

namespace textkin::engine::leaks {

class GramFiles {
 public:
  // Opens what `wanted` names, before anything is read.
  static Result<GramFiles> open(const LeakOptions& wanted);

  // --removed has a row a document that shares something or, under LeakAction::kCut, a row a stretch that went.
  Status write(const read::Collection& collection, const TestGrams& grams, const FoundLeaks& found);

 private:
  Status write_removed(const read::Collection& collection, const TestGrams& grams, const FoundLeaks& found);
  Status write_cuts(const read::Collection& collection, const read::Collection& items, const FoundLeaks& found);
  Status write_items(const read::Collection& collection, const TestGrams& grams, const FoundLeaks& found);

  std::unique_ptr<report::TableFile<report::LeakRow>> removed_;
  std::unique_ptr<report::TableFile<report::LeakCutRow>> cuts_;
  std::unique_ptr<report::TableFile<report::LeakedItemRow>> items_;
};

}  // namespace textkin::engine::leaks
