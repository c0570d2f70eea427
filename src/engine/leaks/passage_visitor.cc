#include "engine/leaks/passage_visitor.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>

#include "align/fingerprint_join.h"
#include "base/free_room.h"
#include "base/parallel.h"
#include "base/utf8.h"
#include "engine/passages/passage_pairs.h"
#include "input/formats/format.h"
#include "store/document_reader.h"

namespace textkin::engine::leaks {
namespace {

// Of the memory, so many parts are one each for what is aligned at once, for a pair that is aligned alone, and for
// what is found; the test sets, the table of documents and what is read have a fourth each.
constexpr std::uint64_t kAlignedParts = 8;

}  // namespace

PassageVisitor::PassageVisitor(const read::Collection& collection, const LeakOptions& wanted, const TestTexts& tests,
                               const text::WordKind& kind, const align::WinnowSpec& spec, FoundLeaks& into)
    : collection_(collection),
      wanted_(wanted),
      tests_(tests),
      into_(into),
      share_(collection.budget->limit() / kAlignedParts / collection.threads),
      too_large_(collection, kAlignedAloneParts),
      room_(collection, tests.bytes()) {
  for (unsigned thread = 0; thread < collection.threads; ++thread)
    workers_.push_back(std::make_unique<Worker>(kind, spec, wanted.passages.align));
}

Status PassageVisitor::make(std::span<const Document> documents, unsigned worker, PassagesOfBlock& made) {
  Worker& own = *workers_[worker];
  PassagesOfBlock::OfDocument found;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const std::uint64_t needed =
        own.fingerprints.choose_or_tell(documents[i], collection_, [](const auto&) {}, kBytesAWordOfPairs);
    if (needed > 0) too_large_.meet(alone_in_pairs(needed), collection_.place(documents[i].record));
    made.sizes.push_back(static_cast<std::uint32_t>(own.fingerprints.words()));
    TEXTKIN_RETURN_IF_ERROR(find(documents[i], own, found));
    if (own.found.empty()) continue;
    found.leak.document = static_cast<DocId>(i);
    found.settle();
    if (wanted_.action == LeakAction::kCut) TEXTKIN_RETURN_IF_ERROR(cut(documents[i], own, found));
    for (const Placed& placed : own.found) found.passages.push_back(placed.passage);
    free_large(own);
    made.found.push_back(std::move(found));
    found = {};
  }
  return {};
}

// The seeds of each pair are those of align::join_fingerprints().
void PassageVisitor::find_seeds(Worker& own) const {
  own.chosen.clear();
  for (const align::Fingerprint& chosen : own.fingerprints.chosen())
    if (!tests_.with(chosen.hash).empty()) own.chosen.emplace_back(chosen.hash, chosen.place);
  std::ranges::sort(own.chosen);
  own.seeds.clear();
  std::uint32_t places = 0;
  for (std::size_t i = 0; i < own.chosen.size(); ++i) {
    places = i > 0 && own.chosen[i].first == own.chosen[i - 1].first ? places + 1 : 1;
    if (places > align::kMostPostings) continue;
    for (const TestTexts::Place& there : tests_.with(own.chosen[i].first))
      own.seeds.push_back({there.item, {own.chosen[i].second, there.place}});
  }
  std::ranges::sort(own.seeds, {}, &ItemSeed::key);
}

Status PassageVisitor::find(const Document& document, Worker& own, PassagesOfBlock::OfDocument& out) {
  own.found.clear();
  find_seeds(own);
  const std::uint64_t words = own.fingerprints.words();
  own.fingerprints.end(document, collection_);
  if (own.seeds.empty()) return {};
  std::uint64_t in_items = 0;
  for (const ItemSeed& seed : own.seeds) in_items = std::max(in_items, tests_.words_of(seed.item).words.size());
  const std::uint64_t needed = (words + in_items) * passages::kBytesAnAlignedWord + own.seeds.size() * sizeof(ItemSeed);
  std::uint64_t besides = 0;
  for (const bool alone : {false, true}) {
    const std::uint64_t room = alone ? passages::room_alone(collection_, kAlignedAloneParts) : share_;
    if (needed + besides > room) {
      if (!alone) continue;
      return meet_too_large(document, own, needed + besides);
    }
    const passages::AloneLock lock(alone_, alone);
    own.located.reserve(words);
    own.locator.locate(document.text, own.located);
    own.text.set(own.located);
    TEXTKIN_ASSIGN_OR_RETURN(besides, align(own, room - needed, out));
    if (alone) {
      own.aligner.free();
      base::free_room(own.located);
      if (besides > 0) return meet_too_large(document, own, needed + besides);
    }
    if (besides == 0) return {};
  }
  return {};
}

Result<std::uint64_t> PassageVisitor::align(Worker& own, std::uint64_t room, PassagesOfBlock::OfDocument& out) {
  own.found.clear();
  out.shared.clear();
  out.met.clear();
  for (std::size_t begin = 0, end = 0; begin < own.seeds.size(); begin = end) {
    if (base::interrupted()) return Status(Code::kInterrupted, "interrupted");
    const DocId item = own.seeds[begin].item;
    own.of_pair.clear();
    for (; end < own.seeds.size() && own.seeds[end].item == item; ++end) own.of_pair.push_back(own.seeds[end].seed);
    if (const std::uint64_t besides = own.aligner.align(own.text, tests_.words_of(item), own.of_pair, room);
        besides > 0)
      return besides;
    add(item, own, out);
  }
  return 0u;
}

