#include "engine/leaks/test_texts.h"

#include <algorithm>
#include <utility>

#include "align/aligner.h"
#include "align/fingerprint_join.h"
#include "engine/passages/text_fingerprints.h"
#include "engine/read/counted_room.h"
#include "engine/read/text_pass.h"

namespace textkin::engine::leaks {
namespace {

struct TextsOfBlock : read::BlockVisitor::Made {
  std::vector<passages::WordColumns> texts;
  std::vector<TestTexts::Place> places;  // items numbered within the block
  std::uint64_t bytes = 0;
};

class TestVisitor final : public read::VisitorOf<TextsOfBlock> {
 public:
  TestVisitor(const read::Collection& collection, const text::WordKind& kind, const align::WinnowSpec& spec,
              std::vector<passages::WordColumns>& texts, std::vector<TestTexts::Place>& places)
      : collection_(collection),
        programs_(kind.code != nullptr),
        texts_(texts),
        places_(places),
        room_(collection, kEighths, "the words of --against do not fit in a quarter of --memory") {
    for (unsigned thread = 0; thread < collection.threads; ++thread)
      workers_.push_back(std::make_unique<passages::TextFingerprints>(kind, spec));
  }

  Status make(std::span<const Document> documents, unsigned worker, TextsOfBlock& made) override {
    passages::TextFingerprints& fingerprints = *workers_[worker];
    for (std::size_t i = 0; i < documents.size(); ++i) {
      passages::WordColumns& text = made.texts.emplace_back();
      text.of_many_threads = true;
      const auto look = [&](std::span<const text::LocatedWord> words) {
        text.set(words);
        if (!programs_) text.grams.index(text.words, align::Aligner::kFineRun);
      };
      if (const std::uint64_t needed = fingerprints.choose_or_tell(documents[i], collection_, look, kBytesAWordOfPairs);
          needed > 0)
        return passages::too_many_words(collection_, collection_.place(documents[i].record), alone_in_pairs(needed),
                                        kAlignedAloneParts);
      for (const align::Fingerprint& chosen : fingerprints.chosen())
        made.places.push_back({chosen.hash, static_cast<DocId>(i), chosen.place});
      made.sizes.push_back(static_cast<std::uint32_t>(fingerprints.words()));
      made.bytes += text.bytes() + sizeof(text);
      fingerprints.end(documents[i], collection_);
    }
    made.bytes += made.places.size() * sizeof(TestTexts::Place);
    return {};
  }

  Status take(DocId first, TextsOfBlock& made) override {
    TEXTKIN_ASSIGN_OR_RETURN(const bool kept, room_.take(made.bytes));
    if (!kept) return {};
    for (passages::WordColumns& text : made.texts) texts_.push_back(std::move(text));
    for (TestTexts::Place& place : made.places) {
      place.item += first;
      places_.push_back(place);
    }
    return {};
  }

  const read::CountedRoom& room() const { return room_; }

 private:
  static constexpr std::uint64_t kEighths = 2;

  const read::Collection& collection_;
  const bool programs_;
  std::vector<passages::WordColumns>& texts_;
  std::vector<TestTexts::Place>& places_;
  std::vector<std::unique_ptr<passages::TextFingerprints>> workers_;  // one a thread
  read::CountedRoom room_;
};

// As the join of two sides looks at them: of each document the first places of a fingerprint.
void leave_first(std::vector<TestTexts::Place>& places) {
  std::ranges::sort(places);
  std::size_t kept = 0;
  std::size_t of_item = 0;
  for (const TestTexts::Place& place : places) {
    const bool same =
        kept > 0 && places[kept - 1].fingerprint == place.fingerprint && places[kept - 1].item == place.item;
    of_item = same ? of_item + 1 : 1;
    if (of_item <= align::kMostPostings) places[kept++] = place;
  }
  places.resize(kept);
}

}  // namespace

Result<std::unique_ptr<TestTexts>> TestTexts::read(const run::Reading& tests, const text::WordKind& kind,
                                                   const align::WinnowSpec& spec, Progress& progress) {
  std::unique_ptr<TestTexts> made(new TestTexts());
  TEXTKIN_ASSIGN_OR_RETURN(made->collection_, read::open_collection(tests, ""));
  TestVisitor visitor(made->collection_, kind, spec, made->texts_, made->places_);
  TEXTKIN_RETURN_IF_ERROR(read::read_texts(made->collection_, tests.inputs, visitor, progress));
  TEXTKIN_RETURN_IF_ERROR(visitor.room().check());
  made->bytes_ = visitor.room().bytes();
  leave_first(made->places_);
  made->bits_ = HashBits::of(made->places_, [](const Place& place) { return place.fingerprint; });
  for (const passages::WordColumns& text : made->texts_)
    made->first_words_.push_back(made->first_words_.back() + text.words.size());
  return made;
}

std::span<const TestTexts::Place> TestTexts::with(std::uint64_t fingerprint) const {
  if (!bits_.may_hold(fingerprint)) return {};
  const auto found = std::ranges::equal_range(places_, fingerprint, {}, &Place::fingerprint);
  return {found.begin(), found.end()};
}

}  // namespace textkin::engine::leaks
