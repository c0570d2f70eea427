#include "base/packing/unpack.h"

#include <utility>

#include "base/packing/bzip2_decoder.h"
#include "base/packing/decoder.h"
#include "base/packing/gzip_decoder.h"
#include "base/packing/xz_decoder.h"
#include "base/packing/zstd_decoder.h"

namespace textkin::base {

Result<std::string_view> PackedInput::next() {
  TEXTKIN_ASSIGN_OR_RETURN(std::size_t got, read(buffer_.data(), buffer_.size()));
  return std::string_view(buffer_.data(), got);
}

Result<std::size_t> PackedInput::read(char* out, std::size_t size) {
  Result<std::size_t> got = file_.read(out, size);
  if (got.ok()) bytes_ += *got;
  return got;
}

Status PackedInput::truncated() const {
  return Status(Code::kBadInput, file_.path() + ": truncated " + std::string(name_of(packing_)) + " data after " +
                                     std::to_string(bytes_) + " bytes; restore or remove the file");
}

Status PackedInput::damaged(std::uint64_t at, std::string_view how) const {
  return Status(Code::kBadInput, file_.path() + ": damaged " + std::string(name_of(packing_)) + " data near byte " +
                                     std::to_string(at) + " (" + std::string(how) + "); restore or remove the file");
}

Status PackedInput::foreign() const {
  return Status(Code::kBadInput, file_.path() + ": not " + std::string(name_of(packing_)) +
                                     " data, though its name ends in " + std::string(suffix_of(packing_)) +
                                     "; rename or remove the file");
}

Status PackedInput::too_wide(std::uint64_t bytes) const {
  std::string message = file_.path() + ": its " + std::string(name_of(packing_)) + " data refers so far back that " +
                        std::to_string((bytes >> 20) + 1) + " MiB are held to unpack it";
  if (windows_.would_do) message += ", more than there is room for; " + windows_.would_do(bytes);
  return Status(Code::kExhausted, std::move(message));
}

namespace {

class PlainDecoder : public Decoder {
 public:
  using Decoder::Decoder;

  Status decode(char* out, std::size_t size, std::size_t& got) override {
    TEXTKIN_ASSIGN_OR_RETURN(std::size_t bytes, input_.read(out + got, size - got));
    got += bytes;
    return {};
  }
};

Result<std::unique_ptr<Decoder>> make_decoder(PackedInput input, Packing packing) {
  switch (packing) {
    case Packing::kNone:
      return std::unique_ptr<Decoder>(std::make_unique<PlainDecoder>(std::move(input)));
    case Packing::kGzip:
      return make_gzip_decoder(std::move(input));
    case Packing::kZstd:
      return make_zstd_decoder(std::move(input));
    case Packing::kXz:
      return make_xz_decoder(std::move(input));
    case Packing::kBzip2:
      break;
  }
  return make_bzip2_decoder(std::move(input));
}

}  // namespace

Unpacker::Unpacker(std::unique_ptr<Decoder> decoder) : decoder_(std::move(decoder)) {}
Unpacker::Unpacker(Unpacker&& other) noexcept = default;
Unpacker& Unpacker::operator=(Unpacker&& other) noexcept = default;
Unpacker::~Unpacker() = default;

Result<Unpacker> Unpacker::open(const std::string& path, Packing packing, std::uint64_t skipped,
                                std::size_t buffer_bytes, const WindowLimit& windows) {
  TEXTKIN_ASSIGN_OR_RETURN(File file, File::open(path));
  if (skipped > 0) TEXTKIN_RETURN_IF_ERROR(file.seek(skipped));
  TEXTKIN_ASSIGN_OR_RETURN(
      std::unique_ptr<Decoder> decoder,
      make_decoder(PackedInput(std::move(file), packing, packing == Packing::kNone ? 0 : buffer_bytes, windows),
                   packing));
  return Unpacker(std::move(decoder));
}

Result<std::size_t> Unpacker::read(char* out, std::size_t size) {
  if (!error_.ok()) return error_;
  std::size_t got = 0;
  error_ = decoder_->decode(out, size, got);
  if (got == 0 && !error_.ok()) return error_;
  return got;
}

std::uint64_t Unpacker::window() const { return decoder_->window(); }

Result<File::Facts> Unpacker::facts() const { return decoder_->facts(); }

std::uint64_t Unpacker::packed_bytes() const { return decoder_->packed_bytes(); }

}  // namespace textkin::base
