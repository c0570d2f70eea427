#include "engine/index/seen_before.h"

#include <fmt/format.h>

#include <utility>

#include "engine/index/stored_sets.h"
#include "sketch/catalog.h"
#include "textkin/jaccard.h"

namespace textkin::engine::index {

Result<SeenBefore> SeenBefore::make(archive::ArchiveWriter& writer, const IndexSpec& spec, double threshold) {
  if (!(threshold >= spec.least && threshold <= 1))
    return Status(Code::kInvalidArgument,
                  fmt::format("--unless-similar {} is not from --least {} of the index to 1", threshold, spec.least));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Sketcher> sketcher, sketch::make_bandable(sketch_of_index()));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Shingler> shingler, shingler_of_stored(spec));
  const Question question{.threshold = join::Threshold(threshold),
                          .recall = spec.recall,
                          .sequence = ~std::uint64_t{0}};  // as it is, with what is not committed yet
  TEXTKIN_RETURN_IF_ERROR(writer.find_own());
  auto finder = std::make_unique<Finder>(writer, sketcher->law(), question, std::move(shingler));
  return SeenBefore(writer, std::move(sketcher), std::move(finder));
}

Result<std::optional<SeenBefore::Partner>> SeenBefore::find(FeatureView set, SignatureView cells) {
  Answer answer;
  TEXTKIN_RETURN_IF_ERROR(finder_->find(set, cells, answer));
  std::optional<Partner> best;
  DocId number = kNoDoc;
  for (const Match& match : answer.matches) {
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
