#include "text/shingles/named_shingler.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/free_room.h"
#include "hash/mix.h"
#include "text/shingles/rabin_shingler.h"
#include "text/shingles/shingle_hash.h"

namespace textkin::text {

NamedShingler::NamedShingler(Extract extract, std::vector<std::unique_ptr<Normalizer>> normalizers,
                             std::unique_ptr<Tokenizer> units, std::uint32_t shingle_size, std::string_view between,
                             bool rabin, bool multiset)
    : extract_(extract),
      normalizers_(std::move(normalizers)),
      units_(std::move(units)),
      shingle_size_(shingle_size),
      between_(between),
      rabin_(rabin),
      multiset_(multiset),
      tokens_(between) {}

SpelledShingles NamedShingler::cut(std::string_view text) {
  if (extract_ != nullptr) {
    extract_(text, extracted_);
    text = extracted_;
  }
  text = normalize_all(normalizers_, text, buffers_);
  features_.clear();
  units_->append_hashes(text, false, features_);
  tokens_.clear();
  tokens_.reserve(text.size(), features_.size());
  units_->append_tokens(text, false, tokens_);
  const std::size_t length = std::min<std::size_t>(shingle_size_, tokens_.size());
  features_.resize(shingle(features_.data(), features_.size(), shingle_size_));
  const SpelledShingles all{tokens_, features_, length};
  if (rabin_)
    for (std::size_t i = 0; i < features_.size(); ++i) features_[i] = rabin_feature(all.name(i));
  return all;
}

SpelledShingles NamedShingler::spelled(std::string_view text) {
  const SpelledShingles all = cut(text);
  if (multiset_) copies_.replicate(features_.data(), features_.size());
  return all;
}

void NamedShingler::append(std::string_view text, std::vector<NamedShingle>& out) {
  const SpelledShingles all = cut(text);
  std::unordered_map<Feature, std::uint32_t> seen;  // how often
  for (std::size_t place = 0; place < features_.size(); ++place) {
    const Feature feature = features_[place];
    const std::uint32_t copy = seen[feature]++;
    if (copy > 0 && !multiset_) continue;
    out.push_back({copy == 0 ? feature : hash::mix64(feature + copy * kCopyStep), std::string(all.name(place)), copy});
  }
}

void NamedShingler::free() {
  base::free_room(extracted_);
  for (ByteBuffer& buffer : buffers_) buffer = {};
  tokens_ = TokenRow(between_);
  base::free_room(features_);
  base::free_room(copies_);
}

}  // namespace textkin::text
