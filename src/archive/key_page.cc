#include "archive/key_page.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "archive/byte_strings.h"
#include "archive/fingerprint_keys.h"
#include "archive/guessed_place.h"

namespace textkin::archive {
namespace {

constexpr std::uint64_t kBytesOfARecord = sizeof(std::uint64_t) + sizeof(DocId);
// The first key, and how many bits a key and a document have.
constexpr std::uint64_t kHead = sizeof(std::uint64_t) + 2;
// Behind the bits, so that eight bytes can be read from where any of them begins.
constexpr std::uint64_t kBehind = sizeof(std::uint64_t);

// Bits one behind the other, the lowest of a byte first.
class PutBits {
 public:
  // Values have 56 bits at most; eight bytes are written from where each begins.
  explicit PutBits(char* out) : out_(out) {}
  void put(std::uint64_t value, unsigned bits) {
    open_ |= value << used_;
    std::memcpy(out_, &open_, sizeof open_);
    used_ += bits;
    out_ += used_ / 8;
    open_ >>= used_ & ~7u;
    used_ %= 8;
  }

 private:
  char* out_;
  std::uint64_t open_ = 0;  // the bits of the byte at hand
  unsigned used_ = 0;       // how many they are
};

std::uint64_t bytes_of_bits(std::uint64_t bits) { return (bits + 7) / 8; }

}  // namespace

std::string KeyPage::plain(std::span<const base::KeyValue> records, DocId first) {
  std::string out;
  out.reserve(records.size() * kBytesOfARecord);
  for (const base::KeyValue& record : records) put_number(record.key, out);
  for (const base::KeyValue& record : records) put_number(static_cast<DocId>(record.value - first), out);
  return out;
}

std::string KeyPage::packed(std::span<const base::KeyValue> records, DocId first) {
  const std::uint64_t first_key = records.front().key >> kCutBits;
  const auto key_bits = static_cast<unsigned>(std::bit_width((records.back().key >> kCutBits) - first_key));
  std::uint64_t last = 0;
  for (const base::KeyValue& record : records) last = std::max(last, record.value - first);
  const auto document_bits = static_cast<unsigned>(std::bit_width(last));
  std::string out;
  put_number(first_key, out);
  out.push_back(static_cast<char>(key_bits));
  out.push_back(static_cast<char>(document_bits));
  out.resize(kHead + bytes_of_bits(records.size() * (key_bits + document_bits)) + kBehind);
  PutBits bits(out.data() + kHead);
  for (const base::KeyValue& record : records) bits.put((record.key >> kCutBits) - first_key, key_bits);
  for (const base::KeyValue& record : records) bits.put(record.value - first, document_bits);
  return out;
}

KeyPage::KeyPage(std::string_view bytes, std::uint64_t records, bool packed)
    : bytes_(bytes), records_(records), packed_(packed) {
  if (!packed_ || bytes_.size() < kHead) return;
  std::memcpy(&first_key_, bytes_.data(), sizeof first_key_);
  key_bits_ = static_cast<unsigned char>(bytes_[kHead - 2]);
  document_bits_ = static_cast<unsigned char>(bytes_[kHead - 1]);
}

bool KeyPage::has_its_size() const {
  if (!packed_) return bytes_.size() == records_ * kBytesOfARecord;
  return bytes_.size() >= kHead && key_bits_ <= 64 - kCutBits && document_bits_ <= 32 &&
         bytes_.size() == kHead + bytes_of_bits(records_ * (key_bits_ + document_bits_)) + kBehind;
}

bool KeyPage::can_be(DocId documents) const {
  for (std::uint64_t i = 0; i < records_; ++i)
    if (document(i) >= documents || (i > 0 && key(i) < key(i - 1))) return false;
  return true;
}

std::uint64_t KeyPage::bits_at(std::uint64_t bit, unsigned bits) const {
  std::uint64_t word;
  std::memcpy(&word, bytes_.data() + kHead + bit / 8, sizeof word);
  return word >> bit % 8 & ((std::uint64_t{1} << bits) - 1);
}

std::uint64_t KeyPage::key(std::uint64_t record) const {
  if (packed_) return (first_key_ + bits_at(record * key_bits_, key_bits_)) << kCutBits;
  std::uint64_t key;
  std::memcpy(&key, bytes_.data() + record * sizeof key, sizeof key);
  return key;
}

DocId KeyPage::document(std::uint64_t record) const {
  if (packed_) return static_cast<DocId>(bits_at(records_ * key_bits_ + record * document_bits_, document_bits_));
  DocId document;
  std::memcpy(&document, bytes_.data() + records_ * sizeof(std::uint64_t) + record * sizeof document, sizeof document);
  return document;
}

std::uint64_t KeyPage::below(std::uint64_t key) const {
  return guessed_place(records_, key, [this](std::uint64_t record) { return this->key(record); });
}

std::uint64_t KeyPage::up_to(std::uint64_t key) const { return ~key == 0 ? records_ : below(key + 1); }

}  // namespace textkin::archive
