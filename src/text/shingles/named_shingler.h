// NamedShingler: the shingles of a text as they are spelled, beside the features that a Shingler makes of them.
//
// Promise: the features are those of make_shingler() for the same spec, in the order of the text: repeats are dropped,
// or, of a multiset, are features of their own. A name is the shingle's tokens with a space between, or its code
// points. Ownership: keeps scratch memory. Threads: one NamedShingler a thread. Cost: a string a shingle; for people to
// read.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "text/normalize/normalizer.h"
#include "text/shingles/page_shingler.h"
#include "text/tokens/tokenizer.h"
#include "textkin/feature_set.h"

namespace textkin::text {

struct NamedShingle {
  Feature feature;
  std::string name;
  std::uint32_t copy = 0;  // of a multiset: how often the text had it before
};

class NamedShingler {
 public:
  // `extract` may be null.
  NamedShingler(Extract extract, std::vector<std::unique_ptr<Normalizer>> normalizers, std::unique_ptr<Tokenizer> units,
                std::uint32_t shingle_size, std::string_view between, bool rabin, bool multiset);

  // Appends the shingles of `text`.
  void append(std::string_view text, std::vector<NamedShingle>& out);

 private:
  Extract extract_;
  std::vector<std::unique_ptr<Normalizer>> normalizers_;
  std::unique_ptr<Tokenizer> units_;
  std::uint32_t shingle_size_;
  std::string between_;
  bool rabin_;  // features are Rabin fingerprints of the names
  bool multiset_;
  std::string extracted_;
  ByteBuffer buffers_[2];
  std::vector<std::string> tokens_;
  std::vector<Feature> features_;
};

}  // namespace textkin::text
