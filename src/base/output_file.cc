#include "base/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "base/free_room.h"
#include "base/io_error.h"
#include "base/leftovers.h"
#include "base/packing/archive_encoder.h"
#include "base/packing/encoder.h"
#include "base/packing/gzip_encoder.h"
#include "base/packing/zstd_encoder.h"
#include "base/parallel.h"

namespace textkin::base {
namespace {

constexpr std::size_t kBufferBytes = 256u << 10;
constexpr std::uint64_t kToDiskBytes = 8u << 20;
constexpr int kAttempts = 100;  // at a hidden name that is free

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

// The rights of the file that is replaced. Where its group cannot be kept, another group gets no more than all have.
void take_rights(const struct stat& old, int descriptor) {
  struct stat now;
  if (::fstat(descriptor, &now) != 0) return;
  // Another user's file becomes this user's, unless this user is root.
  [[maybe_unused]] const bool owner_stays =
      now.st_uid == old.st_uid || ::fchown(descriptor, old.st_uid, static_cast<gid_t>(-1)) == 0;
  const bool group_stays = now.st_gid == old.st_gid || ::fchown(descriptor, static_cast<uid_t>(-1), old.st_gid) == 0;
  const mode_t mode = old.st_mode & 0777;
  ::fchmod(descriptor, group_stays ? mode : (mode & 0707) | (mode & 0007) << 3);
}

Result<std::unique_ptr<Encoder>> make_encoder(const std::string& path, Packing packing, Encoder::Sink sink) {
  if (packing == Packing::kGzip) return make_gzip_encoder(path, std::move(sink));
  if (packing == Packing::kZstd) return make_zstd_encoder(path, std::move(sink));
  return make_archive_encoder(path, packing, std::move(sink));
}

std::string entry_of(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

}  // namespace

struct OutputFile::State {
  std::string path;       // as it was given
  std::string target;     // what the file becomes; empty: written in place, or done
  std::string temporary;  // its name until then; empty: it has none
  int descriptor = -1;
  std::unique_ptr<Encoder> encoder;  // null: no packing
  std::string buffer;
  Status failed;                    // the first failure; nothing is written after it
  std::uint64_t passed_on = 0;      // bytes that the system has taken, without packing
  std::uint64_t asked_to_disk = 0;  // of these, those that it was asked to write out
  bool has_ended = false;
  bool is_on_disk = false;
  bool durable = true;
  bool is_private = false;
  bool looks_for_leftovers = true;

  ~State() {
    if (!temporary.empty()) ::unlink(temporary.c_str());
    if (descriptor > STDERR_FILENO) ::close(descriptor);
  }

  Status open();
  Status open_beside(const std::filesystem::path& file, const struct stat* old);
  bool open_nameless(mode_t mode);
  bool open_hidden(mode_t mode);
  std::string hidden_name() const;
  Status pass_on(std::string_view bytes);
  Status flush();
  Status end();
  Status sync();
  Status finish();
  bool give_name();
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
    return open_beside(path, nullptr);
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
    return open_beside(real, &status);
  }
  // A rename would replace the device or the pipe itself.
  descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  return descriptor < 0 ? io_error(path, "cannot be opened", errno) : Status();
}

// `old`: of the file that is replaced. Nobody may read the new one meanwhile who could not read that.
Status OutputFile::State::open_beside(const std::filesystem::path& file, const struct stat* old) {
  target = file.string();
  if (target.back() == '/') return io_error(path, "cannot be written", EISDIR);
  const std::string name = file.filename().string();
  if (name.size() > NAME_MAX) return io_error(path, "cannot be created", ENAMETOOLONG);
  if (looks_for_leftovers) Leftovers::in(file.parent_path().string()).remove_of(name);
  const mode_t mode = is_private || old != nullptr ? 0600 : 0666;
  if (!open_nameless(mode) && !open_hidden(mode)) return io_error(path, "cannot be created", errno);
  if (old != nullptr && !is_private) take_rights(*old, descriptor);
  return {};
}

bool OutputFile::State::open_nameless(mode_t mode) {
  const std::string folder = std::filesystem::path(target).parent_path().string();
  descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
  if (descriptor < 0) return false;
  // Through its entry there it gets its name.
  if (::access(entry_of(descriptor).c_str(), F_OK) == 0) return true;
  ::close(std::exchange(descriptor, -1));
  return false;
}

std::string OutputFile::State::hidden_name() const {
  const std::filesystem::path file = target;
  return (file.parent_path() / temporary_name(file.filename().string())).string();
}

bool OutputFile::State::open_hidden(mode_t mode) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const std::string candidate = hidden_name();
    descriptor = ::open(candidate.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (descriptor < 0 && errno != EEXIST) return false;
    if (descriptor < 0) continue;
    if (hold_temporary(descriptor)) {
      temporary = candidate;
      return true;
    }
    ::close(std::exchange(descriptor, -1));
  }
  return false;
}

