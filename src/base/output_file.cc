#include "base/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "base/io_error.h"
#include "base/packing/archive_encoder.h"
#include "base/packing/encoder.h"
#include "base/packing/zstd_encoder.h"
#include "base/parallel.h"

namespace textkin::base {
namespace {

constexpr std::size_t kBufferBytes = 256u << 10;
constexpr std::uint64_t kToDiskBytes = 8u << 20;
// A temporary file is ".NAME" + this + some letters.
constexpr std::string_view kTemporary = ".textkin-";
constexpr std::size_t kLetters = 6;  // as many as mkstemp's

// A name that no other run and no other file of this run takes.
std::string random_letters() {
  static std::atomic<std::uint64_t> counter{0};
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  std::uint64_t bits = static_cast<std::uint64_t>(now) + static_cast<std::uint64_t>(::getpid()) * 0x9E3779B97F4A7C15u +
                       counter.fetch_add(1) * 0xD1B54A32D192ED03u;
  bits = (bits ^ (bits >> 32)) * 0xD6E8FEB86659FD93u;
  std::string letters;
  for (std::size_t i = 0; i < kLetters; ++i, bits /= 36) letters += "abcdefghijklmnopqrstuvwxyz0123456789"[bits % 36];
  return letters;
}

Status write_all(int descriptor, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return io_error(path, "cannot be written", errno);
    } else if (interrupted()) {
      return Status(Code::kInterrupted, "interrupted");
    }
  }
  return {};
}

// Standard output or standard error where they are that file, as /dev/stdout is: to be written to and not replaced,
// because others write there too. -1: neither is.
int stream_that_is(const struct stat& file) {
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat status;
    if (::fstat(stream, &status) == 0 && status.st_dev == file.st_dev && status.st_ino == file.st_ino) return stream;
  }
  return -1;
}

}  // namespace

struct OutputFile::State {
  std::string path;       // as it was given
  std::string target;     // what the temporary file becomes; empty: written in place
  std::string temporary;  // exists as long as this is not empty
  int descriptor = -1;
  std::unique_ptr<Encoder> encoder;  // null: no packing
  std::string buffer;
  Status failed;                    // the first failure; nothing is written after it
  std::uint64_t passed_on = 0;      // bytes that the system has taken, without packing
  std::uint64_t asked_to_disk = 0;  // of these, those that it was asked to write out
  bool durable = true;

  ~State() {
    if (descriptor > STDERR_FILENO) ::close(descriptor);
    if (!temporary.empty()) ::unlink(temporary.c_str());
  }

  Status open();
  Status open_beside(const std::filesystem::path& file);
  Status pass_on(std::string_view bytes);
  Status flush();
  Status finish();
};

Status OutputFile::State::open() {
  if (path == "-") {
    descriptor = STDOUT_FILENO;
    return {};
  }
  if (path.empty())
    return Status(Code::kInvalidArgument, "the output has no name; name a file, or - for standard output");
  struct stat status;
  if (::stat(path.c_str(), &status) != 0) {
    if (errno == ENOENT && ::lstat(path.c_str(), &status) == 0)
      return Status(Code::kNotFound, path + ": a link to a file that does not exist; remove it or name another file");
    if (errno != ENOENT) return io_error(path, "cannot be created", errno);
    return open_beside(path);
  }
  if (S_ISDIR(status.st_mode)) return io_error(path, "cannot be written", EISDIR);
  if (const int stream = stream_that_is(status); stream >= 0) {
    descriptor = stream;
    return {};
  }
  if (S_ISREG(status.st_mode)) {
    std::error_code error;
    const std::filesystem::path real = std::filesystem::canonical(path, error);
    if (error) return io_error(path, "cannot be created", error.value());
    return open_beside(real);
  }
  // A rename would replace the device or the pipe itself.
  descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  return descriptor < 0 ? io_error(path, "cannot be opened", errno) : Status();
}

Status OutputFile::State::open_beside(const std::filesystem::path& file) {
  target = file.string();
  if (target.back() == '/') return io_error(path, "cannot be written", EISDIR);
  // Cut, because the hidden name must not be longer than names may be.
  const std::string name = file.filename().string().substr(0, NAME_MAX - 20);
  for (int attempt = 0; attempt < 100; ++attempt) {
    const std::string candidate =
        (file.parent_path() / ("." + name + std::string(kTemporary) + random_letters())).string();
    descriptor = ::open(candidate.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) {
      temporary = candidate;
      return {};
    }
    if (errno != EEXIST) break;
  }
  return io_error(path, "cannot be created", errno);
}

