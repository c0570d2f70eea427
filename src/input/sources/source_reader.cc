#include "input/sources/source_reader.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace textkin::input {
namespace {

constexpr std::size_t kSkippedAtOnce = 256u << 10;
constexpr std::size_t kPackedAtOnce = 256u << 10;

Status shorter(const Source& source) {
  return Status(Code::kBadInput, name_of(source) +
                                     ": shorter than it was when this run began; restore it, or begin anew in another "
                                     "--run-dir");
}

}  // namespace

Result<SourceReader> SourceReader::open(const Source& source, std::uint64_t offset, base::RunningChecksum* checksum,
                                        const base::WindowLimit& windows) {
  if (source.unpacked != nullptr) {
    SourceReader reader(source, std::nullopt);
    TEXTKIN_RETURN_IF_ERROR(reader.skip(offset, checksum));
    return reader;
  }
  const std::uint64_t sought = source.seekable && checksum == nullptr ? offset : 0;
  TEXTKIN_ASSIGN_OR_RETURN(base::Unpacker input,
                           base::Unpacker::open(source.path, source.compression, sought, kPackedAtOnce, windows));
  if (sought > source.size) return shorter(source);
  SourceReader reader(source, std::move(input));
  reader.sought_ = sought;
  TEXTKIN_RETURN_IF_ERROR(reader.skip(offset - sought, checksum));
  return reader;
}

Status SourceReader::skip(std::uint64_t bytes, base::RunningChecksum* checksum) {
  if (bytes == 0) return {};
  std::vector<char> skipped(kSkippedAtOnce);
  while (bytes > 0) {
    const std::size_t got = read(skipped.data(), std::min<std::uint64_t>(bytes, skipped.size()));
    if (!error_.ok()) return error_;
    if (got == 0) return shorter(*source_);
    if (checksum != nullptr) checksum->add({skipped.data(), got});
    bytes -= got;
  }
  return {};
}

Result<std::size_t> SourceReader::read_some(char* out, std::size_t size) {
  if (input_) return input_->read(out, size);
  const std::size_t some = std::min<std::uint64_t>(size, source_->size - taken_);
  TEXTKIN_RETURN_IF_ERROR(source_->unpacked->read_at(source_->unpacked_offset + taken_, out, some));
  taken_ += some;
  return some;
}

std::size_t SourceReader::read(char* out, std::size_t size) {
  std::size_t done = 0;
  while (done < size && !ended_) {
    const Result<std::size_t> got = read_some(out + done, size - done);
    if (!got.ok()) error_ = got.status();
    ended_ = !got.ok() || *got == 0;
    if (!ended_) done += *got;
    if (ended_ && error_.ok()) error_ = check_end();
  }
  return done;
}

// Neither the file that was read nor what stands under its name by now, which will be read again, may have changed.
Status SourceReader::check_end() const {
  if (!source_->seekable) return {};
  TEXTKIN_ASSIGN_OR_RETURN(const base::File::Facts opened, input_->facts());
  TEXTKIN_RETURN_IF_ERROR(check_unchanged(*source_, opened));
  const Result<base::File::Facts> named = base::File::facts_of(source_->path);
  return named.ok() ? check_unchanged(*source_, *named) : changed(*source_);
}

}  // namespace textkin::input