// A link gives a nameless file its name, but cannot replace a file; a rename can. The lock of a hidden file is held
// until it has its name, so that nobody takes it for a leftover.
bool OutputFile::State::give_name() {
  const auto link_as = [&](const std::string& name) {
    return ::linkat(AT_FDCWD, entry_of(descriptor).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
  };
  if (temporary.empty()) {
    if (link_as(target)) return true;
    hold_temporary(descriptor);
    for (int attempt = 0; attempt < kAttempts && temporary.empty(); ++attempt) {
      const std::string candidate = hidden_name();
      if (link_as(candidate)) {
        temporary = candidate;
      } else if (errno != EEXIST) {
        return false;
      }
    }
  }
  if (temporary.empty() || ::rename(temporary.c_str(), target.c_str()) != 0) return false;
  temporary.clear();
  return true;
}

Status OutputFile::State::pass_on(std::string_view bytes) {
  if (encoder != nullptr) return encoder->write(bytes);
  TEXTKIN_RETURN_IF_ERROR(write_all(descriptor, bytes, path));
  passed_on += bytes.size();
  if (passed_on - asked_to_disk < kToDiskBytes || target.empty() || !durable) return {};
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

Status OutputFile::State::end() {
  if (std::exchange(has_ended, true)) return {};
  TEXTKIN_RETURN_IF_ERROR(flush());
  if (encoder != nullptr) TEXTKIN_RETURN_IF_ERROR(encoder->finish());
  encoder.reset();
  free_room(buffer);
  return {};
}

Status OutputFile::State::sync() {
  TEXTKIN_RETURN_IF_ERROR(end());
  if (target.empty() || !durable || std::exchange(is_on_disk, true)) return {};
  return ::fsync(descriptor) == 0 ? Status() : io_error(path, "cannot be written", errno);
}

Status OutputFile::State::finish() {
  TEXTKIN_RETURN_IF_ERROR(sync());
  if (target.empty()) return {};
  if (!give_name()) return io_error(path, "cannot be created", errno);
  target.clear();
  if (::close(std::exchange(descriptor, -1)) != 0) return io_error(path, "cannot be written", errno);
  return {};
}

OutputFile::OutputFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
OutputFile::~OutputFile() = default;

Result<std::unique_ptr<OutputFile>> OutputFile::create(std::unique_ptr<State> state, Packing packing) {
  TEXTKIN_RETURN_IF_ERROR(state->open());
  if (packing != Packing::kNone) {
    Encoder::Sink sink = [&to = *state](std::string_view bytes) { return write_all(to.descriptor, bytes, to.path); };
    TEXTKIN_ASSIGN_OR_RETURN(state->encoder, make_encoder(state->path, packing, std::move(sink)));
  }
  state->buffer.reserve(kBufferBytes);
  return std::unique_ptr<OutputFile>(new OutputFile(std::move(state)));
}

Result<std::unique_ptr<OutputFile>> OutputFile::create(const std::string& path, Packing packing) {
  auto state = std::make_unique<State>();
  state->path = path;
  return create(std::move(state), packing);
}

Result<std::unique_ptr<OutputFile>> OutputFile::create(const std::string& path) {
  return create(path, packing_of(path));
}

Result<std::unique_ptr<OutputFile>> OutputFile::create_shard(const std::string& path, Packing packing) {
  auto state = std::make_unique<State>();
  state->path = path;
  state->looks_for_leftovers = false;
  return create(std::move(state), packing);
}

Result<std::unique_ptr<OutputFile>> OutputFile::create_private(const std::string& path) {
  auto state = std::make_unique<State>();
  state->path = path;
  state->looks_for_leftovers = false;
  state->is_private = true;
  return create(std::move(state), Packing::kNone);
}

Result<std::unique_ptr<OutputFile>> OutputFile::create_scratch(const std::string& path) {
  Result<std::unique_ptr<OutputFile>> file = create_private(path);
  if (file.ok()) (*file)->state_->durable = false;
  return file;
}

void OutputFile::use_threads(unsigned threads) {
  if (state_->encoder != nullptr) state_->encoder->use_threads(threads);
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

Status OutputFile::end() {
  if (state_->failed.ok()) state_->failed = state_->end();
  return state_->failed;
}

Status OutputFile::sync() {
  if (state_->failed.ok()) state_->failed = state_->sync();
  return state_->failed;
}

Status OutputFile::commit() {
  if (state_->failed.ok()) state_->failed = state_->finish();
  return state_->failed;
}

Result<std::string> OutputFile::path_so_far() {
  if (state_->failed.ok()) state_->failed = state_->flush();
  if (!state_->failed.ok()) return state_->failed;
  return entry_of(state_->descriptor);
}

const std::string& OutputFile::path() const { return state_->path; }

}  // namespace textkin::base
