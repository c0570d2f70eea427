// GzipHeader: the header of a member of gzip data, a byte at a time (RFC 1952, 2.3). Private to the decoder.
//
// ISA-L reads headers too, but calls the checksum of one wrong that is cut by the end of a buffer, and takes members
// whose reserved flags are set, which the RFC forbids: what they mean nobody knows. Threads: one each.
#pragma once

#include <cstdint>

namespace textkin::base {

class GzipHeader {
 public:
  enum class Verdict : std::uint8_t {
    kMore,     // more bytes belong to it
    kWhole,    // that was the last one
    kForeign,  // no gzip data
    kDamaged,
  };
  // After anything but kMore it is asked no more, or says the same again.
  Verdict take(std::uint8_t byte);

 private:
  enum class Part : std::uint8_t { kFixed, kExtraLength, kExtra, kName, kComment, kChecksum };

  Verdict take_next(std::uint8_t byte);
  Verdict take_fixed(std::uint8_t byte);
  // To the next part that the flags say is there.
  Verdict go_on();

  Verdict verdict_ = Verdict::kMore;
  Part part_ = Part::kFixed;
  std::uint8_t flags_ = 0;
  std::uint32_t at_ = 0;        // bytes of the part that were taken
  std::uint32_t extra_ = 0;     // its length
  std::uint32_t told_ = 0;      // the checksum that stands there
  std::uint32_t checksum_ = 0;  // of what was taken, but for the checksum itself
};

}  // namespace textkin::base
