// RabinShingler: word shingles as Gakhov 2016 and Broder 1997 have them: a shingle's feature is the Rabin fingerprint
// of its tokens with one space between them, by one irreducible polynomial, mixed.
//
// Definition, "rabin.v1": feature = mix64(fingerprint), the fingerprint of hash/rabin.h by the irreducible polynomial
// of degree 63 that make(63, kRabinSeed) draws. A text of fewer than K tokens has one shingle, all of it. Against
// shingle.v1: slower, and each shingle can be computed from its words alone, elsewhere, by a published definition.
// Different shingles of up to n bits share a feature with probability at most n / 2^62 (hash/rabin.h).
// Threads: one shingler a thread. Cost: some 2 ns for each byte of each shingle.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hash/rabin.h"
#include "text/normalize/normalizer.h"
#include "text/shingles/distinct.h"
#include "text/tokens/tokenizer.h"
#include "textkin/shingler.h"

namespace textkin::text {

inline constexpr std::uint64_t kRabinSeed = 1;

// The feature of a shingle that is spelled so.
Feature rabin_feature(std::string_view shingle);

class RabinShingler : public Shingler {
 public:
  RabinShingler(std::vector<std::unique_ptr<Normalizer>> normalizers, std::unique_ptr<Tokenizer> tokens,
                std::uint32_t shingle_size, bool multiset);

  void append_distinct(std::string_view text, std::vector<Feature>& out) override;
  void append_counted(std::string_view text, std::vector<Feature>& out, std::vector<double>& counts) override;
  void append_sorted(std::string_view text, std::vector<Feature>& out) override;

 private:
  // Repeats included.
  void append_features(std::string_view text, std::vector<Feature>& out);

  std::vector<std::unique_ptr<Normalizer>> normalizers_;
  std::unique_ptr<Tokenizer> tokenizer_;
  std::uint32_t shingle_size_;
  bool multiset_;
  ByteBuffer buffers_[2];
  TokenRow tokens_{" "};
  std::vector<Feature> features_;
  DistinctFilter distinct_;
};

}  // namespace textkin::text
