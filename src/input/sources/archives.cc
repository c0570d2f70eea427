#include "input/sources/archives.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "base/processes/child_process.h"
#include "base/scratch_file.h"
#include "base/utf8.h"
#include "input/blocks/extractor_program.h"
#include "input/blocks/member_frames.h"
#include "input/formats/format.h"
#include "input/sources/extraction.h"
#include "input/sources/record_files.h"

namespace textkin::input {
namespace {

constexpr std::size_t kLongestMemberName = 4096;           // bytes
constexpr std::uint64_t kMostBytes = 9ull << 30;           // of one archive; it refuses more itself
constexpr std::size_t kMostNames = 64u << 10;              // files of one archive
constexpr std::string_view kZipBegin = "PK\x03\x04";       // how an archive begins,
constexpr std::string_view kEmptyZipBegin = "PK\x05\x06";  // and one that is empty
constexpr std::string_view kNotExtracted = "not extracted: ";

// Where an archive is taken apart, as the child tells of it.
class MemberReader {
 public:
  MemberReader(const InputSpec& spec, const Source& archive, std::shared_ptr<base::ScratchFile> scratch)
      : spec_(spec), archive_(archive), scratch_(std::move(scratch)) {}

  // The next bytes of the child's answer. kBadInput: they are none.
  Status take(std::string_view bytes) {
    buffer_ += bytes;
    std::size_t at = 0;
    while (buffer_.size() - at >= kFrameHead) {
      std::size_t size = 0;
      for (unsigned i = 0; i < 4; ++i) size |= std::size_t{static_cast<unsigned char>(buffer_[at + 1 + i])} << 8 * i;
      if (size > kLongestFrame) return nonsense();
      if (buffer_.size() - at - kFrameHead < size) break;
      const std::string_view frame = std::string_view(buffer_).substr(at + kFrameHead, size);
      TEXTKIN_RETURN_IF_ERROR(take_frame(static_cast<MemberFrame>(buffer_[at]), frame));
      at += kFrameHead + size;
    }
    buffer_.erase(0, at);
    return {};
  }

  static Status nonsense() { return Status(Code::kBadInput, "what unpacks archives gave no answer that can be"); }

  bool is_open() const { return open_; }  // a file was begun and not ended

  bool done = false;
  bool is_document = false;
  std::uint64_t hidden = 0;
  std::vector<Source> sources;

 private:
  Status take_frame(MemberFrame kind, std::string_view bytes) {
    if (done) return nonsense();
    switch (kind) {
      case MemberFrame::kName:
        return begin(bytes);
      case MemberFrame::kBytes:
        return append(bytes);
      case MemberFrame::kEnd:
      case MemberFrame::kRefused:
        if (!open_) return nonsense();
        if (kind == MemberFrame::kRefused) {
          sources.back().refusal = kNotExtracted;
          base::append_valid_utf8(bytes, sources.back().refusal);
        }
        open_ = false;
        return {};
      case MemberFrame::kHidden:
        ++hidden;
        return {};
      case MemberFrame::kDocument:
        is_document = true;
        return {};
      case MemberFrame::kDone:
        done = !open_;
        return done ? Status() : nonsense();
    }
    return nonsense();
  }

  Status begin(std::string_view name) {
    if (open_ || name.empty() || name.size() > kLongestMemberName || sources.size() >= kMostNames) return nonsense();
    std::string clean = "/";
    base::append_valid_utf8(name, clean);
    sources.push_back(source_within(spec_, archive_, clean.substr(1)));
    sources.back().unpacked = scratch_;
    sources.back().unpacked_offset = scratch_->bytes();
    open_ = true;
    return {};
  }

  Status append(std::string_view bytes) {
    total_ += bytes.size();
    if (!open_ || total_ > kMostBytes) return nonsense();
    sources.back().size += bytes.size();
    return scratch_->append(bytes).status();
  }

