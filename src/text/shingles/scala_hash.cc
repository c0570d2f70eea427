#include "text/shingles/scala_hash.h"

#include "hash/murmur3.h"
#include "text/unicode/utf8.h"

namespace textkin::text {
namespace {

constexpr std::uint32_t kStringSeed = 0xF7CA7FD2u;

// Takes code units one by one.
class Units {
 public:
  void add(std::uint32_t unit) {
    if (++length_ % 2 == 1)
      first_ = unit;
    else
      state_ = hash::murmur3_detail::absorb(state_, (first_ << 16) + unit);
  }
  std::uint32_t finish() const {
    using namespace hash::murmur3_detail;
    return hash::murmur3_detail::finish(length_ % 2 == 1 ? state_ ^ scramble(first_) : state_, length_);
  }

 private:
  std::uint32_t state_ = kStringSeed;
  std::uint32_t first_ = 0;
  std::uint32_t length_ = 0;
};

}  // namespace

std::uint32_t scala_hash(std::string_view text) {
  Units units;
  for (const char *at = text.data(), *end = at + text.size(); at < end;) {
    const auto read = decode(at, end);
    at += read.length;
    const auto c = static_cast<std::uint32_t>(read.value);
    if (c < 0x10000) {
      units.add(c);
    } else {
      units.add(0xD800 + ((c - 0x10000) >> 10));
      units.add(0xDC00 + ((c - 0x10000) & 0x3FF));
    }
  }
  const std::uint32_t value = units.finish();
  return value >> 31 != 0 ? ~value + 1 : value;
}

}  // namespace textkin::text
