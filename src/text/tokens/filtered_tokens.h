// FilteredTokens: the tokens of another Tokenizer without stop words, each as its stem: Gakhov 2016, "stop-word
// removal, stemming". Stop words go first, as they are written in the text.
//
// A token that is left is hashed as any tokeniser hashes it; runs of K of them are phrases (word:K). Threads: one each.
// Cost: some 30 ns a token, and its stem.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "text/tokens/stemmer.h"
#include "text/tokens/tokenizer.h"

namespace textkin::text {

class FilteredTokens : public Tokenizer {
 public:
  FilteredTokens(const hash::Key& key, std::unique_ptr<Tokenizer> tokens, std::unordered_set<std::string> stop_words,
                 std::optional<Stemmer> stemmer)
      : key_(key), tokens_(std::move(tokens)), stop_words_(std::move(stop_words)), stemmer_(std::move(stemmer)) {}

  void append_hashes(std::string_view text, bool lower, std::vector<std::uint64_t>& hashes) override;
  void append_tokens(std::string_view text, bool lower, TokenRow& tokens) override;

 private:
  // Calls take(token) for each that is left.
  template <class Take>
  void for_each_kept(std::string_view text, bool lower, Take take);

  hash::Key key_;
  std::unique_ptr<Tokenizer> tokens_;
  std::unordered_set<std::string> stop_words_;
  std::optional<Stemmer> stemmer_;
  TokenRow all_{" "};
  std::string token_;
};

}  // namespace textkin::text
