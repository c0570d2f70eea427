// NamedShingler: the shingles of a text as they are spelled, beside the features that a Shingler makes of them.
//
// Promise: the features are those of make_shingler() for the same spec, in the order of the text: repeats are dropped,
// or, of a multiset, are features of their own. A name is the shingle's tokens with a space between, or its code
// points. Ownership: keeps scratch memory, of the largest text until free(). Threads: one NamedShingler a thread.
// Memory: spelled() 24 bytes a token and those of the text; append() a string a shingle besides, for people to read.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "text/normalize/normalizer.h"
#include "text/shingles/distinct.h"
#include "text/shingles/page_shingler.h"
#include "text/tokens/token_row.h"
#include "text/tokens/tokenizer.h"
#include "textkin/feature_set.h"

namespace textkin::text {

struct NamedShingle {
  Feature feature;
  std::string name;
  std::uint32_t copy = 0;  // of a multiset: how often the text had it before
};

// All shingles of a text, repeats too, in its order; each is spelled when it is asked for.
struct SpelledShingles {
  const TokenRow& tokens;
  const std::vector<Feature>& features;
  std::size_t length = 0;  // tokens of a shingle: fewer than asked for where the text has fewer

  std::string_view name(std::size_t i) const { return tokens.run(i, length); }
};

class NamedShingler {
 public:
  // `extract` may be null; `between` outlives it.
  NamedShingler(Extract extract, std::vector<std::unique_ptr<Normalizer>> normalizers, std::unique_ptr<Tokenizer> units,
                std::uint32_t shingle_size, std::string_view between, bool rabin, bool multiset);

  // Appends the shingles of `text`.
  void append(std::string_view text, std::vector<NamedShingle>& out);
  // Valid until the next call.
  SpelledShingles spelled(std::string_view text);
  void free();

 private:
  // Fills tokens_ and features_, which are those of first copies.
  SpelledShingles cut(std::string_view text);

  Extract extract_;
  std::vector<std::unique_ptr<Normalizer>> normalizers_;
  std::unique_ptr<Tokenizer> units_;
  std::uint32_t shingle_size_;
  std::string_view between_;
  bool rabin_;  // features are Rabin fingerprints of the names
  bool multiset_;
  std::string extracted_;
  ByteBuffer buffers_[2];
  TokenRow tokens_;
  std::vector<Feature> features_;
  DistinctFilter copies_;
};

}  // namespace textkin::text
