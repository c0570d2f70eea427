#include "base/packing/gzip_header.h"

#include <isa-l/crc.h>

namespace textkin::base {
namespace {

constexpr std::uint32_t kFixedBytes = 10;
constexpr std::uint8_t kHasChecksum = 2;
constexpr std::uint8_t kHasExtra = 4;
constexpr std::uint8_t kHasName = 8;
constexpr std::uint8_t kHasComment = 16;
constexpr std::uint8_t kReserved = 0xE0;

}  // namespace

GzipHeader::Verdict GzipHeader::take(std::uint8_t byte) {
  if (verdict_ == Verdict::kMore) verdict_ = take_next(byte);
  return verdict_;
}

GzipHeader::Verdict GzipHeader::take_next(std::uint8_t byte) {
  if (part_ != Part::kChecksum) checksum_ = ::crc32_gzip_refl(checksum_, &byte, 1);
  switch (part_) {
    case Part::kFixed:
      return take_fixed(byte);
    case Part::kExtraLength:
      extra_ |= std::uint32_t{byte} << 8 * at_;
      if (++at_ < 2) return Verdict::kMore;
      at_ = 0;
      part_ = Part::kExtra;
      return extra_ == 0 ? go_on() : Verdict::kMore;
    case Part::kExtra:
      return ++at_ < extra_ ? Verdict::kMore : go_on();
    case Part::kName:
    case Part::kComment:
      return byte != 0 ? Verdict::kMore : go_on();
    case Part::kChecksum:
      break;
  }
  told_ |= std::uint32_t{byte} << 8 * at_;
  if (++at_ < 2) return Verdict::kMore;
  return told_ == (checksum_ & 0xFFFF) ? Verdict::kWhole : Verdict::kDamaged;
}

GzipHeader::Verdict GzipHeader::take_fixed(std::uint8_t byte) {
  switch (at_++) {
    case 0:
      return byte == 0x1F ? Verdict::kMore : Verdict::kForeign;
    case 1:
      return byte == 0x8B ? Verdict::kMore : Verdict::kForeign;
    case 2:
      return byte == 8 ? Verdict::kMore : Verdict::kDamaged;  // deflate, which is all that there is
    case 3:
      flags_ = byte;
      return (byte & kReserved) == 0 ? Verdict::kMore : Verdict::kDamaged;
    default:
      return at_ < kFixedBytes ? Verdict::kMore : go_on();
  }
}

GzipHeader::Verdict GzipHeader::go_on() {
  at_ = 0;
  if (part_ < Part::kExtraLength && (flags_ & kHasExtra) != 0) {
    part_ = Part::kExtraLength;
  } else if (part_ < Part::kName && (flags_ & kHasName) != 0) {
    part_ = Part::kName;
  } else if (part_ < Part::kComment && (flags_ & kHasComment) != 0) {
    part_ = Part::kComment;
  } else if ((flags_ & kHasChecksum) != 0) {
    part_ = Part::kChecksum;
  } else {
    return Verdict::kWhole;
  }
  return Verdict::kMore;
}

}  // namespace textkin::base
