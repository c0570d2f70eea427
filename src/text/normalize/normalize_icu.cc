#include "text/normalize/normalize_icu.h"

#include <algorithm>
#include <new>

#include "text/unicode/char_class.h"
#include "text/unicode/char_map.h"
#include "text/unicode/utf8.h"
#include "unicode/bytestream.h"
#include "unicode/casemap.h"
#include "unicode/normalizer2.h"
#include "unicode/stringpiece.h"
#include "unicode/uchar.h"
#include "unicode/unorm2.h"

namespace textkin::text {
namespace {

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

bool has_boundary(const icu::Normalizer2& form, std::uint32_t c) {
  return form.hasBoundaryBefore(static_cast<UChar32>(c));
}

// Of a mark that is no second half of any composition (UAX 15, section 9: NFC_QC is yes).
std::uint32_t class_of_lone_mark(std::uint32_t c) {
  const auto mark = static_cast<UChar32>(c);
  return u_getIntPropertyValue(mark, UCHAR_NFC_QUICK_CHECK) == UNORM_YES ? u_getCombiningClass(mark) : 0;
}

std::uint32_t no_mark(std::uint32_t) { return 0; }

CharMap map_of(const icu::Normalizer2& form) {
  return CharMap([&](std::uint32_t c) { return has_boundary(form, c); }, [](std::uint32_t) { return true; },
                 [&](std::string_view text, ByteBuffer& out) { normalize(form, text, out); }, class_of_lone_mark, true);
}

// One class a form, so that each has its map once a process.
template <GetForm get, AsciiEffect effect>
class Form : public Normalizer {
 public:
  AsciiEffect ascii_effect() const override { return effect; }
  void apply(std::string_view text, ByteBuffer& out) override {
    static const CharMap map = map_of(form_of(get));
    map.apply(text, effect == AsciiEffect::kLowers, out,
              [this](std::string_view stretch, ByteBuffer& to) { normalize(form_, stretch, to); });
  }

 private:
  const icu::Normalizer2& form_ = form_of(get);
};

void fold(std::string_view text, ByteBuffer& out) {
  BufferSink sink(out);
  UErrorCode error = U_ZERO_ERROR;
  icu::CaseMap::utf8Fold(U_FOLD_CASE_DEFAULT, piece(text), sink, nullptr, error);
  check(error);
}

// Folding has no context at all: every character has a boundary before it.
class Casefold : public Normalizer {
 public:
  AsciiEffect ascii_effect() const override { return AsciiEffect::kLowers; }
  void apply(std::string_view text, ByteBuffer& out) override {
    const auto always = [](std::uint32_t) { return true; };
    static const CharMap map(always, always, fold, no_mark, true);
    map.apply(text, true, out, fold);
  }
};

class StripMarks : public Normalizer {
 public:
  AsciiEffect ascii_effect() const override { return AsciiEffect::kNothing; }
  void apply(std::string_view text, ByteBuffer& out) override {
    const auto slow = [this](std::string_view stretch, ByteBuffer& to) { strip(stretch, to); };
    const auto boundary = [this](std::uint32_t c) { return has_boundary(composed_, c); };
    static const CharMap map(boundary, boundary, slow, no_mark, false);
    map.apply(text, false, out, slow);
  }

 private:
  void strip(std::string_view text, ByteBuffer& out) {
    apart_.clear();
    normalize(decomposed_, text, apart_);
    const char* end = apart_.end();
    char* write = apart_.data();
    for (const char* p = apart_.data(); p < end;) {
      const CodePoint c = decode(p, end);
      if ((flags_[c.value] & kMarkChar) == 0) write = std::copy(p, p + c.length, write);
      p += c.length;
    }
    apart_.set_size(static_cast<std::size_t>(write - apart_.data()));
    normalize(composed_, apart_.view(), out);
  }

  const icu::Normalizer2& decomposed_ = form_of(icu::Normalizer2::getNFDInstance);
  const icu::Normalizer2& composed_ = form_of(icu::Normalizer2::getNFCInstance);
  const std::uint8_t* flags_ = char_flags();
  ByteBuffer apart_;
};

}  // namespace

std::unique_ptr<Normalizer> make_nfkc_casefold() {
  return std::make_unique<Form<icu::Normalizer2::getNFKCCasefoldInstance, AsciiEffect::kLowers>>();
}
std::unique_ptr<Normalizer> make_nfc() {
  return std::make_unique<Form<icu::Normalizer2::getNFCInstance, AsciiEffect::kNothing>>();
}
std::unique_ptr<Normalizer> make_casefold() { return std::make_unique<Casefold>(); }
std::unique_ptr<Normalizer> make_strip_marks() { return std::make_unique<StripMarks>(); }

}  // namespace textkin::text
