#include "base/packing/zstd_decoder.h"

#include <zstd.h>
#include <zstd_errors.h>

#include <utility>

namespace textkin::base {
namespace {

struct FreeContext {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

class ZstdDecoder : public Decoder {
 public:
  ZstdDecoder(PackedInput input, ZSTD_DCtx* context) : Decoder(std::move(input)), context_(context) {}

  Status decode(char* out, std::size_t size, std::size_t& got) override {
    ZSTD_outBuffer output{out, size, got};
    Status status;
    while (output.pos < size && !finished_ && status.ok()) status = step(output);
    got = output.pos;
    return status;
  }

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
    if (wanted_ == 0) ++frames_;
    if (ended && wanted_ != 0 && output.pos == before) return input_.truncated();
    return {};
  }

  Status refuse() const {
    if (frames_ == 0 && ZSTD_getErrorCode(wanted_) == ZSTD_error_prefix_unknown) return input_.foreign();
    return input_.damaged(input_.bytes() - (packed_.size - packed_.pos), ZSTD_getErrorName(wanted_));
  }

  std::unique_ptr<ZSTD_DCtx, FreeContext> context_;
  ZSTD_inBuffer packed_{nullptr, 0, 0};
  std::size_t wanted_ = 0;    // 0: a frame is complete; else a hint how many bytes it still needs
  std::uint64_t frames_ = 0;  // complete ones
  bool finished_ = false;
};

}  // namespace

Result<std::unique_ptr<Decoder>> make_zstd_decoder(PackedInput input) {
  ZSTD_DCtx* context = ZSTD_createDCtx();
  if (context == nullptr) return Status(Code::kExhausted, "no memory to unpack zstd data");
  std::unique_ptr<Decoder> decoder = std::make_unique<ZstdDecoder>(std::move(input), context);
  // Corpora are packed with --long=31; memory is touched only as far as a file fills its window.
  const int longest = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax).upperBound;
  if (ZSTD_isError(ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, longest)) != 0)
    return Status(Code::kExhausted, "zstd refuses its longest window");
  return decoder;
}

}  // namespace textkin::base
