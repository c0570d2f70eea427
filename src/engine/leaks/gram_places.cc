#include "engine/leaks/gram_places.h"

#include <algorithm>

#include "base/free_room.h"
#include "base/utf8.h"
#include "hash/bytes.h"

namespace textkin::engine::leaks {
namespace {

// Words of a text may be less than words of the spec: a stop word is none, several characters may be one. A run of so
// many times the n-gram's length is looked at.
constexpr std::uint32_t kMostWider = 4;

std::uint32_t count_characters(std::string_view text) {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(text, [](char byte) { return !base::continues_character(byte); }));
}

}  // namespace

Result<std::unique_ptr<GramPlaces>> GramPlaces::of(const TextSpec& spec, const TestGrams& grams) {
  if (spec.unit != ShingleUnit::kWord)
    return Status(Code::kInvalidArgument, "--action cut takes runs of words out; give --shingle word:K");
  for (const std::string& name : spec.normalizers)
    if (name.starts_with("code:"))
      return Status(Code::kInvalidArgument,
                    "--normalize " + name + " reads whole programs, and --action cut runs of words alone");
  TextSpec one = spec;
  one.shingle_size = 1;
  one.multiset = true;
  TEXTKIN_ASSIGN_OR_RETURN(auto normalizers, text::make_normalizers(spec));
  std::unique_ptr<GramPlaces> made(
      new GramPlaces(grams, spec, text::NormalWords(std::move(normalizers), text::key_of(spec))));
  TEXTKIN_ASSIGN_OR_RETURN(made->shingler_, text::make_shingler(spec));
  TEXTKIN_ASSIGN_OR_RETURN(made->units_, text::make_shingler(one));
  TEXTKIN_ASSIGN_OR_RETURN(made->named_, text::make_named_shingler(spec));
  return made;
}

std::string_view GramPlaces::between(std::string_view text, std::uint32_t begin, std::uint32_t end) const {
  return text.substr(words_[begin].begin, words_[end - 1].end - words_[begin].begin);
}

Gram GramPlaces::gram_of(Feature feature, std::span<const Gram> met) const {
  const Gram gram = grams_.find(feature);
  return gram != kNoGram && std::ranges::binary_search(met, gram) ? gram : kNoGram;
}

// To found_: those of `met` that the run is, as an item spells them.
void GramPlaces::append_grams(std::string_view run, std::span<const Gram> met) {
  features_.clear();
  shingler_->append_distinct(run, features_);
  if (std::ranges::all_of(features_, [&](Feature feature) { return gram_of(feature, met) == kNoGram; })) return;
  const text::SpelledShingles shingles = named_->spelled(run);
  for (std::size_t i = 0; i < shingles.features.size(); ++i)
    if (const Gram gram = gram_of(shingles.features[i], met);
        gram != kNoGram && grams_.spelling(gram) == shingles.name(i))
      found_.push_back(gram);
}

bool GramPlaces::are_words_of(const text::SpelledShingles& shingles) const {
  // The second copy of an n-gram is another one in a multiset, and its run alone is the first.
  if (multiset_ || shingles.tokens.size() != words_.size()) return false;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const std::string_view token = shingles.tokens[i];
    if (hash::hash_bytes(key_, token.data(), token.size()) != words_[i].hash) return false;
  }
  return true;
}

bool GramPlaces::place_tokens(std::string_view text, const text::SpelledShingles& shingles) {
  std::string letters;  // of the words' tokens
  std::vector<std::size_t> ends;
  for (std::uint32_t word = 0; word < words(); ++word) {
    const text::TokenRow& tokens = named_->spelled(between(text, word, word + 1)).tokens;
    for (std::size_t i = 0; i < tokens.size(); ++i) letters += tokens[i];
    ends.push_back(letters.size());
  }
  first_words_.clear();
  last_words_.clear();
  if (multiset_) return false;  // as above
  std::size_t at = 0;
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < shingles.tokens.size(); ++i) {
    const std::string_view token = shingles.tokens[i];
    if (std::string_view(letters).substr(at, token.size()) != token) return false;
    while (ends[word] <= at) ++word;
    first_words_.push_back(word);
    at += token.size();
    while (ends[word] < at) ++word;
    last_words_.push_back(word);
  }
  return at == letters.size();
}

