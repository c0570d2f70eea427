// The normalisers that Unicode defines, by ICU.
//
// ICU is called for what is not ASCII only, and the result is that of a call for the whole text. An ASCII character
// neither changes what stands before it nor depends on it: it has a normalisation boundary before it in every form
// (UAX 15, section 9), so a text may be cut in front of any of them. What follows may change it (e and a combining
// acute), so a stretch for ICU begins one character before its first byte that is not ASCII, and ends before an ASCII
// character.

#include <algorithm>
#include <cstring>
#include <new>

#include "text/char_class.h"
#include "text/normalizer.h"
#include "text/utf8.h"
#include "text/word_scan.h"
#include "unicode/bytestream.h"
#include "unicode/casemap.h"
#include "unicode/normalizer2.h"
#include "unicode/stringpiece.h"

namespace textkin::text {
namespace {

// A call of ICU costs about as much as 100 bytes of ASCII in it; stretches nearer than this are joined.
constexpr std::size_t kGap = 32;

// ICU counts in 32 bits, and a form may make 18 bytes of one. A longer stretch without any ASCII character is cut
// between two code points.
constexpr std::size_t kLongestStretch = std::size_t{64} << 20;

class BufferSink : public icu::ByteSink {
 public:
  explicit BufferSink(ByteBuffer& out) : out_(out) {}

  void Append(const char* bytes, std::int32_t count) override {
    const auto size = static_cast<std::size_t>(count);
    if (bytes == out_.end()) {
      out_.set_size(out_.size() + size);  // written in place, after GetAppendBuffer
    } else {
      out_.append({bytes, size});
    }
  }

  char* GetAppendBuffer(std::int32_t least, std::int32_t hint, char*, std::int32_t, std::int32_t* capacity) override {
    const std::int32_t room = std::max({least, hint, 256});
    *capacity = room;
    return out_.reserve(static_cast<std::size_t>(room));
  }

 private:
  ByteBuffer& out_;
};

// ICU fails on nothing but lack of memory here; it is reported as every other lack of memory is.
void check(UErrorCode error) {
  if (U_FAILURE(error)) throw std::bad_alloc();
}

icu::StringPiece piece(std::string_view text) { return {text.data(), static_cast<std::int32_t>(text.size())}; }

void normalize(const icu::Normalizer2& form, std::string_view text, ByteBuffer& out) {
  BufferSink sink(out);
  UErrorCode error = U_ZERO_ERROR;
  form.normalizeUTF8(0, piece(text), sink, nullptr, error);
  check(error);
}

using GetForm = const icu::Normalizer2* (*)(UErrorCode&);

const icu::Normalizer2& form_of(GetForm get) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* form = get(error);
  check(error);
  return *form;
}

bool has_high_byte(const char* p, std::size_t count) {
  std::uint64_t all = 0;
  for (std::size_t i = 0; i + 8 <= count; i += 8) {
    std::uint64_t word;
    std::memcpy(&word, p + i, 8);
    all |= word;
  }
  return (all & 0x8080808080808080ull) != 0;
}

// Where the stretch that has a byte >= 0x80 at `begin` ends: at the end of the text or before an ASCII character.
std::size_t stretch_end(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  for (;; end += kGap) {
    if (text.size() - end < kGap) return text.size();
    if (!has_high_byte(text.data() + end, kGap)) return end;
    if (end - begin >= kLongestStretch) break;
  }
  const auto high = [&](std::size_t i) { return static_cast<unsigned char>(text[i]) >= 0x80; };
  std::size_t cut = end;
  while (cut > end - kLongestStretch / 2 && high(cut)) --cut;
  return high(cut) ? code_point_start(text.data(), end) : cut;
}

// Calls convert(stretch, out) for what is not ASCII, copies the rest, lower-cased if `lower`.
template <class Convert>
void by_stretches(std::string_view text, bool lower, ByteBuffer& out, Convert&& convert) {
  out.clear();
  std::size_t at = 0;
  while (at < text.size()) {
    char* copy = out.reserve(text.size() - at);
    const std::size_t run = copy_ascii(text.data() + at, text.size() - at, lower, copy);
    at += run;
    if (at == text.size()) return out.set_size(out.size() + run);
    out.set_size(out.size() + run - (run > 0));
    const std::size_t end = stretch_end(text, at);
    convert(text.substr(at - (run > 0), end - at + (run > 0)), out);
    at = end;
  }
}

class Form : public Normalizer {
 public:
  Form(GetForm get, AsciiEffect effect) : form_(form_of(get)), effect_(effect) {}
  AsciiEffect ascii_effect() const override { return effect_; }
  void apply(std::string_view text, ByteBuffer& out) override {
    by_stretches(text, effect_ == AsciiEffect::kLowers, out,
                 [this](std::string_view stretch, ByteBuffer& to) { normalize(form_, stretch, to); });
  }

 private:
  const icu::Normalizer2& form_;
  AsciiEffect effect_;
};

class Casefold : public Normalizer {
 public:
  AsciiEffect ascii_effect() const override { return AsciiEffect::kLowers; }
  void apply(std::string_view text, ByteBuffer& out) override {
    by_stretches(text, true, out, [](std::string_view stretch, ByteBuffer& to) {
      BufferSink sink(to);
      UErrorCode error = U_ZERO_ERROR;
      icu::CaseMap::utf8Fold(U_FOLD_CASE_DEFAULT, piece(stretch), sink, nullptr, error);
      check(error);
    });
  }
};

class StripMarks : public Normalizer {
 public:
  AsciiEffect ascii_effect() const override { return AsciiEffect::kNothing; }
  void apply(std::string_view text, ByteBuffer& out) override {
    by_stretches(text, false, out, [this](std::string_view stretch, ByteBuffer& to) {
      apart_.clear();
      normalize(decomposed_, stretch, apart_);
      drop_marks();
      normalize(composed_, apart_.view(), to);
    });
  }

 private:
  void drop_marks() {
    const char* end = apart_.end();
    char* write = apart_.data();
    for (const char* p = apart_.data(); p < end;) {
      const CodePoint c = decode(p, end);
      if ((flags_[c.value] & kMarkChar) == 0) write = std::copy(p, p + c.length, write);
      p += c.length;
    }
    apart_.set_size(static_cast<std::size_t>(write - apart_.data()));
  }

  const icu::Normalizer2& decomposed_ = form_of(icu::Normalizer2::getNFDInstance);
  const icu::Normalizer2& composed_ = form_of(icu::Normalizer2::getNFCInstance);
  const std::uint8_t* flags_ = char_flags();
  ByteBuffer apart_;
};

}  // namespace

std::unique_ptr<Normalizer> make_nfkc_casefold() {
  return std::make_unique<Form>(icu::Normalizer2::getNFKCCasefoldInstance, AsciiEffect::kLowers);
}
std::unique_ptr<Normalizer> make_nfc() {
  return std::make_unique<Form>(icu::Normalizer2::getNFCInstance, AsciiEffect::kNothing);
}
std::unique_ptr<Normalizer> make_casefold() { return std::make_unique<Casefold>(); }
std::unique_ptr<Normalizer> make_strip_marks() { return std::make_unique<StripMarks>(); }

}  // namespace textkin::text
