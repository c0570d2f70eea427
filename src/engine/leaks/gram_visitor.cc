#include "engine/leaks/gram_visitor.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/utf8.h"
#include "input/formats/format.h"
#include "text/catalog.h"

namespace textkin::engine::leaks {

Result<std::unique_ptr<GramVisitor>> GramVisitor::of(const read::Collection& collection, const LeakOptions& wanted,
                                                     const TestGrams& grams, SpelledGrams& spelled, FoundLeaks& into) {
  std::unique_ptr<GramVisitor> visitor(new GramVisitor(wanted, grams, spelled, into));
  for (unsigned thread = 0; thread < collection.threads; ++thread) {
    TEXTKIN_ASSIGN_OR_RETURN(read::BlockShingler shingler, read::BlockShingler::make(collection));
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<text::NamedShingler> named, text::make_named_shingler(collection.text));
    std::unique_ptr<GramPlaces> places;
    if (wanted.action == LeakAction::kCut) {
      TEXTKIN_ASSIGN_OR_RETURN(places, GramPlaces::of(collection.text, grams, spelled));
    }
    visitor->workers_.push_back({std::move(shingler), std::move(named), {}, {}, std::move(places), {}});
  }
  return visitor;
}

Status GramVisitor::make(std::span<const Document> documents, unsigned worker, GramsOfBlock& made) {
  Worker& own = workers_[worker];
  TEXTKIN_ASSIGN_OR_RETURN(const FeatureBlock* const sets, own.shingler.shingle(documents, false));
  GramsOfBlock::OfDocument found;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    made.sizes.push_back(static_cast<std::uint32_t>((*sets)[i].size()));
    found.grams.clear();
    for (const Feature feature : (*sets)[i])
      if (const Gram gram = grams_.find(feature); gram != kNoGram) found.grams.push_back(gram);
    if (found.grams.empty()) continue;
    TEXTKIN_RETURN_IF_ERROR(verify(documents[i], own, found));
    if (found.grams.empty()) continue;
    found.leak.document = static_cast<DocId>(i);
    count_items(own, found);
    if (own.places != nullptr) TEXTKIN_RETURN_IF_ERROR(cut(documents[i], own, found));
    made.found.push_back(std::move(found));
    found = {};
  }
  return {};
}

// Leaves the n-grams that the document spells as an item does, in its order.
Status GramVisitor::verify(const Document& document, Worker& own, GramsOfBlock::OfDocument& found) {
  own.spelled.clear();
  own.named->append(document.text, own.spelled);
  std::ranges::sort(found.grams);
  std::vector<Gram> verified;
  for (const text::NamedShingle& shingle : own.spelled) {
    const Gram gram = grams_.find(shingle.feature);
    if (gram == kNoGram || !std::ranges::binary_search(found.grams, gram)) continue;
    TEXTKIN_ASSIGN_OR_RETURN(const std::string spelling, spelled_.spelling(gram));
    if (spelling == shingle.name) verified.push_back(gram);
  }
  found.grams = std::move(verified);
  return {};
}

Result<bool> GramVisitor::shares_something(std::string_view text, Worker& own) {
  own.spelled.clear();
  own.named->append(text, own.spelled);
  for (const text::NamedShingle& shingle : own.spelled) {
    const Gram gram = grams_.find(shingle.feature);
    if (gram == kNoGram) continue;
    TEXTKIN_ASSIGN_OR_RETURN(const std::string spelling, spelled_.spelling(gram));
    if (spelling == shingle.name) return true;
  }
  return false;
}

Status GramVisitor::cut(const Document& document, Worker& own, GramsOfBlock::OfDocument& found) {
  std::vector<Gram> met = found.grams;
  std::ranges::sort(met);
  TEXTKIN_RETURN_IF_ERROR(own.places->find(document.text, met, wanted_.margin, found.cuts));
  std::vector<CharacterSpan> spans;
  std::uint64_t words = 0;
  for (const LeakCut& cut : found.cuts) {
    spans.push_back(cut.characters);
    words += cut.words;
  }
  own.left.clear();
  input::append_without(document.text, spans, own.left);
  // What comes together behind a cut may be an n-gram too, and short items are whole documents.
  TEXTKIN_ASSIGN_OR_RETURN(const bool still, shares_something(own.left, own));
  found.leak.whole = still || words == own.places->words();
  if (!found.leak.whole) return {};
  const auto characters = static_cast<std::uint32_t>(
      std::ranges::count_if(document.text, [](char byte) { return !base::continues_character(byte); }));
  found.cuts = {{.characters = {0, characters},
                 .words = own.places->words(),
                 .shared = static_cast<std::uint32_t>(met.size()),
                 .item = found.leak.item}};
  return {};
}

void GramVisitor::count_items(Worker& own, GramsOfBlock::OfDocument& found) const {
  own.items.clear();
  for (const Gram gram : found.grams) {
    const std::span<const DocId> items = grams_.items_of(gram);
    own.items.insert(own.items.end(), items.begin(), items.end());
  }
  std::ranges::sort(own.items);
  for (const DocId item : own.items) {
    if (found.shared.empty() || found.shared.back().first != item) found.shared.emplace_back(item, 0);
    ++found.shared.back().second;
  }
  found.settle();
  found.leak.gram = *std::ranges::find_if(
      found.grams, [&](Gram gram) { return std::ranges::binary_search(grams_.items_of(gram), found.leak.item); });
}

Status GramVisitor::take(DocId first, GramsOfBlock& made) {
  for (const GramsOfBlock::OfDocument& found : made.found) {
    into_.add(first, found);
    for (const Gram gram : found.grams) into_.meet(gram);
  }
  return {};
}

}  // namespace textkin::engine::leaks
