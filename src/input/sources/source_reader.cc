#include "input/sources/source_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "input/formats/rows.h"

namespace textkin::input {
namespace {

constexpr std::size_t kReadAtOnce = 256u << 10;  // where only a checksum is wanted
constexpr std::size_t kPackedAtOnce = 256u << 10;
constexpr std::size_t kValuesAtOnce = 16u << 10;

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
  std::vector<char> skipped(kReadAtOnce);
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
  return source_->holds_values ? read_lines(out, size) : read_bytes(out, size);
}

Result<std::size_t> SourceReader::read_lines(char* out, std::size_t size) {
  std::array<char, kValuesAtOnce> bytes;
  while (lines_given_ == lines_.size() && !values_ended_) {
    lines_.clear();
    lines_given_ = 0;
    TEXTKIN_ASSIGN_OR_RETURN(const std::size_t got, read_bytes(bytes.data(), bytes.size()));
    if (source_->in_object) {
      of_object_.clear();
      object_.add({bytes.data(), got}, of_object_);
      values_.add(of_object_, lines_);
    } else {
      values_.add({bytes.data(), got}, lines_);
    }
    values_ended_ = got == 0;
    if (values_ended_) TEXTKIN_RETURN_IF_ERROR(check_values());
  }
  const std::size_t some = std::min(size, lines_.size() - lines_given_);
  lines_.copy(out, some, lines_given_);
  lines_given_ += some;
  return some;
}

// Behind the last of them.
Status SourceReader::check_values() {
  const bool whole = values_.finish(lines_);
  if (!whole || (source_->in_object && !object_.ended()))
    return Status(Code::kBadInput, name_of(*source_) + ": its JSON ends too early, the file was cut; restore it");
  if (!source_->in_object) return {};
  if (object_.keys().size() > 1) return many_arrays(name_of(*source_), object_.keys());
  if (object_.more_follows())
    return Status(
        Code::kBadInput,
        fmt::format("{}: its records are those of \"{}\" in an object, and something stands behind that; take "
                    "them out, a line each",
                    name_of(*source_), object_.keys().front()));
  return {};
}

Result<std::size_t> SourceReader::read_bytes(char* out, std::size_t size) {
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

Result<std::uint64_t> checksum_source(const Source& source, const base::WindowLimit& windows) {
  if (source.memory != nullptr) return checksum_of_rows(*source.memory);
  TEXTKIN_ASSIGN_OR_RETURN(SourceReader input, SourceReader::open(source, 0, nullptr, windows));
  base::RunningChecksum checksum;
  std::vector<char> bytes(kReadAtOnce);
  while (!input.ended()) {
    const std::size_t got = input.read(bytes.data(), bytes.size());
    checksum.add({bytes.data(), got});
  }
  if (!input.error().ok()) return input.error();
  return checksum.value();
}

}  // namespace textkin::input