void GramPlaces::take_placed(const text::SpelledShingles& shingles, std::span<const Gram> met) {
  windows_.clear();
  found_.clear();
  for (std::size_t token = 0; token + size_ <= shingles.tokens.size(); ++token) {
    const Gram gram = gram_of(shingles.features[token], met);
    if (gram == kNoGram || grams_.spelling(gram) != shingles.name(token)) continue;
    found_.push_back(gram);
    windows_.push_back({first_words_[token], last_words_[token + size_ - 1] + 1, found_.size()});
  }
}

void GramPlaces::take_windows(const text::SpelledShingles& shingles, std::span<const Gram> met) {
  windows_.clear();
  found_.clear();
  for (std::uint32_t begin = 0; begin + size_ <= words(); ++begin) {
    const Gram gram = gram_of(shingles.features[begin], met);
    if (gram == kNoGram || grams_.spelling(gram) != shingles.name(begin)) continue;
    found_.push_back(gram);
    windows_.push_back({begin, begin + size_, found_.size()});
  }
}

void GramPlaces::find_windows(std::string_view text, std::span<const Gram> met) {
  windows_.clear();
  found_.clear();
  std::uint32_t reached = 0;  // no shorter run has enough tokens
  for (std::uint32_t begin = 0; begin < words(); ++begin) {
    const std::uint32_t last = std::min(words(), begin + kMostWider * size_);
    for (std::uint32_t end = std::max(begin + 1, reached); end <= last; ++end) {
      reached = end;
      const std::string_view run = between(text, begin, end);
      const std::size_t before = found_.size();
      append_grams(run, met);
      if (found_.size() > before) {
        windows_.push_back({begin, end, found_.size()});
        break;
      }
      features_.clear();
      units_->append_distinct(run, features_);
      if (features_.size() >= size_) break;
    }
  }
}

// Of n-grams [begin, end) of found_.
void GramPlaces::settle_item(std::size_t begin, std::size_t end, LeakCut& cut) {
  const auto first = found_.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto last = found_.begin() + static_cast<std::ptrdiff_t>(end);
  std::sort(first, last);
  const auto behind = std::unique(first, last);
  cut.shared = static_cast<std::uint32_t>(behind - first);
  cut.item = counts_.count({first, behind}).most.item;
  if (counts_.is_full()) counts_.forget_combinations([](const LongLists&, const Combination&) {});
}

void GramPlaces::find(std::string_view text, const text::SpelledShingles& shingles, std::span<const Gram> met,
                      std::uint32_t margin, std::vector<LeakCut>& cuts) {
  words_.clear();
  normal_.append(text, words_);
  if (are_words_of(shingles))
    take_windows(shingles, met);
  else if (place_tokens(text, shingles))
    take_placed(shingles, met);
  else
    find_windows(text, met);
  cuts.clear();
  std::uint32_t at = 0;  // byte
  std::uint32_t character = 0;
  const auto character_of = [&](std::uint32_t word) {
    const auto to = word < words() ? words_[word].begin : static_cast<std::uint32_t>(text.size());
    character += count_characters(text.substr(at, to - at));
    at = to;
    return character;
  };
  std::size_t grams = 0;
  for (std::size_t next = 0; next < windows_.size();) {
    const std::uint32_t begin = windows_[next].begin - std::min(margin, windows_[next].begin);
    std::uint64_t end = 0;
    const std::size_t first = grams;
    for (; next < windows_.size() && (end == 0 || windows_[next].begin <= end + margin); ++next) {
      end = std::max<std::uint64_t>(end, std::uint64_t{windows_[next].end} + margin);
      grams = windows_[next].grams_end;
    }
    const auto last = static_cast<std::uint32_t>(std::min<std::uint64_t>(end, words()));
    LeakCut cut;
    cut.words = last - begin;
    cut.characters.begin = character_of(begin);
    cut.characters.end = character_of(last);
    settle_item(first, grams, cut);
    cuts.push_back(cut);
  }
}

void GramPlaces::free() {
  base::free_room(words_);
  base::free_room(first_words_);
  base::free_room(last_words_);
  base::free_room(windows_);
  base::free_room(found_);
  named_->free();
}

}  // namespace textkin::engine::leaks
