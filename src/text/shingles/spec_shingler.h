// SpecShingler: the Shingler that a TextSpec describes: normalisers, a tokeniser, runs of K units, no repeats.
//
// Text of ASCII alone skips every normaliser that leaves it as it is, and lower-casing waits for the tokeniser, which
// touches each byte anyway. Lower-casing ASCII commutes with the filters (they ask for punctuation and space), so it is
// put off behind them too; where a text is not ASCII it is done before the next normaliser that may compose.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "text/normalize/normalizer.h"
#include "text/shingles/distinct.h"
#include "text/tokens/tokenizer.h"
#include "textkin/shingler.h"

namespace textkin::text {

class SpecShingler : public Shingler {
 public:
  SpecShingler(std::vector<std::unique_ptr<Normalizer>> normalizers, std::unique_ptr<Tokenizer> units,
               std::uint32_t shingle_size, bool multiset);

  void append_distinct(std::string_view text, std::vector<Feature>& out) override;
  void append_counted(std::string_view text, std::vector<Feature>& out, std::vector<double>& counts) override;
  void append_sorted(std::string_view text, std::vector<Feature>& out) override;

 private:
  // Normalised text; where `lower`, with A-Z still to be read as a-z.
  struct Normalized {
    std::string_view text;
    bool lower;
  };
  Normalized normalize(std::string_view text);

  // Repeats included.
  void append_features(std::string_view text, std::vector<Feature>& out);

  std::vector<std::unique_ptr<Normalizer>> normalizers_;
  std::unique_ptr<Tokenizer> units_;
  std::uint32_t shingle_size_;
  bool multiset_;
  std::unique_ptr<Normalizer> ascii_lower_;
  ByteBuffer buffers_[2];
  std::vector<Feature> features_;
  DistinctFilter distinct_;
};

}  // namespace textkin::text
