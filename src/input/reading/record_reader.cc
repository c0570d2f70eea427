#include "input/reading/record_reader.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/file.h"
#include "input/formats/format.h"
#include "input/reading/record_parser.h"
#include "input/sources/spool.h"

namespace textkin::input {
namespace {

constexpr std::size_t kOpenFiles = 64;
// Where records are asked for in order, more than one is read at once, ever more up to kAhead. A gap up to kGap still
// counts as order: it costs less to read over it than to ask again.
constexpr std::size_t kAhead = 256u << 10;
constexpr std::size_t kGap = 16u << 10;

std::size_t line_end_size(std::string_view behind) {
  return behind.starts_with("\r\n") ? 2 : behind.starts_with('\n') ? 1 : 0;
}

// An open file of a source. `used` tells when it was asked for last.
struct OpenFile {
  std::uint32_t source;
  std::uint64_t used;
  base::File file;
};

}  // namespace

struct RecordReader::State {
  State(const ReadSettings& settings, const SourceList& sources, std::shared_ptr<const Spool> spool)
      : list(sources),
        extracts(!settings.asked.extraction.program.empty()),
        parser(settings, sources),
        spooled(std::move(spool)) {}

  Result<const base::File*> file(std::uint32_t number);
  Result<std::string_view> raw(const DocumentRecord& record);
  Result<std::string_view> raw_in_place(const DocumentRecord& record);
  Result<bool> append_neighbours(std::span<const DocumentRecord> run, base::RawBytes& out);
  std::uint32_t bytes_behind(const DocumentRecord& record) const;

  bool is_in_place(const DocumentRecord& record) const;

  const SourceList& list;
  const bool extracts;
  RecordParser parser;
  SpoolReader spooled;
  std::vector<OpenFile> files;
  std::uint64_t clock = 0;

  // What was read last: bytes of source `window_source` from `window_offset` on.
  std::vector<char> window;
  std::size_t window_size = 0;
  std::uint32_t window_source = 0;
  std::uint64_t window_offset = 0;
};

Result<const base::File*> RecordReader::State::file(std::uint32_t number) {
  ++clock;
  for (OpenFile& open : files) {
    if (open.source != number) continue;
    open.used = clock;
    return &open.file;
  }
  const Source& source = list.sources[number];
  TEXTKIN_ASSIGN_OR_RETURN(base::File file, base::File::open(source.path));
  TEXTKIN_ASSIGN_OR_RETURN(const base::File::Facts facts, file.facts());
  TEXTKIN_RETURN_IF_ERROR(check_unchanged(source, facts));
  if (files.size() < kOpenFiles) {
    files.push_back({number, clock, std::move(file)});
    return &files.back().file;
  }
  OpenFile& oldest =
      *std::min_element(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.used < b.used; });
  oldest = {number, clock, std::move(file)};
  return &oldest.file;
}

Result<std::string_view> RecordReader::State::raw_in_place(const DocumentRecord& record) {
  const std::uint64_t end = record.offset + record.length;
  const bool same_source = window_size > 0 && window_source == record.source;
  const std::uint64_t window_end = window_offset + window_size;
  if (!same_source || record.offset < window_offset || end > window_end) {
    TEXTKIN_ASSIGN_OR_RETURN(const base::File* const from, file(record.source));
    const bool in_order = same_source && record.offset >= window_offset && record.offset < window_end + kGap;
    const std::size_t size =
        std::max<std::size_t>(record.length, in_order ? std::min(2 * window_size + kGap, kAhead) : 0);
    if (window.size() < size) window.resize(size);
    window_size = 0;
    TEXTKIN_ASSIGN_OR_RETURN(const std::size_t got, from->read_at(record.offset, window.data(), size));
    if (got < record.length) return changed(list.sources[record.source]);
    window_size = got;
    window_source = record.source;
    window_offset = record.offset;
  }
  return std::string_view(window.data() + (record.offset - window_offset), record.length);
}

