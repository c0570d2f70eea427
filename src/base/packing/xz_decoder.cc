#include "base/packing/xz_decoder.h"

#include <lzma.h>

#include <algorithm>
#include <utility>

namespace textkin::base {
namespace {

constexpr std::string_view kXzMagic(
    "\xFD"
    "7zXZ\0",
    6);
// Unpacked between two looks at what the dictionary holds.
constexpr std::size_t kXzStep = 1u << 20;

class XzDecoder : public Decoder {
 public:
  using Decoder::Decoder;
  ~XzDecoder() override { lzma_end(&stream_); }

  Status decode(char* out, std::size_t size, std::size_t& got) override {
    if (!opened_) TEXTKIN_RETURN_IF_ERROR(open());
    while (got < size && !finished_) TEXTKIN_RETURN_IF_ERROR(step(out, size, got));
    return {};
  }

  std::uint64_t window() const override { return opened_ ? lzma_memusage(&stream_) : 0; }

 private:
  Status open() {
    // Without a limit of its own: liblzma would count a dictionary that its file never fills.
    if (lzma_stream_decoder(&stream_, UINT64_MAX, LZMA_CONCATENATED) != LZMA_OK)
      return Status(Code::kExhausted, "no memory to unpack xz data");
    opened_ = true;
    TEXTKIN_RETURN_IF_ERROR(refill());
    const std::string_view first(reinterpret_cast<const char*>(stream_.next_in), stream_.avail_in);
    const std::size_t known = std::min(kXzMagic.size(), first.size());
    return first.substr(0, known) == kXzMagic.substr(0, known) ? Status() : input_.foreign();
  }

  Status refill() {
    TEXTKIN_ASSIGN_OR_RETURN(std::string_view bytes, input_.next());
    ended_ = bytes.empty();
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(bytes.data());
    stream_.avail_in = bytes.size();
    return {};
  }

  Status step(char* out, std::size_t size, std::size_t& got) {
    if (stream_.avail_in == 0 && !ended_) TEXTKIN_RETURN_IF_ERROR(refill());
    const std::size_t room = std::min(size - got, kXzStep);
    stream_.next_out = reinterpret_cast<std::uint8_t*>(out + got);
    stream_.avail_out = room;
    const lzma_ret code = lzma_code(&stream_, ended_ ? LZMA_FINISH : LZMA_RUN);
    got += room - stream_.avail_out;
    finished_ = code == LZMA_STREAM_END;
    if (code == LZMA_OK || finished_) return ask_window(std::min<std::uint64_t>(stream_.total_out, window()));
    if (code == LZMA_MEM_ERROR) return Status(Code::kExhausted, "no memory to unpack xz data");
    if (code == LZMA_BUF_ERROR) return ended_ ? input_.truncated() : Status();
    if (code == LZMA_FORMAT_ERROR) return input_.foreign();  // liblzma says so of the first stream only
    return input_.damaged(input_.bytes() - stream_.avail_in, code == LZMA_OPTIONS_ERROR
                                                                 ? "a filter or check that this liblzma does not know"
                                                                 : "a block, a checksum, or bytes behind the end");
  }

  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool opened_ = false;
  bool ended_ = false;  // no packed bytes left
  bool finished_ = false;
};

}  // namespace

Result<std::unique_ptr<Decoder>> make_xz_decoder(PackedInput input) {
  return std::unique_ptr<Decoder>(std::make_unique<XzDecoder>(std::move(input)));
}

}  // namespace textkin::base
