// TextGauge: how large a text is once it is normalised and cut, found without holding any of that.
//
// A text of some megabytes may be made so that it becomes many times larger: a letter a word, characters whose
// compatibility form is a sentence. Who must stay below a limit asks here first.
// Promise: never fewer units than the shingler finds by more than one for each kSliceBytes; a slice may cut one in two.
// Ownership: a slice's buffers. Threads: one gauge each. Cost: that of normalising and hashing the text once more.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "text/normalize/normalizer.h"
#include "text/tokens/tokenizer.h"

namespace textkin::text {

struct TextSize {
  std::uint64_t normalized = 0;  // bytes behind the normalisers; 0: of ASCII alone, which mostly is not copied
  std::uint64_t units = 0;       // words or characters, repeats included

  bool operator==(const TextSize&) const = default;
};

class TextGauge {
 public:
  static constexpr std::size_t kSliceBytes = 64u << 10;

  // Of `units` before stop words are left out: they are held until then.
  TextGauge(std::vector<std::unique_ptr<Normalizer>> normalizers, std::unique_ptr<Tokenizer> units);

  // `text`: valid UTF-8.
  TextSize measure(std::string_view text);

 private:
  std::vector<std::unique_ptr<Normalizer>> normalizers_;
  std::unique_ptr<Tokenizer> units_;
  ByteBuffer buffers_[2];
  std::vector<std::uint64_t> hashes_;
};

}  // namespace textkin::text
