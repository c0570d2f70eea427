#include "engine/index_ask/way.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/index/stored_sets.h"
#include "engine/index_ask/run_finder.h"
#include "join/measures/measure.h"
#include "text/catalog.h"

namespace textkin::engine::index_ask {
namespace {

// Below that Jaccard similarity bands of fewer than 3 rows are needed, and chance makes candidates of more and more
// documents; runs of words find more, of fewer (decision 72).
constexpr double kLeastForBands = 0.45;

Status no_runs(const join::Threshold& threshold, const index::IndexUnion& indexes,
               const std::vector<std::string>& folders) {
  const std::string& folder = folders.front();
  const std::string_view measure = threshold.measure->name;
  if (indexes.spec().passages > 0)
    return Status(
        Code::kInvalidArgument,
        fmt::format("{} compares documents by {}, and its fingerprints are runs of words: they say nothing of "
                    "{}; add --exact, which reads every text",
                    folder, text::describe(indexes.spec().text), measure));
  if (folders.size() > 1)
    return Status(Code::kInvalidArgument,
                  fmt::format("{} do not all keep passages of the same length, by which {} is found; ask one after the "
                              "other, or add --exact, which reads every text",
                              fmt::join(folders, ", "), measure));
  if (indexes.spec().store == index::Store::kNone)
    return Status(Code::kInvalidArgument,
                  fmt::format("{} was made with --store none and keeps no passages, by whose fingerprints {} is found; "
                              "ask by --measure jaccard, dice or cosine",
                              folder, measure));
  if (indexes.spec().store == index::Store::kSets)
    return Status(Code::kInvalidArgument,
                  fmt::format("{} was made with --store sets and keeps no passages, by whose fingerprints {} is found; "
                              "add --exact, which reads every set",
                              folder, measure));
  return Status(Code::kInvalidArgument,
                fmt::format("{} was made without passages, by whose fingerprints {} is found; make it anew with "
                            "`textkin index rebuild {} NEW --passages 12`, or add --exact, which reads every text",
                            folder, measure, folder));
}

}  // namespace

Result<Way> way_of(const join::Threshold& threshold, bool exact, const index::IndexUnion& indexes,
                   const std::vector<std::string>& folders) {
  if (exact) {
    TEXTKIN_RETURN_IF_ERROR(index::check_compares(indexes.spec(), folders.front(), "--exact"));
    return Way::kExact;
  }
  const index::IndexSpec& spec = indexes.spec();
  const bool has_runs = spec.passages > 0 && shingles_are_runs(spec);
  if (!threshold.measure->why_no_bands.empty()) {
    if (has_runs) return Way::kRuns;
    return no_runs(threshold, indexes, folders);
  }
  if (has_runs && threshold.least_jaccard() < std::max(kLeastForBands, spec.least)) return Way::kRuns;
  TEXTKIN_RETURN_IF_ERROR(index::check_least(threshold, indexes, fmt::format("{}", fmt::join(folders, ", "))));
  return Way::kBands;
}

}  // namespace textkin::engine::index_ask
