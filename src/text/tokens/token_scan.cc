#include "text/tokens/token_scan.h"

#include <algorithm>
#include <bit>
#include <memory>

#include "text/unicode/byte_buffer.h"
#include "text/unicode/char_class.h"
#include "text/unicode/char_scan.h"
#include "text/unicode/utf8.h"
#include "text/unicode/word_scan.h"

namespace textkin::text {
namespace {

// Text is taken in chunks that stay in the first cache; a token that a chunk cuts is read again with the next one.
constexpr std::size_t kChunk = 8192;
// More room than tokens are expected, some of which may be thicker on the ground behind.
constexpr double kSlack = 1.0625;

enum class Kind { kUnicode, kAscii, kWhitespace };

template <Kind kKind>
class Scan : public Tokenizer {
 public:
  explicit Scan(const hash::Key& key) : key_(key) {}

  void append_hashes(std::string_view text, bool lower, std::vector<std::uint64_t>& hashes) override {
    const std::size_t first = hashes.size();
    for_each_chunk(text, lower, [&](std::size_t count, std::size_t read) {
      const std::size_t before = hashes.size();
      if (before + count > hashes.capacity() && read < text.size()) {
        // Of a long text room is taken once, for as many as there will be if all of it is like what was read: to
        // double it again and again would be twice the memory, and most of the time.
        const double share = static_cast<double>(read) / static_cast<double>(text.size());
        const double all = kSlack * static_cast<double>(before + count - first) / share;
        // What stands before it is not moved for each text of many.
        hashes.reserve(std::max({first + static_cast<std::size_t>(all), before + count, 2 * first}));
      }
      hashes.resize(before + count);
      hash_spans(key_, copy_.data(), edges_.get(), count, hashes.data() + before);
    });
  }

  void append_tokens(std::string_view text, bool lower, TokenRow& tokens) override {
    for_each_chunk(text, lower, [&](std::size_t count, std::size_t) {
      for (std::size_t i = 0; i < count; ++i)
        tokens.append({copy_.data() + edges_[2 * i], edges_[2 * i + 1] - edges_[2 * i]});
    });
  }

 private:
  static constexpr ByteClass kByteClass = kKind == Kind::kWhitespace ? ByteClass::kVisible : ByteClass::kAlphanumeric;

  // Calls sink(number of tokens, bytes up to the end) for each stretch of text in turn: copy_ and edges_ hold its
  // tokens.
  template <class Sink>
  void for_each_chunk(std::string_view text, bool lower, Sink sink) {
    const std::size_t all = text.size();
    std::size_t chunk = kChunk;
    while (!text.empty()) {
      const bool is_last = text.size() <= chunk;
      const std::size_t length = is_last ? text.size() : code_point_start(text, chunk);
      prepare(length);
      std::size_t count = find(text.substr(0, length), lower);
      std::size_t next = length;
      if (!is_last && count > 0 && edges_[2 * count - 1] == length) next = edges_[2 * --count];
      if (next == 0) {  // one token is longer than the chunk
        chunk *= 2;
        continue;
      }
      text.remove_prefix(next);
      sink(count, all - text.size());
      chunk = kChunk;
    }
  }

  void prepare(std::size_t length) {
    copy_.clear();
    copy_.reserve(length);
    const std::size_t blocks = mask_blocks(length);
    if (masks_.size() >= blocks) return;
    masks_.resize(blocks);
    cuts_.resize(blocks);
    edges_.reset();
    edges_ = std::make_unique_for_overwrite<std::uint32_t[]>(edge_room(blocks));
  }

  // Fills edges_; returns the number of tokens.
  std::size_t find(std::string_view text, bool lower) {
    const std::size_t blocks = mask_blocks(text.size());
    const bool any_high = classify(text.data(), text.size(), kByteClass, lower, copy_.data(), masks_.data());
    if (!any_high) return spans(masks_.data(), nullptr, blocks, edges_.get());
    if constexpr (kKind == Kind::kAscii) {
      for (std::size_t b = 0; b < blocks; ++b) masks_[b].word |= masks_[b].high;
      return spans(masks_.data(), nullptr, blocks, edges_.get());
    }
    static constexpr std::uint8_t kWord = kKind == Kind::kUnicode ? kWordChar : kVisibleChar;
    static constexpr std::uint8_t kSolo = kKind == Kind::kUnicode ? kSoloChar : CharFlag{};
    // Made of a hundred thousand questions to ICU, a hundredth of a second that text of ASCII need not wait for.
    static const WordFlags flags(char_flags(), kWord, kSolo);
    settle_high(copy_.data(), text.size(), flags, masks_.data(), cuts_.data());
    return spans(masks_.data(), cuts_.data(), blocks, edges_.get());
  }

  hash::Key key_;
  ByteBuffer copy_;
  std::vector<BlockMask> masks_;
  std::vector<std::uint64_t> cuts_;
  std::unique_ptr<std::uint32_t[]> edges_;  // not filled first: a token as long as its text needs two, and not the room
};

}  // namespace

std::unique_ptr<Tokenizer> make_unicode_tokens(const hash::Key& key) {
  return std::make_unique<Scan<Kind::kUnicode>>(key);
}
std::unique_ptr<Tokenizer> make_ascii_tokens(const hash::Key& key) { return std::make_unique<Scan<Kind::kAscii>>(key); }
std::unique_ptr<Tokenizer> make_whitespace_tokens(const hash::Key& key) {
  return std::make_unique<Scan<Kind::kWhitespace>>(key);
}

}  // namespace textkin::text
