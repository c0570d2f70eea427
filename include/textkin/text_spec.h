// TextSpec: how a text becomes a set of shingles. Part of a run's identity.
//
// The printable form names everything that decides the features: normalisers from left to right, tokens, shingle,
// multiset, the versions of our definitions and of Unicode; and, where they are used, stop words, stemmer, fingerprint,
// weights, the name of the key. Features are comparable only if these are equal.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "textkin/words.h"

namespace textkin {

// kSuffix: a text is a set of items NAME:WEIGHT (text/shingles/weighted_shingler.h); then no normaliser, tokens
// whitespace, word:1.
enum class Weights { kNone, kSuffix };
inline constexpr Words<Weights, 2> kWeightsWords{{{"none", Weights::kNone}, {"suffix", Weights::kSuffix}}};

enum class ShingleUnit { kWord, kCharacter, kKmer };

struct TextSpec {
  std::vector<std::string> normalizers{"nfkc-casefold"};  // names of the normaliser catalogue, applied in order
  std::string tokens = "unicode";                         // name of the tokeniser catalogue; not used by characters
  ShingleUnit unit = ShingleUnit::kWord;
  // 1 .. 1024 tokens or code points; a shorter text has one shingle, all of it. Or 1 .. 32 nucleotides of a k-mer,
  // which uses neither normalisers nor tokens; a shorter sequence has none.
  std::uint32_t shingle_size = 5;
  bool multiset = false;
  Weights weights = Weights::kNone;
  double weight_unit = 1;  // of which weights are made copies
  // Of words only. Stop words are dropped, then each word is replaced by its stem.
  std::string stop_words{};                // a list of the catalogue, or where stop_list comes from; empty: none
  std::optional<std::string> stop_list{};  // words with white space between; behind | is remark, to the end of the line
  std::string stem{};                      // a Snowball algorithm: "english"; empty: none
  std::string fingerprint = "bytes";       // of a shingle: "bytes" or "rabin"
  // What keys the hashes of words and characters (hash/key.h), so that nobody who does not have it can prepare texts
  // whose shingles collide; without it the hashes are the same everywhere. K-mers of up to 32 never collide.
  std::string key{};  // the file that it comes from; empty: none
  std::optional<std::array<std::uint64_t, 2>> secret{};
};

}  // namespace textkin
