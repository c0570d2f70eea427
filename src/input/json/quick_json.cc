#include "input/json/quick_json.h"

#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/ascii.h"
#include "base/cpu.h"
#include "base/utf8.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "input/json/quick_json.cc"
#include "hwy/foreach_target.h"
// Must come after foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace textkin::input::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Bytes = hn::CappedTag<std::uint8_t, 64>;

// Goes once over a line. Every function moves `at_` behind what it took, or returns false: then all is given up. A
// token may end behind the line by what stands there; the last look at `at_` refuses that.
class LineReader {
 public:
  // `room` has as many bytes as the line, and QuickJson::kPadding.
  LineReader(std::string_view line, char* room) : at_(line.data()), end_(line.data() + line.size()), room_(room) {}

  bool object(std::span<const std::string> names, std::span<JsonField> fields) {
    skip_space();
    if (!take('{')) return false;
    skip_space();
    if (!take('}')) {
      do {
        std::string_view key;
        if (!top_level_key(key)) return false;
        std::size_t i = 0;
        while (i < names.size() && (key != names[i] || names[i].empty())) ++i;
        const bool is_wanted = i < names.size();
        if (is_wanted && fields[i].kind != JsonField::Kind::kMissing) return false;
        if (is_wanted ? !field(fields[i], i == 1) : !value(0)) return false;
        skip_space();
      } while (take(','));
      if (!take('}')) return false;
    }
    skip_space();
    return at_ == end_;
  }

  const char* room_end() const { return room_; }
  bool any_high() const { return any_high_; }
  bool any_wide_escape() const { return any_wide_escape_; }

 private:
  static constexpr int kDeepest = 64;
  static constexpr std::ptrdiff_t kMostDigits = 18;

  void skip_space() {
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r' || *at_ == '\n')) ++at_;
  }

  bool take(char c) {
    if (*at_ != c) return false;
    ++at_;
    return true;
  }

  bool take(std::string_view word) {
    if (std::memcmp(at_, word.data(), word.size()) != 0) return false;
    at_ += word.size();
    return true;
  }

  bool colon() {
    skip_space();
    if (!take(':')) return false;
    skip_space();
    return true;
  }

  bool top_level_key(std::string_view& key) {
    skip_space();
    if (!take('"')) return false;
    const char* const begin = at_;
    if (!find_special() || *at_ != '"') return false;
    key = {begin, static_cast<std::size_t>(at_ - begin)};
    ++at_;
    return colon();
  }

