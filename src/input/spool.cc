#include "input/spool.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <tuple>
#include <utility>

#include "base/checksum.h"
#include "base/io_error.h"
#include "base/sync_folder.h"

namespace textkin::input {
namespace {

constexpr std::size_t kChunkBytes = 16u << 10;
constexpr std::uint32_t kLargestChunk = 1u << 20;  // that restore() believes

bool before(const Spool::Chunk& a, const Spool::Chunk& b) {
  return std::tie(a.source, a.offset) < std::tie(b.source, b.offset);
}

std::uint32_t checksum_of(const char* packed, std::size_t size) {
  return static_cast<std::uint32_t>(base::checksum(std::string_view(packed, size)));
}

// Bytes of two chunks of one source stand one behind the other.
bool apart(const Spool::Chunk& a, const Spool::Chunk& b) {
  return a.source != b.source || b.offset - a.offset >= a.size;
}

}  // namespace

void SpoolWriter::Free::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }
SpoolWriter::SpoolWriter() = default;
SpoolWriter::~SpoolWriter() = default;

Spool::Spool(std::string directory, std::string name)
    : directory_(std::move(directory)),
      name_(std::move(name)),
      path_(name_.empty() ? directory_ : directory_ + "/" + name_) {}

Spool::~Spool() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

// For writing.
Status Spool::open() {
  if (writable_) return {};
  if (directory_.empty())
    return Status(Code::kInvalidArgument,
                  "streams and compressed files need a scratch directory; name one (--run-dir)");
  if (!name_.empty()) {
    const int descriptor = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) return base::io_error(path_, "cannot be created", errno);
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = descriptor;
    if (::ftruncate(descriptor_, static_cast<off_t>(end_.load())) != 0)
      return base::io_error(path_, "cannot be written", errno);
    writable_ = true;
    return {};
  }
  descriptor_ = ::open(directory_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor_ < 0) {
    // Some file systems have no nameless files.
    std::string name = directory_ + "/spool-XXXXXX";
    descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor_ < 0) return base::io_error(directory_, "scratch file cannot be created", errno);
    ::unlink(name.c_str());
  }
  writable_ = true;
  return {};
}

Status Spool::restore(std::vector<Chunk> chunks) {
  if (chunks.empty()) return {};
  std::sort(chunks.begin(), chunks.end(), before);
  std::uint64_t end = 0;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const Chunk& chunk = chunks[i];
    const std::uint64_t chunk_end = chunk.position + chunk.packed_size;
    if (chunk.size == 0 || chunk.size > kLargestChunk || chunk.packed_size > ZSTD_compressBound(kLargestChunk) ||
        chunk_end < chunk.position || chunk.offset + chunk.size < chunk.offset ||
        (i > 0 && !apart(chunks[i - 1], chunk)))
      return damaged("the index does not fit");
    end = std::max(end, chunk_end);
  }
  descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) return base::io_error(path_, "cannot be opened", errno);
  struct stat status;
  if (::fstat(descriptor_, &status) != 0) return base::io_error(path_, "cannot be examined", errno);
  if (static_cast<std::uint64_t>(status.st_size) < end) return damaged("it is shorter than it was");
  chunks_ = std::move(chunks);
  end_ = end;
  return {};
}

Status Spool::append(std::uint32_t source, std::uint64_t offset, std::string_view bytes, SpoolWriter& writer) {
  if (bytes.empty()) return {};
  if (writer.context_ == nullptr) {
    writer.context_.reset(ZSTD_createCCtx());
    if (writer.context_ == nullptr) return Status(Code::kExhausted, "no memory to compress the scratch file");
    ZSTD_CCtx_setParameter(writer.context_.get(), ZSTD_c_compressionLevel, 1);
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
    chunks.push_back({offset + at, used, source, static_cast<std::uint32_t>(piece.size()),
                      static_cast<std::uint32_t>(size), checksum_of(packed.data() + used, size)});
    used += size;
  }
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    TEXTKIN_RETURN_IF_ERROR(open());
  }
  const std::uint64_t position = end_.fetch_add(used);
  for (Chunk& chunk : chunks) chunk.position += position;
  for (std::size_t written = 0; written < used;) {
    const ssize_t n =
        ::pwrite(descriptor_, packed.data() + written, used - written, static_cast<off_t>(position + written));
    if (n < 0 && errno != EINTR) return base::io_error(path_, "texts cannot be set aside", errno);
    if (n > 0) written += static_cast<std::size_t>(n);
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  // Blocks come nearly in order, so the place is near the end.
  const auto place = std::upper_bound(chunks_.begin(), chunks_.end(), chunks.front(), before);
  chunks_.insert(place, chunks.begin(), chunks.end());
  if (!name_.empty()) new_chunks_.insert(new_chunks_.end(), chunks.begin(), chunks.end());
  return {};
}

std::vector<Spool::Chunk> Spool::take_new_chunks(const ReadPosition& position) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto later = std::partition(new_chunks_.begin(), new_chunks_.end(), [&](const Chunk& chunk) {
    return stands_before(chunk.source, chunk.offset, position);
  });
  std::vector<Chunk> taken(new_chunks_.begin(), later);
  new_chunks_.erase(new_chunks_.begin(), later);
  std::sort(taken.begin(), taken.end(), before);
  return taken;
}

Status Spool::sync() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!writable_) return {};
  }
  if (::fsync(descriptor_) != 0) return base::io_error(path_, "cannot be written to the disk", errno);
  return base::sync_folder_of(path_);
}

std::uint64_t Spool::memory_bytes() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return (chunks_.capacity() + new_chunks_.capacity()) * sizeof(Chunk);
}

Status Spool::damaged(std::string_view how) const {
  std::string what = path_ + (name_.empty() ? ": the scratch file is damaged: " : ": damaged: ");
  what += how;
  if (name_.empty()) return Status(Code::kIo, what + "; check the disk, or name another --run-dir");
  return Status(Code::kBadInput, what + "; remove " + directory_ + ", or name another --run-dir, and run again");
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
    if (n < 0 && errno != EINTR) return base::io_error(spool_->path_, "texts set aside cannot be read", errno);
    if (n == 0) return spool_->damaged("it ends too early");
    if (n > 0) got += static_cast<std::size_t>(n);
  }
  if (checksum_of(packed_.data(), packed_.size()) != chunk.checksum)
    return spool_->damaged("its bytes are not those that were written");
  bytes_.resize(chunk.size);
  const std::size_t size =
      ZSTD_decompressDCtx(context_.get(), bytes_.data(), bytes_.size(), packed_.data(), packed_.size());
  if (size != chunk.size) return spool_->damaged("its bytes cannot be unpacked");
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
