#include "base/packing/zstd_encoder.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace textkin::base {
namespace {

constexpr unsigned kMostWorkers = 8;  // so that what they hold, 3 MB each, stays small beside any memory limit
constexpr int kJobBytes = 1 << 20;    // of a frame, by one thread; part of what the packed bytes are

struct FreeCompressor {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

// libzstd and not libarchive, which writes no checksum.
class ZstdEncoder : public Encoder {
 public:
  ZstdEncoder(std::string path, Sink sink, ZSTD_CCtx* context)
      : path_(std::move(path)), sink_(std::move(sink)), context_(context), packed_(ZSTD_CStreamOutSize()) {}

  // Cannot fail: a libzstd that took one takes more.
  void use_threads(unsigned threads) override {
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_nbWorkers, static_cast<int>(std::clamp(threads, 1u, kMostWorkers)));
  }

  Status write(std::string_view bytes) override {
    ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
    while (input.pos < input.size) TEXTKIN_RETURN_IF_ERROR(step(input, ZSTD_e_continue));
    return {};
  }

  Status finish() override {
    ZSTD_inBuffer none{nullptr, 0, 0};
    do {
      TEXTKIN_RETURN_IF_ERROR(step(none, ZSTD_e_end));
    } while (left_ != 0);
    return {};
  }

 private:
  Status step(ZSTD_inBuffer& input, ZSTD_EndDirective directive) {
    ZSTD_outBuffer output{packed_.data(), packed_.size(), 0};
    left_ = ZSTD_compressStream2(context_.get(), &output, &input, directive);
    if (ZSTD_isError(left_) != 0)
      return Status(Code::kIo, path_ + ": cannot be compressed: " + ZSTD_getErrorName(left_));
    return output.pos == 0 ? Status() : sink_({packed_.data(), output.pos});
  }

  std::string path_;
  Sink sink_;
  std::unique_ptr<ZSTD_CCtx, FreeCompressor> context_;
  std::vector<char> packed_;
  std::size_t left_ = 0;  // bytes that still wait inside the context
};

}  // namespace

Result<std::unique_ptr<Encoder>> make_zstd_encoder(std::string path, Encoder::Sink sink) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  if (context == nullptr) return Status(Code::kExhausted, "no memory to compress " + path);
  std::unique_ptr<Encoder> encoder = std::make_unique<ZstdEncoder>(path, std::move(sink), context);
  // With one thread of its own libzstd gives the bytes that it gives with many, with none others.
  constexpr std::array<std::pair<ZSTD_cParameter, int>, 4> kParameters{
      {{ZSTD_c_compressionLevel, 3}, {ZSTD_c_checksumFlag, 1}, {ZSTD_c_nbWorkers, 1}, {ZSTD_c_jobSize, kJobBytes}}};
  for (const auto& [parameter, value] : kParameters)
    if (const std::size_t code = ZSTD_CCtx_setParameter(context, parameter, value); ZSTD_isError(code) != 0)
      return Status(Code::kIo, path + ": cannot be compressed by this libzstd: " + ZSTD_getErrorName(code));
  return encoder;
}

}  // namespace textkin::base
