// TextFingerprints: the words of one text after the other, and the runs of them that winnowing chooses: what passages
// are found by, in a collection and in an index.
//
// A text that is worked on alone, because it is larger than a thread's share, asks for its memory. Threads: one each.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "align/winnow.h"
#include "engine/read/collection.h"
#include "text/places/located_words.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::engine::passages {

class TextFingerprints {
 public:
  TextFingerprints(const text::WordKind& kind, const align::WinnowSpec& spec) : locator_(kind), winnower_(spec) {}

  // What is done with the words while they are there.
  using Look = std::function<void(std::span<const text::LocatedWord> words)>;

  void choose(std::string_view text);
  // kExhausted, with what would do, where the words have no room.
  Status choose(const Document& document, const read::Collection& collection, const Look& look);
  // 0; or, where the words have no room, how many bytes they would take alone, and how many a word of a pair of such
  // documents if that is more: then nothing is chosen, and words() are none.
  std::uint64_t choose_or_tell(const Document& document, const read::Collection& collection, const Look& look,
                               std::uint64_t bytes_a_word_of_pairs);

  // Of the text that came last: each of the places that the join looks at, by fingerprint where they are many.
  std::span<const align::Fingerprint> chosen() const { return chosen_; }
  std::uint64_t all_chosen() const { return all_chosen_; }  // with those that it does not look at
  std::size_t words() const { return words_.size(); }
  // Frees what a large document has left; of others nothing.
  void end(const Document& document, const read::Collection& collection);

 private:
  void locate(std::string_view text, const Look& look);
  void choose_of_words();
  std::uint64_t make_room(const Document& document, const read::Collection& collection, std::uint64_t of_pairs);
  std::uint64_t make_room_to_choose(const Document& document, const read::Collection& collection,
                                    std::uint64_t of_pairs);
  void free();

  text::WordLocator locator_;
  align::Winnower winnower_;
  std::vector<text::LocatedWord> located_;
  std::vector<std::uint64_t> words_;
  std::vector<align::Fingerprint> chosen_;
  std::uint64_t all_chosen_ = 0;
};

}  // namespace textkin::engine::passages
