#include "input/reading/record_reader.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/checksum.h"
#include "base/file.h"
#include "input/formats/format.h"
#include "input/reading/record_parser.h"
#include "input/sources/spool.h"

namespace textkin::input {
namespace {

constexpr std::size_t kOpenFiles = 64;
// Where records are asked for in order, more than one is read at once, ever more up to kAhead. A gap still counts as
// order where it costs less to read over it than to ask again: up to kGap, or to kGapHeld of a file that the system has
// in memory.
constexpr std::size_t kAhead = 256u << 10;
constexpr std::size_t kGap = 16u << 10;
constexpr std::size_t kGapHeld = 2u << 10;

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
  Result<std::string_view> raw(const DocumentRecord& record, std::uint32_t behind = 0);
  Result<std::string_view> raw_in_place(const DocumentRecord& record, std::uint32_t behind);
  Result<std::optional<std::string_view>> raw_held(const DocumentRecord& record);
  bool is_in_window(const DocumentRecord& record, std::size_t length) const;
  char* emptied_window(std::size_t size);
  void set_window(const DocumentRecord& record, std::size_t size);
  Result<bool> bring_held(const DocumentRecord& record, std::size_t length);
  Status bring(const DocumentRecord& record, std::size_t length, std::size_t size);
  Result<std::string_view> checked_in_window(const DocumentRecord& record, std::size_t length) const;
  Status check(const DocumentRecord& record, std::string_view bytes) const;
  Result<bool> append_neighbours(std::span<const DocumentRecord> run, base::RawBytes& out);
  std::uint32_t bytes_behind(const DocumentRecord& record) const;

  bool is_in_place(const DocumentRecord& record) const;

