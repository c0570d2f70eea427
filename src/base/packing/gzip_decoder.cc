#include "base/packing/gzip_decoder.h"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <utility>

#include "base/packing/gzip_header.h"

namespace textkin::base {
namespace {

// ISA-L and not libarchive: it checks each member's CRC and length, which libarchive skips.
class GzipDecoder : public Decoder {
 public:
  explicit GzipDecoder(PackedInput input) : Decoder(std::move(input)) { begin_member(); }

  Status decode(char* out, std::size_t size, std::size_t& got) override {
    while (got < size && !finished_) {
      if (between_) {
        TEXTKIN_RETURN_IF_ERROR(next_member());
        continue;
      }
      if (in_header_) TEXTKIN_RETURN_IF_ERROR(read_header());
      if (state_.avail_in == 0) {
        TEXTKIN_RETURN_IF_ERROR(refill());
        if (ended_ && !may_drain_) return input_.truncated();
      }
      const auto room = static_cast<std::uint32_t>(std::min<std::size_t>(size - got, 1u << 30));
      state_.next_out = reinterpret_cast<std::uint8_t*>(out + got);
      state_.avail_out = room;
      const int code = isal_inflate(&state_);
      const std::uint32_t made = room - state_.avail_out;
      got += made;
      if (code < 0) return refuse(code);
      between_ = state_.block_state == ISAL_BLOCK_FINISH;
      // At the end of the file unpacked bytes may still wait inside the state, as long as it gives any.
      may_drain_ = made > 0;
    }
    return {};
  }

 private:
  void begin_member() {
    isal_inflate_init(&state_);
    state_.crc_flag = ISAL_GZIP_NO_HDR_VER;
    header_ = GzipHeader();
    in_header_ = true;
  }

  Status read_header() {
    while (in_header_) {
      if (state_.avail_in == 0) {
        TEXTKIN_RETURN_IF_ERROR(refill());
        if (ended_) return input_.truncated();
      }
      --state_.avail_in;
      switch (header_.take(*state_.next_in++)) {
        case GzipHeader::Verdict::kMore:
          break;
        case GzipHeader::Verdict::kWhole:
          in_header_ = false;
          break;
        case GzipHeader::Verdict::kForeign:
          if (first_) return input_.foreign();
          [[fallthrough]];
        case GzipHeader::Verdict::kDamaged:
          return input_.damaged(position(), "header");
      }
    }
    return {};
  }

  Status refill() {
    TEXTKIN_ASSIGN_OR_RETURN(std::string_view bytes, input_.next());
    ended_ = bytes.empty();
    state_.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(bytes.data()));
    state_.avail_in = static_cast<std::uint32_t>(bytes.size());
    return {};
  }

  // Behind a member stands another one, the end, or padding of zeros (tapes).
  Status next_member() {
    while (!ended_) {
      if (state_.avail_in == 0) {
        TEXTKIN_RETURN_IF_ERROR(refill());
        continue;
      }
      if (*state_.next_in != 0) break;
      padded_ = true;
      ++state_.next_in;
      --state_.avail_in;
    }
    finished_ = ended_;
    if (finished_) return {};
    if (padded_ || *state_.next_in != 0x1f)
      return input_.damaged(position(), "bytes behind the end that are no gzip data");
    std::uint8_t* const next = state_.next_in;
    const std::uint32_t available = state_.avail_in;
    begin_member();
    state_.next_in = next;
    state_.avail_in = available;
    between_ = false;
    may_drain_ = false;
    first_ = false;
    return {};
  }

  Status refuse(int code) const {
    if (code == ISAL_INCORRECT_CHECKSUM) return input_.damaged(position(), "checksum");
    return input_.damaged(position(), "deflate");
  }

  std::uint64_t position() const { return input_.bytes() - state_.avail_in; }

  inflate_state state_;
  GzipHeader header_;
  bool in_header_ = true;
  bool first_ = true;       // member
  bool between_ = false;    // two members
  bool padded_ = false;     // zeros behind a member
  bool ended_ = false;      // no packed bytes left
  bool may_drain_ = false;  // the last call gave bytes
  bool finished_ = false;
};

}  // namespace

Result<std::unique_ptr<Decoder>> make_gzip_decoder(PackedInput input) {
  return std::unique_ptr<Decoder>(std::make_unique<GzipDecoder>(std::move(input)));
}

}  // namespace textkin::base