  const InputSpec& spec_;
  const Source& archive_;
  const std::shared_ptr<base::ScratchFile> scratch_;
  std::string buffer_;
  std::uint64_t total_ = 0;
  bool open_ = false;  // the last source is being told of
};

// A descriptor of a file that is read by another process.
class ArchiveFile {
 public:
  explicit ArchiveFile(const std::string& path) : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~ArchiveFile() {
    if (number_ >= 0) ::close(number_);
  }
  ArchiveFile(const ArchiveFile&) = delete;
  ArchiveFile& operator=(const ArchiveFile&) = delete;
  int number() const { return number_; }
  bool is_archive() const {
    std::array<char, 4> first{};
    if (number_ < 0 || ::pread(number_, first.data(), first.size(), 0) != static_cast<ssize_t>(first.size()))
      return false;
    const std::string_view begin(first.data(), first.size());
    return begin == kZipBegin || begin == kEmptyZipBegin;
  }

 private:
  int number_;
};

// By its name and how it is read; its bytes are looked at then.
bool may_be_archive(const ReadSettings& settings, const Source& source) {
  return source.seekable && source.memory == nullptr && source.format->unit() == Unit::kFile &&
         extractor_of(settings, source).empty();
}

Source refused_archive(const Source& archive, std::string why) {
  Source out = archive;
  out.refusal = std::move(why);
  return out;
}

// Appends what `archive` is to `out`.
Status open_archive(const ReadSettings& settings, const Source& archive, int file,
                    const std::shared_ptr<base::ScratchFile>& scratch, SourceList& out) {
  TEXTKIN_RETURN_IF_ERROR(check_confinement(settings));
  MemberReader members(settings.asked, archive, scratch);
  const Extraction& extraction = settings.asked.extraction;
  base::ChildLimits limits{.seconds = static_cast<double>(extraction.seconds), .input_file = file};
  limits.server = settings.extractor.get();
  limits.word = kArchive;
  limits.take_output = [&](std::string_view bytes) { return members.take(bytes); };
  TEXTKIN_ASSIGN_OR_RETURN(const base::ChildEnd end,
                           base::run_child(extractor_command(extraction, kArchive), {}, limits));
  TEXTKIN_ASSIGN_OR_RETURN(const base::File::Facts now, base::File::facts_of(archive.path));
  TEXTKIN_RETURN_IF_ERROR(check_unchanged(archive, now));
  if (members.is_document) {
    out.sources.push_back(archive);
    return {};
  }
  Refusal failure = how_it_failed(extraction, end);
  if (failure.ok() && !members.done) failure.what = std::string(kNotExtracted) + MemberReader::nonsense().message();
  const bool whole = members.done && failure.ok();
  // The one that was being told of has not come to its end.
  if (!whole && !members.sources.empty() && members.is_open()) members.sources.pop_back();
  out.hidden.count += members.hidden;
  const std::size_t first = out.sources.size();
  for (Source& source : members.sources) out.sources.push_back(std::move(source));
  TEXTKIN_RETURN_IF_ERROR(find_records(settings.asked, first, out));
  if (!whole) {
    out.sources.push_back(refused_archive(archive, std::move(failure.what)));
  } else if (members.sources.empty()) {
    out.sources.push_back(refused_archive(archive, std::string(kNotExtracted) + "it holds no file"));
  }
  return {};
}

}  // namespace

Status open_archives(const ReadSettings& settings, SourceList& list, std::uint32_t& second) {
  const Extraction& extraction = settings.asked.extraction;
  if (extraction.program.empty() || !extraction.archives) return {};
  SourceList out;
  out.hidden = std::move(list.hidden);
  out.links = std::move(list.links);
  out.special = std::move(list.special);
  out.told_by_bytes = std::move(list.told_by_bytes);
  out.left_out = std::move(list.left_out);
  const auto scratch = std::make_shared<base::ScratchFile>(settings.spool_directory);
  const std::uint32_t old_second = second;
  for (std::size_t i = 0; i < list.sources.size(); ++i) {
    if (i == old_second) second = static_cast<std::uint32_t>(out.sources.size());
    Source& source = list.sources[i];
    if (may_be_archive(settings, source)) {
      const ArchiveFile file(source.path);
      if (file.is_archive()) {
        TEXTKIN_RETURN_IF_ERROR(open_archive(settings, source, file.number(), scratch, out));
        continue;
      }
    }
    out.sources.push_back(std::move(source));
  }
  if (old_second >= list.sources.size()) second = static_cast<std::uint32_t>(out.sources.size());
  list = std::move(out);
  return {};
}

}  // namespace textkin::input
