#include "engine/care/plan.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <vector>

#include "archive/archive.h"
#include "archive/band_keys.h"
#include "engine/index/finder.h"
#include "engine/index/index_spec.h"
#include "report/formats/catalog.h"
#include "report/rows/plan_rows.h"
#include "report/rows/table_file.h"
#include "sketch/catalog.h"

namespace textkin::engine::care {
namespace {

using archive::kBands;

// Hundredths, so that 0.55 is 0.55: the least, then each twentieth above it.
std::vector<double> thresholds(double least) {
  std::vector<double> all{least};
  for (int hundredths = 5; hundredths <= 100; hundredths += 5)
    if (const double threshold = hundredths / 100.0; threshold > least) all.push_back(threshold);
  return all;
}

// What a list of one band is cut into, and how many documents have bands.
struct Lists {
  std::uint64_t parts = 0;
  std::uint64_t documents = 0;
};

Lists lists_of(const archive::Archive& archive) {
  Lists lists;
  for (const std::shared_ptr<const archive::KeyLists>& part : archive.keys().parts()) {
    lists.parts += part->size(0) > 0;
    lists.documents += part->size(0);
  }
  return lists;
}

}  // namespace

Status plan(const PlanOptions& wanted, const run::LimitOptions& limits, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const index::OpenArchive archive,
                           index::open_archive(wanted.folder, run::settle(limits).memory / 2, wanted.held));
  TEXTKIN_ASSIGN_OR_RETURN(index::IndexSpec spec, index::spec_of(archive->words(), wanted.folder));
  if (wanted.recall) spec.recall = *wanted.recall;
  TEXTKIN_RETURN_IF_ERROR(index::check(spec));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<Sketcher> sketcher, sketch::make_bandable(index::sketch_of_index()));
  TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, report::find_format(wanted.format));
  TEXTKIN_ASSIGN_OR_RETURN(const auto file, report::TableFile<report::PlanRow>::open(wanted.output, *format));
  const Lists lists = lists_of(*archive);
  for (const double threshold : thresholds(spec.least)) {
    const std::uint32_t rows = index::rows_for(sketcher->law(), threshold, spec.recall);
    TEXTKIN_RETURN_IF_ERROR(file->add({.threshold = threshold,
                                       .rows = rows,
                                       .recall = sketcher->law().candidate_probability(threshold, kBands, rows),
                                       .chance_candidates = static_cast<double>(lists.documents) * kBands *
                                                            std::exp2(-8.0 * static_cast<double>(rows)),
                                       .look_ups = kBands * lists.parts,
                                       .look_ups_merged = kBands * (lists.parts > 0)}));
  }
  TEXTKIN_RETURN_IF_ERROR(file->commit());
  if (lists.parts < 2) {
    progress.note("a merge would change nothing: its keys lie in one place");
    return {};
  }
  std::uint64_t bytes = 0;
  for (const auto& segment : archive->open_segments()) bytes += segment->bytes();
  progress.note(
      fmt::format("`textkin index merge {}` would write {} MB of keys anew, and each list would then be looked "
                  "at in 1 place instead of {}",
                  wanted.folder, bytes / 1000000, lists.parts));
  return {};
}

}  // namespace textkin::engine::care