Status OutputFile::State::pass_on(std::string_view bytes) {
  if (encoder != nullptr) return encoder->write(bytes);
  TEXTKIN_RETURN_IF_ERROR(write_all(descriptor, bytes, path));
  passed_on += bytes.size();
  if (passed_on - asked_to_disk < kToDiskBytes || temporary.empty() || !durable) return {};
  // The disk begins now, so that little is left for the sync at the end. Only a hint: where it fails, the sync does it
  // all.
  ::sync_file_range(descriptor, static_cast<off_t>(asked_to_disk), static_cast<off_t>(passed_on - asked_to_disk),
                    SYNC_FILE_RANGE_WRITE);
  asked_to_disk = passed_on;
  return {};
}

Status OutputFile::State::flush() {
  TEXTKIN_RETURN_IF_ERROR(pass_on(buffer));
  buffer.clear();
  return {};
}

Status OutputFile::State::finish() {
  TEXTKIN_RETURN_IF_ERROR(flush());
  if (encoder != nullptr) TEXTKIN_RETURN_IF_ERROR(encoder->finish());
  if (temporary.empty()) return {};
  if (durable && ::fsync(descriptor) != 0) return io_error(path, "cannot be written", errno);
  if (::close(std::exchange(descriptor, -1)) != 0) return io_error(path, "cannot be written", errno);
  if (::rename(temporary.c_str(), target.c_str()) != 0) return io_error(path, "cannot be created", errno);
  temporary.clear();
  return {};
}

OutputFile::OutputFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
OutputFile::~OutputFile() = default;

Result<std::unique_ptr<OutputFile>> OutputFile::create(const std::string& path, Packing packing) {
  auto state = std::make_unique<State>();
  state->path = path;
  TEXTKIN_RETURN_IF_ERROR(state->open());
  if (packing != Packing::kNone) {
    Encoder::Sink sink = [&to = *state](std::string_view bytes) { return write_all(to.descriptor, bytes, to.path); };
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Encoder> encoder,
                             packing == Packing::kZstd ? make_zstd_encoder(path, std::move(sink))
                                                       : make_archive_encoder(path, packing, std::move(sink)));
    state->encoder = std::move(encoder);
  }
  state->buffer.reserve(kBufferBytes);
  return std::unique_ptr<OutputFile>(new OutputFile(std::move(state)));
}

Result<std::unique_ptr<OutputFile>> OutputFile::create(const std::string& path) {
  return create(path, packing_of(path));
}

Result<std::unique_ptr<OutputFile>> OutputFile::create_scratch(const std::string& path) {
  Result<std::unique_ptr<OutputFile>> file = create(path, Packing::kNone);
  if (file.ok()) (*file)->state_->durable = false;
  return file;
}

Status OutputFile::write(std::string_view bytes) {
  State& state = *state_;
  if (!state.failed.ok()) return state.failed;
  if (bytes.size() > kBufferBytes - state.buffer.size()) {
    state.failed = state.flush();
    if (state.failed.ok() && bytes.size() >= kBufferBytes) {
      state.failed = state.pass_on(bytes);
      return state.failed;
    }
  }
  if (state.failed.ok()) state.buffer.append(bytes);
  return state.failed;
}

Status OutputFile::commit() {
  if (state_->failed.ok()) state_->failed = state_->finish();
  return state_->failed;
}

const std::string& OutputFile::path() const { return state_->path; }

Status remove_leftovers(const std::string& folder) {
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const std::size_t tail = kTemporary.size() + kLetters;
    if (!name.starts_with('.') || name.size() <= tail + 1 ||
        name.substr(name.size() - tail, kTemporary.size()) != kTemporary)
      continue;
    if (!entry->is_regular_file(error) || error) continue;
    if (::unlink(entry->path().c_str()) != 0 && errno != ENOENT)
      return io_error(entry->path().string(), "cannot be removed", errno);
  }
  return error ? io_error(folder, "cannot be listed", error.value()) : Status();
}

}  // namespace textkin::base
