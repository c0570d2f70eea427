#include "engine/index/seen_before.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "archive/band_keys.h"
#include "engine/index/estimated_overlap.h"
#include "engine/index/stored_sets.h"
#include "sketch/catalog.h"
#include "textkin/jaccard.h"

namespace textkin::engine::index {
namespace {

// That a document is left out cannot be mended: of a million that are just below the threshold one may be.
constexpr double kSurely = 1 - 1e-6;

// Of two sets that agree in every cell.
double most_that_is_sure(double confidence) {
  constexpr std::uint32_t kLarge = 1u << 30;
  const EstimatedOverlap overlap = estimated_overlap(archive::kCells, kLarge, kLarge, confidence);
  return jaccard(overlap.least, kLarge, kLarge);
}

}  // namespace

Result<SeenBefore> SeenBefore::make(archive::ArchiveWriter& writer, const IndexSpec& spec, double threshold) {
  if (!(threshold >= spec.least && threshold <= 1))
    return Status(Code::kInvalidArgument,
                  fmt::format("--unless-similar {} is not from --least {} of the index to 1", threshold, spec.least));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Sketcher> sketcher, sketch::make_bandable(sketch_of_index()));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Shingler> shingler, shingler_of_stored(spec));
  const double confidence = spec.store == Store::kNone ? kSurely : 0;
  if (confidence > 0 && most_that_is_sure(confidence) < threshold)
    return Status(Code::kInvalidArgument,
                  fmt::format("--unless-similar {}: cells are never sure of more than {:.2f}, and the index was made "
                              "with --store none; ask for that",
                              threshold, std::floor(100 * most_that_is_sure(confidence)) / 100));
  const Question question{.threshold = join::Threshold(threshold),
                          .recall = spec.recall,
                          .confidence = confidence,
                          .sequence = ~std::uint64_t{0}};  // as it is, with what is not committed yet
  TEXTKIN_RETURN_IF_ERROR(writer.find_own());
  auto finder = std::make_unique<Finder>(writer, sketcher->law(), question, std::move(shingler));
  return SeenBefore(writer, threshold, std::move(sketcher), std::move(finder));
}

bool SeenBefore::is_surely_alike(const Match& match, std::uint64_t size) const {
  const EstimatedOverlap overlap = estimated_overlap(*match.agreeing, size, match.size, kSurely);
  return jaccard(overlap.least, size, match.size) >= threshold_;
}

Result<std::optional<SeenBefore::Partner>> SeenBefore::find(FeatureView set, SignatureView cells) {
  Answer answer;
  TEXTKIN_RETURN_IF_ERROR(finder_->find(set, cells, answer));
  std::optional<Partner> best;
  DocId number = kNoDoc;
  for (const Match& match : answer.matches) {
    if (match.agreeing && !is_surely_alike(match, set.size())) continue;
    const double similarity = jaccard(match.shared, set.size(), match.size);
    if (best && similarity <= best->similarity) continue;
    best = Partner{.id = {}, .similarity = similarity};
    number = match.number;
  }
  if (!best) return best;
  archive::Entry entry;
  TEXTKIN_RETURN_IF_ERROR(writer_->read(number, entry));
  best->id = entry.id;
  return best;
}

}  // namespace textkin::engine::index