  const SourceList& list;
  const bool extracts;
  RecordParser parser;
  SpoolReader spooled;
  std::vector<OpenFile> files;
  std::uint64_t clock = 0;
  std::string stored_text;

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

Status RecordReader::State::check(const DocumentRecord& record, std::string_view bytes) const {
  if (base::checksum(bytes) == record.checksum) return {};
  return changed_unseen(list.sources[record.source], record.line);
}

// Whether the window has `length` bytes from the record's begin on.
bool RecordReader::State::is_in_window(const DocumentRecord& record, std::size_t length) const {
  return window_size > 0 && window_source == record.source && record.offset >= window_offset &&
         record.offset + length <= window_offset + window_size;
}

// Room for `size` bytes of a window that holds nothing yet.
char* RecordReader::State::emptied_window(std::size_t size) {
  if (window.size() < size) window.resize(size);
  window_size = 0;
  return window.data();
}

void RecordReader::State::set_window(const DocumentRecord& record, std::size_t size) {
  window_size = size;
  window_source = record.source;
  window_offset = record.offset;
}

// Reads the record and `length - record.length` bytes behind it into the window, where the system has them in memory.
Result<bool> RecordReader::State::bring_held(const DocumentRecord& record, std::size_t length) {
  TEXTKIN_ASSIGN_OR_RETURN(const base::File* const from, file(record.source));
  if (!from->read_held(record.offset, emptied_window(length), length)) return false;
  set_window(record, length);
  return true;
}

// With so many bytes behind the record, which are not checked.
Result<std::string_view> RecordReader::State::raw_in_place(const DocumentRecord& record, std::uint32_t behind) {
  const std::size_t length = record.length + behind;
  if (!is_in_window(record, length)) {
    const bool same_source = window_size > 0 && window_source == record.source;
    const std::uint64_t window_end = window_offset + window_size;
    const auto within = [&](std::size_t gap) {
      return same_source && record.offset >= window_offset && record.offset < window_end + gap;
    };
    const auto ahead = [&](std::size_t more) { return std::max(length, std::min(2 * window_size + more, kAhead)); };
    const std::size_t near = within(kGapHeld) ? ahead(0) : 0;
    const std::size_t size = near > 0 ? near : within(kGap) ? ahead(kGap) : length;
    bool is_brought = false;
    if (near == 0) {
      TEXTKIN_ASSIGN_OR_RETURN(is_brought, bring_held(record, length));
    }
    if (!is_brought) TEXTKIN_RETURN_IF_ERROR(bring(record, length, size));
  }
  return checked_in_window(record, length);
}

// Reads `size` bytes from the record's begin on, or what there is of them, but `length` at least.
Status RecordReader::State::bring(const DocumentRecord& record, std::size_t length, std::size_t size) {
  TEXTKIN_ASSIGN_OR_RETURN(const base::File* const from, file(record.source));
  TEXTKIN_ASSIGN_OR_RETURN(const std::size_t got, from->read_at(record.offset, emptied_window(size), size));
  if (got < length) return changed(list.sources[record.source]);
  set_window(record, got);
  return {};
}

Result<std::string_view> RecordReader::State::checked_in_window(const DocumentRecord& record,
                                                                std::size_t length) const {
  const std::string_view bytes(window.data() + (record.offset - window_offset), length);
  TEXTKIN_RETURN_IF_ERROR(check(record, bytes.substr(0, record.length)));
  return bytes;
}

// Text that was extracted from a file lies in the spool, whatever the file is.
bool RecordReader::State::is_in_place(const DocumentRecord& record) const {
  const Source& source = list.sources[record.source];
  return source.seekable &&
         !(extracts && source.format->unit() == Unit::kFile && spooled.holds(record.source, record.offset));
}

Result<std::string_view> RecordReader::State::raw(const DocumentRecord& record, std::uint32_t behind) {
  if (record.length + behind == 0) return std::string_view();
  const Source& source = list.sources[record.source];
  if (source.memory != nullptr) return source.memory->text(record.offset);
  if (source.stored != nullptr) {
    TEXTKIN_RETURN_IF_ERROR(source.stored->read(record.offset, stored_text));
    return std::string_view(stored_text);
  }
  if (is_in_place(record)) return raw_in_place(record, behind);
  window_size = 0;
  const std::size_t length = record.length + behind;
  TEXTKIN_RETURN_IF_ERROR(spooled.read(record.source, record.offset, length, window));
  return std::string_view(window.data(), length);
}

Result<std::optional<std::string_view>> RecordReader::State::raw_held(const DocumentRecord& record) {
  const Source& source = list.sources[record.source];
  if (source.memory != nullptr) return std::optional(source.memory->text(record.offset));
  if (source.stored != nullptr || record.length == 0 || !is_in_place(record)) return std::optional<std::string_view>();
  if (!is_in_window(record, record.length)) {
    TEXTKIN_ASSIGN_OR_RETURN(const bool is_brought, bring_held(record, record.length));
    if (!is_brought) return std::optional<std::string_view>();
  }
  TEXTKIN_ASSIGN_OR_RETURN(const std::string_view bytes, checked_in_window(record, record.length));
  return std::optional(bytes);
}

// How many of the two bytes behind a record its source holds: the place of a line end.
std::uint32_t RecordReader::State::bytes_behind(const DocumentRecord& record) const {
  const Source& source = list.sources[record.source];
  if (source.memory != nullptr || source.stored != nullptr) return 0;
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
  const char* const bytes = out.data() + before;
  for (std::size_t i = 0; i < run.size(); ++i) {
    const std::size_t begin = run[i].offset - first.offset;
    TEXTKIN_RETURN_IF_ERROR(check(run[i], {bytes + begin, run[i].length}));
    if (i + 1 == run.size()) break;
    const std::size_t end = begin + run[i].length;
    const std::string_view gap(bytes + end, run[i + 1].offset - first.offset - end);
    if (line_end_size(gap) == gap.size()) continue;
    if (gap.size() == 1) return changed_unseen(list.sources[first.source], run[i].line);
    out.resize(before);
    return false;
  }
  out.resize(before + length + line_end_size({out.data() + before + length, size - length}));
  return true;
}

RecordReader::RecordReader(const ReadSettings& settings, const SourceList& list, std::shared_ptr<const Spool> spool)
    : state_(std::make_unique<State>(settings, list, std::move(spool))) {}
RecordReader::~RecordReader() = default;

Result<std::string_view> RecordReader::raw(const DocumentRecord& record) { return state_->raw(record); }

Result<std::string_view> RecordReader::line(const DocumentRecord& record) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::string_view bytes, state_->raw(record, state_->bytes_behind(record)));
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
  if (state_->list.sources[record.source].stored != nullptr) return bytes;
  return state_->parser.text(state_->list.sources[record.source], bytes);
}

Result<std::optional<std::string_view>> RecordReader::text_held(const DocumentRecord& record) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::optional<std::string_view> bytes, state_->raw_held(record));
  if (!bytes) return bytes;
  TEXTKIN_ASSIGN_OR_RETURN(const std::string_view text,
                           state_->parser.text(state_->list.sources[record.source], *bytes));
  return std::optional(text);
}

Status RecordReader::append_cut(const DocumentRecord& record, std::span<const CharacterSpan> cuts, std::string& out) {
  const Source& source = state_->list.sources[record.source];
  const bool lines = source.format->unit() == Unit::kRecord;
  TEXTKIN_ASSIGN_OR_RETURN(const std::string_view bytes, state_->raw(record, lines ? state_->bytes_behind(record) : 0));
  if (source.memory != nullptr) return state_->parser.append_cut(source, bytes, cuts, out);
  TEXTKIN_RETURN_IF_ERROR(state_->parser.append_cut(source, bytes.substr(0, record.length), cuts, out));
  const std::string_view behind = bytes.substr(record.length);
  out += behind.substr(0, line_end_size(behind));
  return {};
}

}  // namespace textkin::input
