#include "text/shingles/named_shingler.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "hash/mix.h"
#include "text/shingles/distinct.h"
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
      multiset_(multiset) {}

void NamedShingler::append(std::string_view text, std::vector<NamedShingle>& out) {
  if (extract_ != nullptr) {
    extract_(text, extracted_);
    text = extracted_;
  }
  text = normalize_all(normalizers_, text, buffers_);
  tokens_.clear();
  features_.clear();
  units_->append_tokens(text, false, tokens_);
  units_->append_hashes(text, false, features_);
  const std::size_t length = std::min<std::size_t>(shingle_size_, tokens_.size());
  features_.resize(shingle(features_.data(), features_.size(), shingle_size_));

  std::unordered_map<Feature, std::uint32_t> seen;  // how often
  for (std::size_t place = 0; place < features_.size(); ++place) {
    if (!rabin_ && !multiset_ && seen.contains(features_[place])) continue;
    std::string name;
    for (std::size_t i = 0; i < length; ++i) name += (i == 0 ? "" : between_) + tokens_[place + i];
    const Feature feature = rabin_ ? rabin_feature(name) : features_[place];
    const std::uint32_t copy = seen[feature]++;
    if (copy > 0 && !multiset_) continue;
    out.push_back({copy == 0 ? feature : hash::mix64(feature + copy * kCopyStep), std::move(name), copy});
  }
}

}  // namespace textkin::text
