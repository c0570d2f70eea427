#include "archive/key_page.h"

#include <bit>
#include <cstring>

#include "archive/fingerprint_keys.h"
#include "archive/guessed_place.h"

namespace textkin::archive {
namespace {

constexpr std::uint64_t kBytesOfARecord = sizeof(std::uint64_t) + sizeof(DocId);
}  // namespace

KeyPage::KeyPage(std::string_view bytes, std::uint64_t records, Form form)
    : bytes_(bytes), records_(records), form_(form), cut_(kCutBits), bits_begin_(kPackedHead) {
  if (form_ == Form::kPlain || bytes_.size() < kSpacedHead) return;
  std::memcpy(&first_key_, bytes_.data(), sizeof first_key_);
  key_bits_ = static_cast<unsigned char>(bytes_[kPackedHead - 2]);
  document_bits_ = static_cast<unsigned char>(bytes_[kPackedHead - 1]);
  if (form_ != Form::kSpaced) return;
  cut_ = static_cast<unsigned char>(bytes_[kPackedHead]);
  std::uint32_t words;
  std::memcpy(&words, bytes_.data() + kPackedHead + 1, sizeof words);
  upper_words_ = words;
  bits_begin_ = kSpacedHead + upper_words_ * sizeof(std::uint64_t);
}

bool KeyPage::has_its_size() const {
  if (form_ == Form::kPlain) return bytes_.size() == records_ * kBytesOfARecord;
  return bytes_.size() >= kSpacedHead && key_bits_ <= kMostKeyBits && document_bits_ <= 32 && cut_ <= kCutBits &&
         bytes_.size() == bits_begin_ + bytes_of_bits(records_ * (key_bits_ + document_bits_)) + kBehindBits;
}

bool KeyPage::can_be(DocId documents) const {
  for (std::uint64_t i = 0; i < records_; ++i)
    if (document(i) >= documents) return false;
  std::uint64_t before = 0;
  std::uint64_t seen = 0;
  bool ascend = true;
  each_key(0, records_, [&](std::uint64_t key) {
    ascend = ascend && key >= before;
    before = key;
    ++seen;
  });
  std::uint64_t ones = form_ == Form::kSpaced ? 0 : records_;
  for (std::uint64_t word = 0; word < upper_words_; ++word)
    ones += static_cast<std::uint64_t>(std::popcount(upper_word(word)));
  return ascend && seen == records_ && ones == records_;
}

std::uint64_t KeyPage::key(std::uint64_t record) const {
  if (form_ == Form::kPacked) return (first_key_ + bits_at(record * key_bits_, key_bits_)) << kCutBits;
  if (form_ == Form::kSpaced) {
    std::uint64_t found = 0;
    each_key(record, record + 1, [&](std::uint64_t key) { found = key; });
    return found;
  }
  std::uint64_t key;
  std::memcpy(&key, bytes_.data() + record * sizeof key, sizeof key);
  return key;
}

DocId KeyPage::document(std::uint64_t record) const {
  if (form_ != Form::kPlain)
    return static_cast<DocId>(bits_at(records_ * key_bits_ + record * document_bits_, document_bits_));
  DocId document;
  std::memcpy(&document, bytes_.data() + records_ * sizeof(std::uint64_t) + record * sizeof document, sizeof document);
  return document;
}

// A 0 ends the records of each upper part: those of one begin behind as many zeros.
KeyPage::Place KeyPage::place_of(std::uint64_t key) const {
  const std::uint64_t cut = cut_ == 0 ? key : (key >> cut_) + ((key & ((std::uint64_t{1} << cut_) - 1)) != 0);
  if (cut <= first_key_) return {0, 0};
  const std::uint64_t behind = cut - first_key_;
  std::uint64_t zeros = behind >> key_bits_;  // still to be passed
  std::uint64_t word = 0;
  std::uint64_t record = 0;
  for (;; ++word) {
    if (word == upper_words_) return {records_, 0};
    const auto ones = static_cast<std::uint64_t>(std::popcount(upper_word(word)));
    if (64 - ones >= zeros) break;
    zeros -= 64 - ones;
    record += ones;
  }
  std::uint64_t bits = upper_word(word);
  std::uint64_t at = 0;  // of bits
  for (; zeros > 0; at += 8) {
    const auto ones = static_cast<std::uint64_t>(std::popcount(bits >> at & 0xff));
    if (8 - ones >= zeros) break;
    zeros -= 8 - ones;
    record += ones;
  }
  for (; zeros > 0; ++at) {
    record += bits >> at & 1;
    zeros -= ~bits >> at & 1;
  }
  const std::uint64_t low = behind & ((std::uint64_t{1} << key_bits_) - 1);
  for (; record < records_; ++record, ++at) {
    if (at == 64) {
      if (++word == upper_words_) return {record, 0};
      bits = upper_word(word);
      at = 0;
    }
    if ((bits >> at & 1) == 0 || bits_at(record * key_bits_, key_bits_) >= low) return {record, word * 64 + at};
  }
  return {records_, 0};
}

std::pair<std::uint64_t, std::uint64_t> KeyPage::range(std::uint64_t low, std::uint64_t high) const {
  constexpr std::uint64_t kFew = 16;
  if (form_ != Form::kSpaced) return {below(low), up_to(high)};
  const auto [begin, first] = place_of(low);
  std::uint64_t end = begin;
  for (std::uint64_t at = first; end < records_; ++end, ++at) {
    if (end - begin == kFew) return {begin, up_to(high)};
    std::uint64_t word = at / 64;
    std::uint64_t bits = upper_word(word) >> at % 64 << at % 64;
    while (bits == 0) bits = upper_word(++word);  // there are as many as records, can_be() says
    at = word * 64 + static_cast<std::uint64_t>(std::countr_zero(bits));
    if (key_at(end, at) > high) break;
  }
  return {begin, end};
}

std::uint64_t KeyPage::below(std::uint64_t key) const {
  if (form_ == Form::kSpaced) return place_of(key).record;
  return guessed_place(records_, key, [this](std::uint64_t record) { return this->key(record); });
}

std::uint64_t KeyPage::up_to(std::uint64_t key) const { return ~key == 0 ? records_ : below(key + 1); }

}  // namespace textkin::archive
