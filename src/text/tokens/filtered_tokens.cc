#include "text/tokens/filtered_tokens.h"

#include "hash/bytes.h"

namespace textkin::text {

void FilteredTokens::append_hashes(std::string_view text, bool lower, std::vector<std::uint64_t>& hashes) {
  kept_.clear();
  append_tokens(text, lower, kept_);
  for (const std::string& token : kept_) hashes.push_back(hash::hash_bytes(key_, token.data(), token.size()));
}

void FilteredTokens::append_tokens(std::string_view text, bool lower, std::vector<std::string>& tokens) {
  const std::size_t before = tokens.size();
  tokens_->append_tokens(text, lower, tokens);
  std::size_t kept = before;
  for (std::size_t i = before; i < tokens.size(); ++i) {
    if (stop_words_.contains(tokens[i])) continue;
    if (stemmer_.has_value()) stemmer_->stem(tokens[i]);
    if (kept != i) tokens[kept] = std::move(tokens[i]);
    ++kept;
  }
  tokens.resize(kept);
}

}  // namespace textkin::text