// Text that was extracted from a file lies in the spool, whatever the file is.
bool RecordReader::State::is_in_place(const DocumentRecord& record) const {
  const Source& source = list.sources[record.source];
  return source.seekable &&
         !(extracts && source.format->unit() == Unit::kFile && spooled.holds(record.source, record.offset));
}

Result<std::string_view> RecordReader::State::raw(const DocumentRecord& record) {
  if (record.length == 0) return std::string_view();
  if (const auto& memory = list.sources[record.source].memory; memory != nullptr) return memory->text(record.offset);
  if (is_in_place(record)) return raw_in_place(record);
  window_size = 0;
  TEXTKIN_RETURN_IF_ERROR(spooled.read(record.source, record.offset, record.length, window));
  return std::string_view(window.data(), record.length);
}

// How many of the two bytes behind a record its source holds: the place of a line end.
std::uint32_t RecordReader::State::bytes_behind(const DocumentRecord& record) const {
  const Source& source = list.sources[record.source];
  if (source.memory != nullptr) return 0;
  const std::uint64_t end = record.offset + record.length;
  if (source.seekable)
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(2, source.size - std::min(end, source.size)));
  if (!spooled.holds(record.source, end)) return 0;
  return spooled.holds(record.source, end + 1) ? 2 : 1;
}

// Reads the run at once, if its records are neighbours; false, and `out` is as it was, where something that is no line
// end may stand between two of them.
Result<bool> RecordReader::State::append_neighbours(std::span<const DocumentRecord> run, base::RawBytes& out) {
  const DocumentRecord& first = run.front();
  const DocumentRecord& last = run.back();
  if (!list.sources[first.source].seekable) return false;
  for (std::size_t i = 1; i < run.size(); ++i) {
    const std::uint64_t gap = run[i].offset - (run[i - 1].offset + run[i - 1].length);
    if (run[i].offset < run[i - 1].offset || gap == 0 || gap > 2) return false;
  }
  TEXTKIN_ASSIGN_OR_RETURN(const base::File* const from, file(first.source));
  const std::size_t before = out.size();
  const std::size_t length = last.offset + last.length - first.offset;
  const std::size_t size = length + bytes_behind(last);
  out.resize(before + size);
  TEXTKIN_ASSIGN_OR_RETURN(const std::size_t got, from->read_at(first.offset, out.data() + before, size));
  if (got < size) return changed(list.sources[first.source]);
  for (std::size_t i = 1; i < run.size(); ++i) {
    const std::size_t end = before + run[i - 1].offset + run[i - 1].length - first.offset;
    if (run[i].offset - run[i - 1].offset - run[i - 1].length == 2 && out[end] != '\r') {
      out.resize(before);
      return false;
    }
  }
  out.resize(before + length + line_end_size({out.data() + before + length, size - length}));
  return true;
}

RecordReader::RecordReader(const ReadSettings& settings, const SourceList& list, std::shared_ptr<const Spool> spool)
    : state_(std::make_unique<State>(settings, list, std::move(spool))) {}
RecordReader::~RecordReader() = default;

Result<std::string_view> RecordReader::raw(const DocumentRecord& record) { return state_->raw(record); }

Result<std::string_view> RecordReader::line(const DocumentRecord& record) {
  DocumentRecord longer = record;
  longer.length += state_->bytes_behind(record);
  TEXTKIN_ASSIGN_OR_RETURN(const std::string_view bytes, state_->raw(longer));
  return bytes.substr(0, record.length + line_end_size(bytes.substr(record.length)));
}

Status RecordReader::append_lines(std::span<const DocumentRecord> run, base::RawBytes& out) {
  if (run.empty()) return {};
  TEXTKIN_ASSIGN_OR_RETURN(const bool at_once, state_->append_neighbours(run, out));
  if (at_once) return {};
  for (const DocumentRecord& record : run) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::string_view bytes, line(record));
    out.insert(out.end(), bytes.begin(), bytes.end());
  }
  return {};
}

Result<std::string_view> RecordReader::text(const DocumentRecord& record) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::string_view bytes, state_->raw(record));
  return state_->parser.text(state_->list.sources[record.source], bytes);
}

}  // namespace textkin::input
