#include "text/tokens/filtered_tokens.h"

#include "hash/bytes.h"

namespace textkin::text {

template <class Take>
void FilteredTokens::for_each_kept(std::string_view text, bool lower, Take take) {
  all_.clear();
  tokens_->append_tokens(text, lower, all_);
  for (std::size_t i = 0; i < all_.size(); ++i) {
    token_ = all_[i];
    if (stop_words_.contains(token_)) continue;
    if (stemmer_.has_value()) stemmer_->stem(token_);
    take(token_);
  }
}

void FilteredTokens::append_hashes(std::string_view text, bool lower, std::vector<std::uint64_t>& hashes) {
  for_each_kept(text, lower,
                [&](std::string_view token) { hashes.push_back(hash::hash_bytes(key_, token.data(), token.size())); });
}

void FilteredTokens::append_tokens(std::string_view text, bool lower, TokenRow& tokens) {
  for_each_kept(text, lower, [&](std::string_view token) { tokens.append(token); });
}

}  // namespace textkin::text
