// GramPlaces: where in a document the n-grams stand that it shares with test items, and what goes with them.
//
// Words and where they end are those of text/places/normal_words.h. As a rule they are the words that the document is
// compared by, and its n-grams stand where these do. Where they are not (a mark is a token, a sign is several, stop
// words are none), the tokens of each word tell which words a token was made of, if they are spelled as those of the
// text. Where they are not even that (words that tokens are cut into by their neighbours), each run of words is
// shingled alone, so that it is found by whatever makes words equal in the run's TextSpec. Threads: one each.
// Cost: a hash a word; else a shingle a word, or some dozens.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/leaks/found_leaks.h"
#include "engine/leaks/item_counts.h"
#include "engine/leaks/test_grams.h"
#include "hash/key.h"
#include "text/catalog.h"
#include "text/places/normal_words.h"
#include "text/shingles/named_shingler.h"
#include "textkin/document.h"
#include "textkin/shingler.h"
#include "textkin/status.h"
#include "textkin/text_spec.h"

namespace textkin::engine::leaks {

class GramPlaces {
 public:
  // `grams` must outlive it. kInvalidArgument where shingles are no words.
  static Result<std::unique_ptr<GramPlaces>> of(const TextSpec& spec, const TestGrams& grams);

  // Replaces `cuts` by those of `text`, whose shingles are `shingles`: `met` are the n-grams that it shares, ascending;
  // `margin` words go on either side. Ascending, apart; none where an n-gram's words are not found as a run. A run goes
  // if it is spelled as an item's.
  void find(std::string_view text, const text::SpelledShingles& shingles, std::span<const Gram> met,
            std::uint32_t margin, std::vector<LeakCut>& cuts);
  // Scratch of a large text must not stay behind it.
  void free();

  std::uint32_t words() const { return static_cast<std::uint32_t>(words_.size()); }  // of the last text

 private:
  struct Window {
    std::uint32_t begin;  // words
    std::uint32_t end;
    std::size_t grams_end;  // of found_, behind those that stand in it
  };

  GramPlaces(const TestGrams& grams, const TextSpec& spec, text::NormalWords normal)
      : grams_(grams),
        key_(text::key_of(spec)),
        normal_(std::move(normal)),
        size_(spec.shingle_size),
        multiset_(spec.multiset),
        counts_(grams, {}) {}
  // Whether the words are those of the shingles.
  bool are_words_of(const text::SpelledShingles& shingles) const;
  // Of which words each token was made; false where that cannot be told.
  bool place_tokens(std::string_view text, const text::SpelledShingles& shingles);
  void take_windows(const text::SpelledShingles& shingles, std::span<const Gram> met);
  void take_placed(const text::SpelledShingles& shingles, std::span<const Gram> met);
  void find_windows(std::string_view text, std::span<const Gram> met);
  Gram gram_of(Feature feature, std::span<const Gram> met) const;
  void append_grams(std::string_view run, std::span<const Gram> met);
  std::string_view between(std::string_view text, std::uint32_t begin, std::uint32_t end) const;
  void settle_item(std::size_t begin, std::size_t end, LeakCut& cut);

  const TestGrams& grams_;
  const hash::Key key_;
  text::NormalWords normal_;
  const std::uint32_t size_;
  const bool multiset_;
  std::unique_ptr<Shingler> shingler_;
  std::unique_ptr<Shingler> units_;  // one word each
  std::unique_ptr<text::NamedShingler> named_;
  std::vector<text::NormalWord> words_;
  std::vector<std::uint32_t> first_words_;  // of each token,
  std::vector<std::uint32_t> last_words_;   // the first and the last that it has letters of
  std::vector<Window> windows_;
  std::vector<Gram> found_;
  std::vector<Feature> features_;
  ItemCounts counts_;
};

}  // namespace textkin::engine::leaks