  // Moves to the next quote or backslash, in steps of a vector; false at control characters and behind the end. With
  // kCopy what it passes goes to `write`, which moves too.
  template <bool kCopy>
  HWY_INLINE bool find_special(char*& write) {
    const Bytes d;
    constexpr std::size_t kLanes = hn::MaxLanes(Bytes());
    auto seen = hn::Zero(d);
    for (;;) {
      if (at_ >= end_) return false;
      const auto bytes = hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(at_));
      if constexpr (kCopy) hn::StoreU(bytes, d, reinterpret_cast<std::uint8_t*>(write));
      seen = hn::Or(seen, bytes);
      const auto special = hn::Or(hn::Or(hn::Eq(bytes, hn::Set(d, '"')), hn::Eq(bytes, hn::Set(d, '\\'))),
                                  hn::Lt(bytes, hn::Set(d, 0x20)));
      const std::intptr_t first = hn::FindFirstTrue(d, special);
      const std::size_t step = first < 0 ? kLanes : static_cast<std::size_t>(first);
      at_ += step;
      if constexpr (kCopy) write += step;
      if (first >= 0) break;
    }
    // Bytes behind the string may say so, too; that costs a look at the line and no more.
    any_high_ |= !hn::AllFalse(d, hn::Ne(hn::And(seen, hn::Set(d, 0x80)), hn::Zero(d)));
    return at_ < end_ && static_cast<unsigned char>(*at_) >= 0x20;
  }

  bool find_special() {
    char* none = nullptr;
    return find_special<false>(none);
  }

  bool hex4(std::uint32_t& unit) {
    unit = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      const int digit = base::hex_digit(*at_);
      if (digit < 0) return false;
      unit = unit << 4 | static_cast<std::uint32_t>(digit);
    }
    return true;
  }

  // At a backslash: writes what the escape means, at most as many bytes as it has.
  bool escape(char*& write) {
    ++at_;
    switch (*at_++) {
      case '"':
        *write++ = '"';
        return true;
      case '\\':
        *write++ = '\\';
        return true;
      case '/':
        *write++ = '/';
        return true;
      case 'b':
        *write++ = '\b';
        return true;
      case 'f':
        *write++ = '\f';
        return true;
      case 'n':
        *write++ = '\n';
        return true;
      case 'r':
        *write++ = '\r';
        return true;
      case 't':
        *write++ = '\t';
        return true;
      case 'u':
        break;
      default:
        return false;
    }
    std::uint32_t c = 0;
    if (!hex4(c)) return false;
    if (c >= 0xD800 && c < 0xE000) {
      std::uint32_t low = 0;
      if (c >= 0xDC00 || !take('\\') || !take('u') || !hex4(low) || low < 0xDC00 || low > 0xDFFF) return false;
      c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
    }
    any_wide_escape_ |= c >= 0x80;
    write += base::encode_utf8(c, write);
    return true;
  }

  // Behind the first quote of a string that is not wanted.
  bool rest_of_string() {
    for (;;) {
      if (!find_special()) return false;
      if (take('"')) return true;
      char meaning[4];
      char* write = meaning;
      if (!escape(write)) return false;
    }
  }

  // Behind the first quote of one that is.
  bool rest_of_string(std::string_view& text) {
    const char* const begin = at_;
    if (!find_special()) return false;
    const auto plain = static_cast<std::size_t>(at_ - begin);
    text = {begin, plain};
    if (take('"')) return true;
    char* const copy = room_;
    std::memcpy(copy, begin, plain);
    char* write = copy + plain;
    do {
      if (!escape(write) || !find_special<true>(write)) return false;
    } while (*at_ != '"');
    ++at_;
    text = {copy, static_cast<std::size_t>(write - copy)};
    room_ = write;
    return true;
  }

  std::ptrdiff_t digits() {
    const char* const begin = at_;
    while (at_ < end_ && *at_ >= '0' && *at_ <= '9') ++at_;
    return at_ - begin;
  }

  bool integer() {
    (void)take('-');
    const char first = *at_;
    const std::ptrdiff_t count = digits();
    return count == 1 || (count > 1 && first != '0');
  }

  bool number() {
    if (!integer()) return false;
    if (take('.') && digits() == 0) return false;
    if (*at_ == 'e' || *at_ == 'E') {
      ++at_;
      if (*at_ == '+' || *at_ == '-') ++at_;
      if (digits() == 0) return false;
    }
    return true;
  }

  // A value that is not wanted.
  bool value(int depth) {
    if (depth > kDeepest) return false;
    switch (*at_) {
      case '"':
        ++at_;
        return rest_of_string();
      case '{':
        return members(depth, '}', true);
      case '[':
        return members(depth, ']', false);
      case 't':
        return take("true");
      case 'f':
        return take("false");
      case 'n':
        return take("null");
      default:
        return number();
    }
  }

  bool members(int depth, char last, bool has_keys) {
    ++at_;
    skip_space();
    if (take(last)) return true;
    do {
      skip_space();
      if (has_keys && !(take('"') && rest_of_string() && colon())) return false;
      if (!value(depth + 1)) return false;
      skip_space();
    } while (take(','));
    return take(last);
  }

  // A value that is wanted; `spelled`: a number gives its characters, too.
  bool field(JsonField& out, bool spelled) {
    const char* const begin = at_;
    switch (*at_) {
      case '"':
        ++at_;
        out.kind = JsonField::Kind::kText;
        return rest_of_string(out.text);
      case '{':
      case '[':
        out.kind = JsonField::Kind::kOther;
        return value(0);
      case 't':
        out = {JsonField::Kind::kBool, 1, {}};
        return take("true");
      case 'f':
        out = {JsonField::Kind::kBool, 0, {}};
        return take("false");
      case 'n':
        out = {JsonField::Kind::kNull, 0, {}};
        return take("null");
      default:
        break;
    }
    if (!integer() || at_ - begin > kMostDigits || *at_ == '.' || *at_ == 'e' || *at_ == 'E') return false;
    std::int64_t number = 0;
    for (const char* p = *begin == '-' ? begin + 1 : begin; p < at_; ++p) number = 10 * number + (*p - '0');
    if (number == 0 && *begin == '-') return false;  // -0
    out = whole_number(*begin == '-' ? -number : number);
    if (spelled) out.text = {begin, static_cast<std::size_t>(at_ - begin)};
    return true;
  }

  const char* at_;
  const char* const end_;
  char* room_;
  bool any_high_ = false;
  bool any_wide_escape_ = false;
};

bool read_line(std::string_view line, std::span<const std::string> names, std::span<JsonField> fields, char* room,
               std::size_t& room_used, bool& is_ascii) {
  LineReader reader(line, room);
  if (!reader.object(names, fields)) return false;
  room_used = static_cast<std::size_t>(reader.room_end() - room);
  is_ascii = !reader.any_high() && !reader.any_wide_escape();
  return !reader.any_high() || simdjson::validate_utf8(line.data(), line.size());
}

}  // namespace textkin::input::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace textkin::input {
namespace {

HWY_EXPORT(read_line);

// The room of a huge line is given back.
constexpr std::size_t kKeptRoom = 16u << 20;

}  // namespace

bool QuickJson::read(std::string_view line, std::span<const std::string> names, std::span<JsonField> fields,
                     char* room) {
  is_ascii_ = false;
  room_used_ = 0;
  if (!base::simd_enabled() || line.empty()) return false;
  if (room != nullptr) return HWY_DYNAMIC_DISPATCH(read_line)(line, names, fields, room, room_used_, is_ascii_);
  const std::size_t needed = line.size() + kPadding;
  if (needed <= kKeptRoom) forget();
  if (room_size_ < needed) {
    room_size_ = needed <= kKeptRoom ? std::max(needed, std::min(2 * needed, kKeptRoom)) : needed;
    room_ = std::make_unique_for_overwrite<char[]>(room_size_);
  }
  return HWY_DYNAMIC_DISPATCH(read_line)(line, names, fields, room_.get(), room_used_, is_ascii_);
}

void QuickJson::forget() {
  if (room_size_ <= kKeptRoom) return;
  room_ = nullptr;
  room_size_ = 0;
}

}  // namespace textkin::input
#endif  // HWY_ONCE
