// dedup --report: one HTML file in which a person sees what a clean-up removes, or with --check would remove, and why.
#pragma once

#include <memory>
#include <vector>

#include "base/output_file.h"
#include "engine/cleanup/dedup_options.h"
#include "engine/cleanup/old_index.h"
#include "engine/find/search_run.h"
#include "engine/run/options.h"
#include "textkin/keep.h"
#include "textkin/status.h"

namespace textkin::engine::cleanup {

class CleanupReport {
 public:
  // Opens the file at once, if one is asked for: a folder that is missing is known before any work.
  static Result<std::unique_ptr<CleanupReport>> open(const DedupOptions& outputs);

  // The page of report/pages/cleanup_page.h: counts of everything, and what CleanupChoice shows, with the texts as long
  // as their records are 64 MiB together, in the order of the choice. The same bytes for any threads, memory limit and
  // block size. Cost: one pass over the document table, and reading again what is shown. Memory: what CleanupChoice
  // needs, then one text and some MiB. `old`: where the old side is an index; else null.
  Status write(const find::SearchRun& search, const std::vector<KeepDecision>& decisions, const run::SettledRun& run,
               const OldIndex* old);
  Status commit();

 private:
  explicit CleanupReport(const DedupOptions& outputs) : outputs_(outputs) {}

  DedupOptions outputs_;
  std::unique_ptr<base::OutputFile> file_;
};

}  // namespace textkin::engine::cleanup
