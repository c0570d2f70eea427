#include "base/packing/gzip_encoder.h"

#include <libdeflate.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/packing/deflated_piece.h"
#include "base/parallel.h"

namespace textkin::base {
namespace {

constexpr std::size_t kPieceBytes = 512u << 10;
constexpr unsigned kMostPieces = 8;  // at a time, so that what waits stays small beside any memory limit
// Deflated, no flags, no time, no word about the effort, of no system.
constexpr std::string_view kHeader("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
constexpr std::string_view kLastBlock("\x03\0", 2);  // of no bytes, with the fixed codes

class GzipEncoder : public Encoder {
 public:
  GzipEncoder(std::string path, Sink sink) : path_(std::move(path)), sink_(std::move(sink)) {}

  void use_threads(unsigned threads) override { threads_ = std::clamp(threads, 1u, kMostPieces); }

  Status write(std::string_view bytes) override {
    const std::size_t room = threads_ * kPieceBytes;
    waiting_.reserve(room);
    while (!bytes.empty()) {
      const std::size_t taken = std::min(bytes.size(), room - waiting_.size());
      waiting_.append(bytes.substr(0, taken));
      bytes.remove_prefix(taken);
      if (waiting_.size() == room) TEXTKIN_RETURN_IF_ERROR(pack());
    }
    return {};
  }

  Status finish() override {
    TEXTKIN_RETURN_IF_ERROR(pack());
    std::string end(kLastBlock);
    append_number(checksum_, end);
    append_number(static_cast<std::uint32_t>(size_), end);  // as the format has it: modulo 2^32
    return sink_(end);
  }

 private:
  static void append_number(std::uint32_t number, std::string& out) {
    for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>(number >> shift & 0xff);
  }

  Status pack() {
    if (!begun_) TEXTKIN_RETURN_IF_ERROR(sink_(kHeader));
    begun_ = true;
    const std::size_t count = (waiting_.size() + kPieceBytes - 1) / kPieceBytes;
    if (pieces_.size() < count) pieces_.resize(count);
    const Status packed = parallel_for(count, threads_, [&](std::size_t i, unsigned) {
      return pieces_[i].deflate(std::string_view(waiting_).substr(i * kPieceBytes, kPieceBytes));
    });
    if (packed.code() == Code::kInterrupted) return packed;
    if (!packed.ok()) return Status(packed.code(), path_ + ": " + packed.message());
    for (std::size_t i = 0; i < count; ++i) TEXTKIN_RETURN_IF_ERROR(sink_(pieces_[i].bytes()));
    checksum_ = libdeflate_crc32(checksum_, waiting_.data(), waiting_.size());
    size_ += waiting_.size();
    waiting_.clear();
    return {};
  }

  std::string path_;
  Sink sink_;
  unsigned threads_ = 1;
  std::string waiting_;  // not packed yet
  std::vector<DeflatedPiece> pieces_;
  bool begun_ = false;
  std::uint32_t checksum_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace

Result<std::unique_ptr<Encoder>> make_gzip_encoder(std::string path, Encoder::Sink sink) {
  return std::unique_ptr<Encoder>(std::make_unique<GzipEncoder>(std::move(path), std::move(sink)));
}

}  // namespace textkin::base
