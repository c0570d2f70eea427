#include "text/shingles/rabin_shingler.h"

#include <algorithm>
#include <utility>

#include "base/sort.h"
#include "hash/mix.h"

namespace textkin::text {

Feature rabin_feature(std::string_view shingle) {
  static const hash::RabinFingerprint fingerprint =
      hash::RabinFingerprint::make(hash::RabinFingerprint::kMostBits, kRabinSeed).value();
  return hash::mix64(fingerprint(shingle));
}

RabinShingler::RabinShingler(std::vector<std::unique_ptr<Normalizer>> normalizers, std::unique_ptr<Tokenizer> tokens,
                             std::uint32_t shingle_size, bool multiset)
    : normalizers_(std::move(normalizers)),
      tokenizer_(std::move(tokens)),
      shingle_size_(shingle_size),
      multiset_(multiset) {}

void RabinShingler::append_features(std::string_view text, std::vector<Feature>& out) {
  tokens_.clear();
  tokenizer_->append_tokens(normalize_all(normalizers_, text, buffers_), false, tokens_);
  const std::size_t size = std::min<std::size_t>(shingle_size_, tokens_.size());
  if (size == 0) return;
  for (std::size_t first = 0; first + size <= tokens_.size(); ++first)
    out.push_back(rabin_feature(tokens_.run(first, size)));
}

void RabinShingler::append_distinct(std::string_view text, std::vector<Feature>& out) {
  const std::size_t before = out.size();
  append_features(text, out);
  distinct_.make_distinct(out, before, multiset_);
}

void RabinShingler::append_counted(std::string_view text, std::vector<Feature>& out, std::vector<double>& counts) {
  features_.clear();
  append_features(text, features_);
  distinct_.append_counted(features_.data(), features_.size(), out, counts);
}

void RabinShingler::append_sorted(std::string_view text, std::vector<Feature>& out) {
  const std::size_t before = out.size();
  append_distinct(text, out);
  base::sort(out.data() + before, out.size() - before);
}

}  // namespace textkin::text
