#include "input/sources/spool.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
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
constexpr std::size_t kWrittenAtOnce = 64 * kChunkBytes;
constexpr std::uint64_t kLookAtDisk = 64u << 20;
constexpr std::uint32_t kLargestChunk = 1u << 20;  // that restore() believes

bool before(const Spool::Chunk& a, const Spool::Chunk& b) {
  return std::tie(a.source, a.offset) < std::tie(b.source, b.offset);
}

std::uint32_t checksum_of(std::string_view stored) { return static_cast<std::uint32_t>(base::checksum(stored)); }

// Bytes of two chunks of one source stand one behind the other.
bool apart(const Spool::Chunk& a, const Spool::Chunk& b) {
  return a.source != b.source || b.offset - a.offset >= a.size;
}

}  // namespace

void SpoolWriter::Free::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }
SpoolWriter::SpoolWriter() = default;
SpoolWriter::~SpoolWriter() = default;

Spool::Spool(std::string directory, std::string name, std::uint64_t spare_bytes)
    : directory_(std::move(directory)),
      name_(std::move(name)),
      path_(name_.empty() ? directory_ : directory_ + "/" + name_),
      spare_bytes_(spare_bytes) {}

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
    const int descriptor = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0) return base::io_error(path_, "cannot be created", errno);
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = descriptor;
    if (::ftruncate(descriptor_, static_cast<off_t>(end_.load())) != 0)
      return base::io_error(path_, "cannot be written", errno);
    writable_ = true;
    return look_at_disk();
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
  return look_at_disk();
}

