#include "engine/contamination/leak_cuts.h"

#include "report/commands/annotation.h"

namespace textkin::engine::contamination {

Result<cut::Fate> LeakCuts::fate_of(const leaks::Leak& leak) {
  cut::Fate fate;
  if (action_ == leaks::LeakAction::kCut) {
    fate.dropped = leak.whole;
    if (!leak.whole)
      for (const leaks::LeakCut& cut : found_.cuts_of(leak)) fate.spans.push_back(cut.characters);
    return fate;
  }
  TEXTKIN_RETURN_IF_ERROR(tests_.read(leak.item, row_));
  report::append_leak(items_.source(row_.record).name, row_.id, leak.shared, leak.items, fate.field);
  return fate;
}

Result<std::unique_ptr<cut::Cuts::OfStretch>> LeakCuts::next(DocId, DocId end) {
  auto fates = std::make_unique<Fates>();
  for (; next_ < found_.leaks().size() && found_.leaks()[next_].document < end; ++next_) {
    TEXTKIN_ASSIGN_OR_RETURN(cut::Fate fate, fate_of(found_.leaks()[next_]));
    fates->all.emplace_back(found_.leaks()[next_].document, std::move(fate));
  }
  return std::unique_ptr<OfStretch>(std::move(fates));
}

Status LeakCuts::decide(DocId doc, unsigned, OfStretch& stretch, cut::Fate& fate) {
  auto& fates = static_cast<Fates&>(stretch);
  if (fates.next < fates.all.size() && fates.all[fates.next].first == doc)
    fate = std::move(fates.all[fates.next++].second);
  return {};
}

}  // namespace textkin::engine::contamination
