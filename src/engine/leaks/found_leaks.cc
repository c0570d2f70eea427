#include "engine/leaks/found_leaks.h"

#include <algorithm>
#include <utility>

namespace textkin::engine::leaks {

double LeakPassage::identity() const {
  const std::uint32_t longer = std::max(words, item_words);
  return longer == 0 ? 0.0 : static_cast<double>(equal) / longer;
}

void LeakOfDocument::settle() {
  const auto most = std::ranges::max_element(shared, {}, &std::pair<DocId, std::uint32_t>::second);
  leak.item = most->first;
  leak.shared = most->second;
  leak.items = static_cast<std::uint32_t>(shared.size());
}

FoundLeaks::FoundLeaks(std::vector<std::uint32_t> sets, std::uint64_t parts, bool keeps_passages)
    : sets_(std::move(sets)), keeps_passages_(keeps_passages), items_(sets_.size()), met_(parts) {
  const auto last = std::ranges::max_element(sets_);
  documents_of_sets_.resize(last == sets_.end() ? 0 : *last + 1);
}

void FoundLeaks::add(DocId first, const LeakOfDocument& found) {
  Leak leak = found.leak;
  leak.document += first;
  leak.first_cut = cuts_.size();
  leak.cuts = static_cast<std::uint32_t>(found.cuts.size());
  cuts_.insert(cuts_.end(), found.cuts.begin(), found.cuts.end());
  leak.first_passage = passages_.size();
  if (keeps_passages_) {
    leak.passages = static_cast<std::uint32_t>(found.passages.size());
    passages_.insert(passages_.end(), found.passages.begin(), found.passages.end());
  }
  leaks_.push_back(leak);
  count(leak, found);
}

void FoundLeaks::count(const Leak& leak, const LeakOfDocument& found) {
  sets_of_document_.clear();
  for (const auto& [item, shared] : found.shared) {
    ItemLeak& leaked = items_[item];
    if (leaked.documents++ == 0) leaked.first = leak.document;
    leaked.most = std::max(leaked.most, shared);
    if (!std::ranges::binary_search(found.sets_together, sets_[item])) sets_of_document_.push_back(sets_[item]);
  }
  for (const auto& [item, shared] : found.raised) items_[item].most = std::max(items_[item].most, shared);
  std::ranges::sort(sets_of_document_);
  const auto again = std::ranges::unique(sets_of_document_);
  for (auto set = sets_of_document_.begin(); set != again.begin(); ++set) ++documents_of_sets_[*set];
  if (found.passages.empty()) return;
  best_.resize(items_.size());
  for (const LeakPassage& passage : found.passages) {
    ItemLeak& leaked = items_[passage.item];
    if (leaked.best != kNoDoc && best_[passage.item].equal >= passage.equal) continue;
    leaked.best = leak.document;
    best_[passage.item] = passage;
  }
}

void FoundLeaks::add_together(DocId item, std::uint32_t documents, DocId first, std::uint32_t shared) {
  ItemLeak& leaked = items_[item];
  if (leaked.documents == 0 || first < leaked.first) leaked.first = first;
  leaked.documents += documents;
  leaked.most = std::max(leaked.most, shared);
}

bool FoundLeaks::is_whole(DocId documents, const FoundLeaks& empty) const {
  const std::size_t items = empty.items_.size();
  if (items_.size() != items || met_.size() != empty.met_.size() ||
      documents_of_sets_.size() != empty.documents_of_sets_.size() || (!best_.empty() && best_.size() != items))
    return false;
  std::uint64_t cuts = 0;
  std::uint64_t passages = 0;
  DocId next = 0;
  for (const Leak& leak : leaks_) {
    if (leak.document < next || leak.document >= documents || leak.item >= items || leak.first_cut != cuts ||
        leak.first_passage != passages || (leak.gram != kNoGram && leak.gram >= met_.size()))
      return false;
    next = leak.document + 1;
    cuts += leak.cuts;
    passages += leak.passages;
    if (cuts > cuts_.size() || passages > passages_.size()) return false;
    for (const LeakCut& cut : cuts_of(leak))
      if (cut.item >= items || (cut.passage != kNoPassage && cut.passage >= leak.passages)) return false;
  }
  const auto of_nobody = [&](const LeakPassage& passage) { return passage.item >= items; };
  const auto of_no_document = [&](const ItemLeak& item) {
    return item.documents > 0 && (item.first >= documents || (item.best != kNoDoc && item.best >= documents));
  };
  return cuts == cuts_.size() && passages == passages_.size() && std::ranges::none_of(passages_, of_nobody) &&
         std::ranges::none_of(items_, of_no_document);
}

}  // namespace textkin::engine::leaks
