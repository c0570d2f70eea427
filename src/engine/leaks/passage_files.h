// PassageFiles: the tables --removed and --leaks where documents are searched by passages.
#pragma once

#include <memory>

#include "engine/leaks/found_leaks.h"
#include "engine/leaks/leak_options.h"
#include "engine/leaks/test_texts.h"
#include "engine/read/collection.h"
#include "report/rows/leak_rows.h"
#include "report/rows/table_file.h"
#include "textkin/status.h"

namespace textkin::engine::leaks {

class PassageFiles {
 public:
  // Opens what `wanted` names, before anything is read.
  static Result<PassageFiles> open(const LeakOptions& wanted);

  // --removed has a row a passage or, under LeakAction::kCut, a row a stretch that went. `found` keeps its passages
  // where that is named.
  Status write(const read::Collection& collection, const TestTexts& tests, const FoundLeaks& found);

 private:
  Status write_passages(const read::Collection& collection, const read::Collection& items, const FoundLeaks& found);
  Status write_cuts(const read::Collection& collection, const read::Collection& items, const FoundLeaks& found);
  Status write_items(const read::Collection& collection, const TestTexts& tests, const FoundLeaks& found);

  std::unique_ptr<report::TableFile<report::LeakPassageRow>> passages_;
  std::unique_ptr<report::TableFile<report::LeakPassageCutRow>> cuts_;
  std::unique_ptr<report::TableFile<report::LeakedTextRow>> items_;
};

}  // namespace textkin::engine::leaks