Status Spool::restore(std::vector<Chunk> chunks) {
  if (chunks.empty()) return {};
  std::sort(chunks.begin(), chunks.end(), before);
  std::uint64_t end = 0;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const Chunk& chunk = chunks[i];
    const std::uint64_t chunk_end = chunk.position + chunk.packed_size;
    if (chunk.size == 0 || chunk.size > kLargestChunk || chunk.packed_size > chunk.size || chunk_end < chunk.position ||
        chunk.offset + chunk.size < chunk.offset || (i > 0 && !apart(chunks[i - 1], chunk)))
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

// Appends the chunks of `bytes`, which stand at `offset` of `source`; their positions are those in `stored`.
Status Spool::pack(std::uint32_t source, std::uint64_t offset, std::string_view bytes, SpoolWriter& writer,
                   std::vector<Chunk>& chunks, std::string_view& stored) const {
  if (writer.context_ == nullptr) {
    writer.context_.reset(ZSTD_createCCtx());
    if (writer.context_ == nullptr) return Status(Code::kExhausted, path_ + ": no memory to pack what is set aside");
    ZSTD_CCtx_setParameter(writer.context_.get(), ZSTD_c_compressionLevel, 1);
  }
  std::vector<char>& packed = writer.packed_;
  std::size_t used = 0;
  for (std::size_t at = 0; at < bytes.size(); at += kChunkBytes) {
    const std::string_view piece = bytes.substr(at, kChunkBytes);
    packed.resize(std::max(packed.size(), used + ZSTD_compressBound(piece.size())));
    char* const to = packed.data() + used;
    std::size_t size = ZSTD_compress2(writer.context_.get(), to, packed.size() - used, piece.data(), piece.size());
    if (ZSTD_isError(size) != 0)
      return Status(Code::kIo, path_ + ": texts cannot be packed: " + ZSTD_getErrorName(size));
    if (size >= piece.size()) {
      size = piece.size();
      std::memcpy(to, piece.data(), size);
    }
    chunks.push_back({offset + at, used, source, static_cast<std::uint32_t>(piece.size()),
                      static_cast<std::uint32_t>(size), checksum_of({to, size})});
    used += size;
  }
  stored = {packed.data(), used};
  return {};
}

Status Spool::append(std::uint32_t source, std::uint64_t offset, std::string_view bytes, SpoolWriter& writer) {
  if (bytes.empty()) return {};
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    TEXTKIN_RETURN_IF_ERROR(open());
  }
  std::vector<Chunk> chunks;
  for (std::size_t at = 0; at < bytes.size(); at += kWrittenAtOnce) {
    const std::string_view part = bytes.substr(at, kWrittenAtOnce);
    const std::size_t first = chunks.size();
    std::string_view stored = part;
    if (packs_.load(std::memory_order_relaxed)) {
      TEXTKIN_RETURN_IF_ERROR(pack(source, offset + at, part, writer, chunks, stored));
    } else {
      for (std::size_t begin = 0; begin < part.size(); begin += kChunkBytes) {
        const std::string_view chunk = part.substr(begin, kChunkBytes);
        const auto size = static_cast<std::uint32_t>(chunk.size());
        chunks.push_back({offset + at + begin, begin, source, size, size, checksum_of(chunk)});
      }
    }
    const std::uint64_t position = end_.fetch_add(stored.size());
    for (std::size_t i = first; i < chunks.size(); ++i) chunks[i].position += position;
    if (position / kLookAtDisk != (position + stored.size()) / kLookAtDisk) TEXTKIN_RETURN_IF_ERROR(look_at_disk());
    TEXTKIN_RETURN_IF_ERROR(write(position, stored));
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  // Blocks come nearly in order, so the place is near the end.
  const auto place = std::upper_bound(chunks_.begin(), chunks_.end(), chunks.front(), before);
  chunks_.insert(place, chunks.begin(), chunks.end());
  if (!name_.empty()) new_chunks_.insert(new_chunks_.end(), chunks.begin(), chunks.end());
  return {};
}

Status Spool::write(std::uint64_t position, std::string_view bytes) {
  for (std::size_t written = 0; written < bytes.size();) {
    const ssize_t n =
        ::pwrite(descriptor_, bytes.data() + written, bytes.size() - written, static_cast<off_t>(position + written));
    if (n < 0 && errno != EINTR) return base::io_error(path_, "texts cannot be set aside", errno);
    if (n > 0) written += static_cast<std::size_t>(n);
  }
  return {};
}

// Packs from now on, if the disk is too short for as much again and as much for the outputs.
Status Spool::look_at_disk() {
  struct statvfs disk;
  if (::fstatvfs(descriptor_, &disk) != 0) return base::io_error(path_, "cannot be examined", errno);
  const std::uint64_t free = disk.f_bavail * disk.f_frsize;
  if (free < spare_bytes_ || (free - spare_bytes_) / 2 < end_.load()) packs_ = true;
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
  const bool is_packed = chunk.packed_size < chunk.size;
  std::vector<char>& stored = is_packed ? packed_ : bytes_;
  stored.resize(chunk.packed_size);
  for (std::size_t got = 0; got < stored.size();) {
    const ssize_t n = ::pread(spool_->descriptor_, stored.data() + got, stored.size() - got,
                              static_cast<off_t>(chunk.position + got));
    if (n < 0 && errno != EINTR) return base::io_error(spool_->path_, "texts set aside cannot be read", errno);
    if (n == 0) return spool_->damaged("it ends too early");
    if (n > 0) got += static_cast<std::size_t>(n);
  }
  if (checksum_of({stored.data(), stored.size()}) != chunk.checksum)
    return spool_->damaged("its bytes are not those that were written");
  if (is_packed) TEXTKIN_RETURN_IF_ERROR(unpack(chunk));
  loaded_ = &chunk;
  return {};
}

Status SpoolReader::unpack(const Spool::Chunk& chunk) {
  if (context_ == nullptr) context_.reset(ZSTD_createDCtx());
  if (context_ == nullptr) return Status(Code::kExhausted, "no memory to unpack the scratch file");
  bytes_.resize(chunk.size);
  const std::size_t size =
      ZSTD_decompressDCtx(context_.get(), bytes_.data(), bytes_.size(), packed_.data(), packed_.size());
  return size == chunk.size ? Status() : spool_->damaged("its bytes cannot be unpacked");
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
