#include "engine/leaks/gram_visitor.h"

#include <algorithm>
#include <utility>

#include "base/free_room.h"
#include "base/utf8.h"
#include "input/formats/format.h"
#include "text/catalog.h"

namespace textkin::engine::leaks {
namespace {

// Of a document that shares something: its words as they are spelled, and the n-grams that it shares; and where
// something is cut, places and runs, and what is left. Measured.
constexpr std::uint64_t kBytesASpelledWord = 28;
constexpr std::uint64_t kBytesACutWord = 80;
constexpr std::uint64_t kBytesASpelledByte = 2;
constexpr std::uint64_t kBytesACutByte = 4;
constexpr std::size_t kLargeText = 1u << 20;  // whose scratch does not stay

}  // namespace

Result<std::unique_ptr<GramVisitor>> GramVisitor::of(const read::Collection& collection, const LeakOptions& wanted,
                                                     const TestGrams& grams, FoundLeaks& into) {
  std::unique_ptr<GramVisitor> visitor(new GramVisitor(collection, wanted, grams, into));
  const bool cuts = wanted.action == LeakAction::kCut;
  const read::BesideText beside{.bytes = grams.bytes(),
                                .a_unit = cuts ? kBytesACutWord : kBytesASpelledWord,
                                .a_byte = cuts ? kBytesACutByte : kBytesASpelledByte};
  for (unsigned thread = 0; thread < collection.threads; ++thread) {
    TEXTKIN_ASSIGN_OR_RETURN(read::BlockShingler shingler, read::BlockShingler::make(collection, beside));
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<text::NamedShingler> named, text::make_named_shingler(collection.text));
    std::unique_ptr<GramPlaces> places;
    if (cuts) {
      TEXTKIN_ASSIGN_OR_RETURN(places, GramPlaces::of(collection.text, grams));
    }
    visitor->workers_.push_back({std::move(shingler), std::move(named), std::move(places), {}});
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
    const text::SpelledShingles shingles = own.named->spelled(documents[i].text);
    verify(shingles, found);
    if (!found.grams.empty()) {
      found.leak.document = static_cast<DocId>(i);
      if (own.places != nullptr) TEXTKIN_RETURN_IF_ERROR(cut(documents[i], shingles, own, found));
      made.found.push_back(std::move(found));
      found = {};
    }
    if (documents[i].text.size() > kLargeText) {
      own.named->free();
      base::free_room(own.left);
      if (own.places != nullptr) own.places->free();
    }
  }
  return {};
}

// Leaves the n-grams that the document spells as an item does, in its order.
void GramVisitor::verify(const text::SpelledShingles& shingles, GramsOfBlock::OfDocument& found) const {
  std::ranges::sort(found.grams);
  std::vector<bool> met(found.grams.size());
  std::vector<Gram> verified;
  for (std::size_t i = 0; i < shingles.features.size(); ++i) {
    const Gram gram = grams_.find(shingles.features[i]);
    if (gram == kNoGram) continue;
    const auto at = std::ranges::lower_bound(found.grams, gram);
    if (at == found.grams.end() || *at != gram) continue;
    const auto place = static_cast<std::size_t>(at - found.grams.begin());
    if (met[place] || grams_.spelling(gram) != shingles.name(i)) continue;
    met[place] = true;
    verified.push_back(gram);
  }
  found.grams = std::move(verified);
}

bool GramVisitor::shares_something(std::string_view text, Worker& own) const {
  const text::SpelledShingles shingles = own.named->spelled(text);
  for (std::size_t i = 0; i < shingles.features.size(); ++i)
    if (const Gram gram = grams_.find(shingles.features[i]);
        gram != kNoGram && grams_.spelling(gram) == shingles.name(i))
      return true;
  return false;
}

Status GramVisitor::cut(const Document& document, const text::SpelledShingles& shingles, Worker& own,
                        GramsOfBlock::OfDocument& found) const {
  std::vector<Gram> met = found.grams;
  std::ranges::sort(met);
  own.places->find(document.text, shingles, met, wanted_.margin, found.cuts);
  std::vector<CharacterSpan> spans;
  std::uint64_t words = 0;
  for (const LeakCut& cut : found.cuts) {
    spans.push_back(cut.characters);
    words += cut.words;
  }
  own.left.clear();
  input::append_without(document.text, spans, own.left);
  // What comes together behind a cut may be an n-gram too, and short items are whole documents.
  found.leak.whole = shares_something(own.left, own) || words == own.places->words();
  if (!found.leak.whole) return {};
  const auto characters = static_cast<std::uint32_t>(
      std::ranges::count_if(document.text, [](char byte) { return !base::continues_character(byte); }));
  found.cuts = {
      {.characters = {0, characters}, .words = own.places->words(), .shared = static_cast<std::uint32_t>(met.size())}};
  return {};
}

void GramVisitor::count_items(DocId document, GramsOfBlock::OfDocument& found) {
  const ItemCounts::Counted counted = counts_.count(found.grams);
  for (const ItemCounts::Shared& one : counted.alone)
    (one.in_combination ? found.raised : found.shared).emplace_back(one.item, one.shared);
  if (Combination* const together = counted.combination; together != nullptr) {
    found.sets_together = together->sets;
    if (together->documents++ == 0) together->first = document;
  }
  found.leak.item = counted.most.item;
  found.leak.shared = counted.most.shared;
  found.leak.items = counted.items;
  found.leak.gram = *std::ranges::find_if(
      found.grams, [&](Gram gram) { return std::ranges::binary_search(grams_.items_of(gram), found.leak.item); });
  if (found.leak.whole) found.cuts.front().item = found.leak.item;
}

void GramVisitor::add_combinations() {
  counts_.forget_combinations([&](const LongLists& lists, const Combination& together) {
    for (const ItemCounts::Shared& one : counts_.items_of(lists))
      into_.add_together(one.item, together.documents, together.first, one.shared);
    for (const std::uint32_t set : together.sets) into_.add_documents_of_set(set, together.documents);
  });
}

Status GramVisitor::take(DocId first, GramsOfBlock& made) {
  TEXTKIN_RETURN_IF_ERROR(room_.check_documents());
  for (GramsOfBlock::OfDocument& found : made.found) {
    if (!room_.take(found, false)) continue;
    count_items(first + found.leak.document, found);
    into_.add(first, found);
    for (const Gram gram : found.grams) into_.meet(gram);
    found = {};
    if (counts_.is_full()) add_combinations();
  }
  return {};
}

Status GramVisitor::finish() {
  add_combinations();
  return room_.check();
}

}  // namespace textkin::engine::leaks
