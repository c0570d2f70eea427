#include "input/spool.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <tuple>
#include <utility>

#include "base/io_error.h"

namespace textkin::input {
namespace {

constexpr std::size_t kChunkBytes = 16u << 10;

bool before(const Spool::Chunk& a, const Spool::Chunk& b) {
  return std::tie(a.source, a.offset) < std::tie(b.source, b.offset);
}

}  // namespace

void SpoolWriter::Free::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }
SpoolWriter::SpoolWriter() = default;
SpoolWriter::~SpoolWriter() = default;

Spool::~Spool() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Status Spool::open() {
  if (descriptor_ >= 0) return {};
  if (directory_.empty())
    return Status(Code::kInvalidArgument,
                  "streams and compressed files need a scratch directory; name one (--run-dir)");
  descriptor_ = ::open(directory_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor_ >= 0) return {};
  // Some file systems have no nameless files.
  std::string name = directory_ + "/spool-XXXXXX";
  descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ < 0) return base::io_error(directory_, "scratch file cannot be created", errno);
  ::unlink(name.c_str());
  return {};
}

Status Spool::append(std::uint32_t source, std::uint64_t offset, std::string_view bytes, SpoolWriter& writer) {
  if (bytes.empty()) return {};
  if (writer.context_ == nullptr) {
    writer.context_.reset(ZSTD_createCCtx());
    if (writer.context_ == nullptr) return Status(Code::kExhausted, "no memory to compress the scratch file");
    ZSTD_CCtx_setParameter(writer.context_.get(), ZSTD_c_compressionLevel, 1);
    ZSTD_CCtx_setParameter(writer.context_.get(), ZSTD_c_checksumFlag, 1);
  }
  std::vector<Chunk> chunks;
  std::vector<char>& packed = writer.packed_;
  std::size_t used = 0;
  for (std::size_t at = 0; at < bytes.size(); at += kChunkBytes) {
    const std::string_view piece = bytes.substr(at, kChunkBytes);
    packed.resize(std::max(packed.size(), used + ZSTD_compressBound(piece.size())));
    const std::size_t size =
        ZSTD_compress2(writer.context_.get(), packed.data() + used, packed.size() - used, piece.data(), piece.size());
    if (ZSTD_isError(size) != 0)
      return Status(Code::kIo, directory_ + ": scratch file cannot be compressed: " + ZSTD_getErrorName(size));
    chunks.push_back(
        {offset + at, used, source, static_cast<std::uint32_t>(piece.size()), static_cast<std::uint32_t>(size)});
    used += size;
  }
  const std::uint64_t position = end_.fetch_add(used);
  for (Chunk& chunk : chunks) chunk.position += position;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    TEXTKIN_RETURN_IF_ERROR(open());
    // Blocks come nearly in order, so the place is near the end.
    const auto place = std::upper_bound(chunks_.begin(), chunks_.end(), chunks.front(), before);
    chunks_.insert(place, chunks.begin(), chunks.end());
  }
  for (std::size_t written = 0; written < used;) {
    const ssize_t n =
        ::pwrite(descriptor_, packed.data() + written, used - written, static_cast<off_t>(position + written));
    if (n < 0 && errno != EINTR) return base::io_error(directory_, "scratch file cannot be written", errno);
    if (n > 0) written += static_cast<std::size_t>(n);
  }
  return {};
}

Status Spool::damaged() const {
  return Status(Code::kIo, directory_ + ": the scratch file is damaged; check the disk, or name another --run-dir");
}

const Spool::Chunk* Spool::find(std::uint32_t source, std::uint64_t offset) const {
  Chunk wanted;
  wanted.source = source;
  wanted.offset = offset;
  const auto behind = std::upper_bound(chunks_.begin(), chunks_.end(), wanted, before);
  if (behind == chunks_.begin()) return nullptr;
  const Chunk& chunk = *(behind - 1);
  return chunk.source == source && offset - chunk.offset < chunk.size ? &chunk : nullptr;
}

void SpoolReader::Free::operator()(ZSTD_DCtx_s* context) const { ZSTD_freeDCtx(context); }
SpoolReader::SpoolReader(std::shared_ptr<const Spool> spool) : spool_(std::move(spool)) {}
SpoolReader::~SpoolReader() = default;

Status SpoolReader::load(const Spool::Chunk& chunk) {
  loaded_ = nullptr;
  if (context_ == nullptr) context_.reset(ZSTD_createDCtx());
  if (context_ == nullptr) return Status(Code::kExhausted, "no memory to unpack the scratch file");
  packed_.resize(chunk.packed_size);
  for (std::size_t got = 0; got < packed_.size();) {
    const ssize_t n = ::pread(spool_->descriptor_, packed_.data() + got, packed_.size() - got,
                              static_cast<off_t>(chunk.position + got));
    if (n < 0 && errno != EINTR) return base::io_error(spool_->directory_, "scratch file cannot be read", errno);
    if (n == 0) return spool_->damaged();
    if (n > 0) got += static_cast<std::size_t>(n);
  }
  bytes_.resize(chunk.size);
  const std::size_t size =
      ZSTD_decompressDCtx(context_.get(), bytes_.data(), bytes_.size(), packed_.data(), packed_.size());
  if (size != chunk.size) return spool_->damaged();
  loaded_ = &chunk;
  return {};
}

bool SpoolReader::holds(std::uint32_t source, std::uint64_t offset) const {
  return spool_ != nullptr && spool_->find(source, offset) != nullptr;
}

Status SpoolReader::read(std::uint32_t source, std::uint64_t offset, std::size_t size, std::vector<char>& out) {
  out.resize(size);
  for (std::size_t done = 0; done < size;) {
    const Spool::Chunk* chunk = spool_ == nullptr ? nullptr : spool_->find(source, offset + done);
    if (chunk == nullptr) return Status(Code::kBadInput, "a record was asked for that the scratch file does not hold");
    if (chunk != loaded_) TEXTKIN_RETURN_IF_ERROR(load(*chunk));
    const std::size_t skipped = offset + done - chunk->offset;
    const std::size_t taken = std::min(size - done, chunk->size - skipped);
    std::memcpy(out.data() + done, bytes_.data() + skipped, taken);
    done += taken;
  }
  return {};
}

}  // namespace textkin::input
