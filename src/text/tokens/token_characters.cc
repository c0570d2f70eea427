#include "text/tokens/token_characters.h"

#include <array>

#include "hash/mix.h"
#include "text/unicode/utf8.h"

namespace textkin::text {
namespace {

using Table = std::array<std::uint64_t, 128>;

Table ascii_hashes(std::uint64_t seed, bool lower) {
  Table table{};
  for (std::uint32_t c = 0; c < table.size(); ++c)
    table[c] = hash::stream_word(seed, lower && c >= 'A' && c <= 'Z' ? c + 0x20 : c);
  return table;
}

class Characters : public Tokenizer {
 public:
  explicit Characters(const hash::Key& key)
      : seed_(key.words[0] ^ kCharacterSeed), as_is_(ascii_hashes(seed_, false)), lowered_(ascii_hashes(seed_, true)) {}

  void append_hashes(std::string_view text, bool lower, std::vector<std::uint64_t>& hashes) override {
    const Table& ascii = lower ? lowered_ : as_is_;
    const std::size_t before = hashes.size();
    hashes.resize(before + text.size());  // at least a byte a character
    std::uint64_t* write = hashes.data() + before;
    const char* const end = text.data() + text.size();
    for (const char* p = text.data(); p < end;) {
      const auto byte = static_cast<unsigned char>(*p);
      if (byte < 0x80) {
        *write++ = ascii[byte];
        ++p;
      } else {
        const CodePoint c = decode(p, end);
        *write++ = hash::stream_word(seed_, c.value);
        p += c.length;
      }
    }
    hashes.resize(static_cast<std::size_t>(write - hashes.data()));
  }

  void append_tokens(std::string_view text, bool lower, TokenRow& tokens) override {
    const char* const end = text.data() + text.size();
    for (const char* p = text.data(); p < end;) {
      const CodePoint c = decode(p, end);
      const char small = static_cast<char>(*p + 0x20);
      tokens.append(lower && *p >= 'A' && *p <= 'Z' ? std::string_view(&small, 1) : std::string_view(p, c.length));
      p += c.length;
    }
  }

 private:
  std::uint64_t seed_;
  Table as_is_;
  Table lowered_;
};

}  // namespace

std::unique_ptr<Tokenizer> make_characters(const hash::Key& key) { return std::make_unique<Characters>(key); }

}  // namespace textkin::text