// What the aligner has found of the document and `item`.
void PassageVisitor::add(DocId item, Worker& own, PassagesOfBlock::OfDocument& out) const {
  if (own.aligner.spans().empty()) return;
  const passages::WordColumns& words = tests_.words_of(item);
  own.in_item.clear();
  for (align::WordSpans& spans : own.aligner.spans()) {
    own.pieces.clear();
    spans.equal = own.aligner.find_pieces(own.text, words, spans, own.pieces);
    const Passage found = passages::passage_of(0, item, own.text, words, spans);
    own.found.push_back({{.item = item,
                          .in_document = {found.a_offset, found.a_offset + found.a_length},
                          .in_item = {found.b_offset, found.b_offset + found.b_length},
                          .words = found.a_words,
                          .item_words = found.b_words,
                          .equal = found.equal},
                         found.a_first_word});
    for (const Piece& piece : own.pieces)
      own.in_item.emplace_back(piece.b_first_word, piece.b_first_word + piece.words);
  }
  out.shared.emplace_back(item, words.counted.in_union(own.in_item));
  const std::uint64_t first = tests_.first_word_of(item);
  for (const align::WordSpan& span : own.in_item) out.met.emplace_back(first + span.first, first + span.second);
}

Status PassageVisitor::meet_too_large(const Document& document, Worker& own, std::uint64_t bytes) {
  own.found.clear();
  const auto longest = std::ranges::max_element(
      own.seeds, {}, [&](const ItemSeed& seed) { return tests_.words_of(seed.item).words.size(); });
  store::DocumentReader items(tests_.collection().table);
  store::DocumentRow row;
  TEXTKIN_RETURN_IF_ERROR(items.read_record(longest->item, row));
  too_large_.meet(bytes,
                  fmt::format("{} and {}", collection_.place(document.record), tests_.collection().place(row.record)));
  return {};
}

Status PassageVisitor::check() const {
  if (too_large_.would_do() > room_.would_do()) return too_large_.check();
  return room_.check(", or a larger --guarantee");
}

void PassageVisitor::free_large(Worker& own) const {
  if (own.text.words.size() * passages::kBytesAnAlignedWord <= share_) return;
  own.text = {};
  base::free_room(own.left);
}

Status PassageVisitor::cut(const Document& document, Worker& own, PassagesOfBlock::OfDocument& out) {
  // What is left is looked at with the same scratch.
  std::vector<Placed> all = std::move(own.found);
  const auto words = static_cast<std::uint32_t>(own.text.words.size());
  std::vector<std::uint32_t> by_place(all.size());
  for (std::uint32_t i = 0; i < by_place.size(); ++i) by_place[i] = i;
  std::ranges::sort(by_place, {}, [&](std::uint32_t i) { return std::pair(all[i].first_word, i); });
  const auto characters = static_cast<std::uint32_t>(
      std::ranges::count_if(document.text, [](char byte) { return !base::continues_character(byte); }));
  const auto begin_of = [&](std::uint32_t word) { return word < words ? own.text.begin[word] : characters; };
  const auto better = [&](std::uint32_t i, std::uint32_t than) {
    return than == kNoPassage || all[i].passage.equal > all[than].passage.equal ||
           (all[i].passage.equal == all[than].passage.equal && i < than);
  };
  const std::uint32_t margin = wanted_.margin;
  std::vector<CharacterSpan> spans;
  std::uint64_t gone = 0;
  std::uint32_t best = kNoPassage;
  for (std::size_t next = 0; next < by_place.size();) {
    const std::uint32_t first = all[by_place[next]].first_word;
    const std::uint32_t begin = first - std::min(margin, first);
    std::uint64_t end = 0;
    LeakCut cut;
    for (; next < by_place.size() && (end == 0 || all[by_place[next]].first_word <= end + margin); ++next) {
      const Placed& placed = all[by_place[next]];
      end = std::max(end, std::uint64_t{placed.first_word} + placed.passage.words + margin);
      if (better(by_place[next], cut.passage)) cut.passage = by_place[next];
    }
    const auto last = static_cast<std::uint32_t>(std::min<std::uint64_t>(end, words));
    cut.characters = {begin_of(begin), begin_of(last)};
    cut.words = last - begin;
    cut.item = all[cut.passage].passage.item;
    cut.shared = all[cut.passage].passage.equal;
    if (better(cut.passage, best)) best = cut.passage;
    spans.push_back(cut.characters);
    gone += cut.words;
    out.cuts.push_back(cut);
  }
  bool still = false;
  if (gone < words) {
    own.left.clear();
    input::append_without(document.text, spans, own.left);
    Document left = document;
    left.text = own.left;
    TEXTKIN_RETURN_IF_ERROR(own.fingerprints.choose(left, collection_, [](const auto&) {}));
    PassagesOfBlock::OfDocument of_left;
    TEXTKIN_RETURN_IF_ERROR(find(left, own, of_left));
    still = !own.found.empty();
  }
  own.found = std::move(all);
  out.leak.whole = still || gone == words;
  if (!out.leak.whole) return {};
  out.cuts = {{.characters = {0, characters},
               .words = words,
               .shared = own.found[best].passage.equal,
               .item = own.found[best].passage.item,
               .passage = best}};
  return {};
}

Status PassageVisitor::take(DocId first, PassagesOfBlock& made) {
  TEXTKIN_RETURN_IF_ERROR(room_.check_documents());
  for (PassagesOfBlock::OfDocument& found : made.found) {
    if (!room_.take(found, into_.keeps_passages())) continue;
    into_.add(first, found);
    for (const auto& [begin, end] : found.met)
      for (std::uint64_t word = begin; word < end; ++word) into_.meet(word);
  }
  return {};
}

}  // namespace textkin::engine::leaks
