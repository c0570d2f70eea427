#include "base/packing/zstd_decoder.h"

#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <utility>

namespace textkin::base {
namespace {

struct FreeContext {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

// Unpacked between two looks at what the window holds, and what zstd may have unpacked ahead: a block.
constexpr std::size_t kZstdStep = 1u << 20;
constexpr std::uint64_t kZstdAhead = 128u << 10;

class ZstdDecoder : public Decoder {
 public:
  ZstdDecoder(PackedInput input, ZSTD_DCtx* context) : Decoder(std::move(input)), context_(context) {}

  Status decode(char* out, std::size_t size, std::size_t& got) override {
    Status status;
    while (got < size && !finished_ && status.ok()) {
      ZSTD_outBuffer output{out, std::min(size, got + kZstdStep), got};
      status = step(output);
      got = output.pos;
    }
    return status;
  }

  std::uint64_t window() const override { return ZSTD_sizeof_DCtx(context_.get()); }

 private:
  Status step(ZSTD_outBuffer& output) {
    bool ended = false;
    if (packed_.pos == packed_.size) {
      TEXTKIN_ASSIGN_OR_RETURN(std::string_view bytes, input_.next());
      ended = bytes.empty();
      packed_ = {bytes.data(), bytes.size(), 0};
    }
    // Between frames there is nothing to flush, so the end of the file is the end.
    if (ended && frames_ > 0 && wanted_ == 0) {
      finished_ = true;
      return {};
    }
    const std::size_t before = output.pos;
    wanted_ = ZSTD_decompressStream(context_.get(), &output, &packed_);
    if (ZSTD_isError(wanted_) != 0) return refuse();
    of_frame_ += output.pos - before;
    const std::uint64_t filled = std::min<std::uint64_t>(of_frame_ + kZstdAhead, window());
    if (wanted_ == 0) {
      ++frames_;
      of_frame_ = 0;
    }
    if (ended && wanted_ != 0 && output.pos == before) return input_.truncated();
    return ask_window(filled);
  }

  Status refuse() const {
    if (frames_ == 0 && ZSTD_getErrorCode(wanted_) == ZSTD_error_prefix_unknown) return input_.foreign();
    return input_.damaged(input_.bytes() - (packed_.size - packed_.pos), ZSTD_getErrorName(wanted_));
  }

  std::unique_ptr<ZSTD_DCtx, FreeContext> context_;
  ZSTD_inBuffer packed_{nullptr, 0, 0};
  std::size_t wanted_ = 0;      // 0: a frame is complete; else a hint how many bytes it still needs
  std::uint64_t frames_ = 0;    // complete ones
  std::uint64_t of_frame_ = 0;  // unpacked bytes of the one at hand
  bool finished_ = false;
};

}  // namespace

Result<std::unique_ptr<Decoder>> make_zstd_decoder(PackedInput input) {
  ZSTD_DCtx* context = ZSTD_createDCtx();
  if (context == nullptr) return Status(Code::kExhausted, "no memory to unpack zstd data");
  std::unique_ptr<Decoder> decoder = std::make_unique<ZstdDecoder>(std::move(input), context);
  // Corpora are packed with --long=31; memory is touched only as far as a file fills its window, and ask_window() sees
  // to that.
  const int longest = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax).upperBound;
  if (ZSTD_isError(ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, longest)) != 0)
    return Status(Code::kExhausted, "zstd refuses its longest window");
  return decoder;
}

}  // namespace textkin::base
