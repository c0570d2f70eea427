#include "input/reading/block_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/byte_count.h"
#include "base/checksum.h"
#include "input/blocks/byte_order_mark.h"
#include "input/blocks/refusal.h"
#include "input/formats/format.h"
#include "input/sources/extraction.h"
#include "input/sources/record_files.h"
#include "input/sources/source_reader.h"
#include "input/sources/spool.h"

namespace textkin::input {
namespace {

constexpr std::size_t kMostPieces = 1024;       // of small files in one block
constexpr std::size_t kFirstGuess = 64u << 10;  // of the size of a document that does not tell it

Status other_bytes(const Source& source, std::uint64_t bytes) {
  return Status(
      Code::kBadInput,
      fmt::format("{} is not what it was: its first {} bytes are others than this run has read; give the same "
                  "input again, or begin anew in another --run-dir",
                  name_of(source), bytes));
}

}  // namespace

struct BlockReader::State {
  State(const ReadSettings& read_settings, const SourceList& sources, const ReadPosition& from,
        std::shared_ptr<Spool> kept)
      : settings(read_settings),
        list(sources),
        spool(std::move(kept)),
        source_number(from.source),
        offset(from.offset),
        line(from.line),
        source_bytes(done_of_source()),
        input_bytes(from.input_bytes),
        begun_with(from.checksum) {
    settings.block_bytes = std::max<std::uint64_t>(settings.block_bytes, 1);
    settings.longest_record = std::min(settings.longest_record, kLongestRecord);
  }

  Result<std::unique_ptr<Block>> next();

 private:
  void open_source();
  void fill_records();
  void fill_document();
  std::uint64_t largest_document() const;
  void fill_rows();
  void skip_record(std::size_t have);
  void end_source(const Status& error);
  void settle();
  void advance(std::string_view bytes);
  std::size_t whole_lines(std::string_view bytes, std::uint64_t newlines) const;
  std::size_t read(std::size_t at, std::size_t size);
  char* room(std::size_t size);
  void add_piece(std::size_t begin, std::size_t size, std::uint64_t first_line);
  void refuse_at(std::uint64_t at_line, const Refusal& refusal);

  const Source& source() const { return list.sources[source_number]; }
  std::uint64_t done_of_source() const { return offset > 0 && !is_unpacked(source()) ? offset : 0; }
  // Of the bytes of the file that were read, those that the next block takes; of packed ones it is not known.
  std::uint64_t read_ahead() const { return input.has_value() && !is_unpacked(source()) ? carry.size() : 0; }
  bool something_waits() const { return !failure.ok() || !problems.empty(); }
  bool more_may_come() const {
    return !closed && !something_waits() && used < settings.block_bytes && block->pieces.size() < kMostPieces &&
           lines_left > 0 && source_number < list.sources.size();
  }

  ReadSettings settings;
  const SourceList& list;

 public:
  const std::shared_ptr<Spool> spool;

 private:
  std::uint64_t block_number = 0;

  // The block that is being filled: its first `used` bytes are in pieces, behind them is room.
  std::unique_ptr<Block> block;
  std::size_t used = 0;
  bool closed = false;  // what comes next does not fit
  std::uint64_t lines_left = 0;

  std::uint32_t source_number;
  std::uint64_t offset;               // in it: of the next byte that belongs to no piece
  std::uint64_t line;                 // number of the line there
  std::optional<SourceReader> input;  // of that source, while it is open
  std::string carry;                  // what was read from `offset` on
  std::uint64_t source_bytes;         // of its file that have been read,
  std::uint64_t input_bytes;          // and of all files
  std::uint64_t begun_with;           // checksum of what is before `offset` of the first source
  base::RunningChecksum checksum;     // of what is before `offset`, if wanted

  // What has gone wrong and waits until the pieces before it are out.
  Status failure;
  std::vector<Problem> problems;
  std::vector<FinishedSource> finished;
};

Result<std::unique_ptr<Block>> BlockReader::State::next() {
  block = std::make_unique<Block>();
  block->problems = std::exchange(problems, {});
  used = 0;
  closed = false;
  lines_left = std::max<std::uint64_t>(settings.block_bytes / kBytesALine, 1);
  const std::uint64_t counted = input_bytes - read_ahead();
  settle();
  while (more_may_come()) {
    const Unit unit = source().format->unit();
    if (unit == Unit::kRow) {
      fill_rows();
    } else if (!input.has_value()) {
      open_source();
    } else if (unit == Unit::kFile) {
      fill_document();
    } else {
      fill_records();
    }
    settle();
  }
  if (block->pieces.empty() && block->problems.empty() && block->finished.empty()) {
    if (!failure.ok()) return failure;
    return std::unique_ptr<Block>();
  }
  block->bytes.resize(used + Block::kPadding);
  std::fill(block->bytes.end() - Block::kPadding, block->bytes.end(), '\0');
  block->number = block_number++;
  block->input_bytes = input_bytes - read_ahead() - counted;
  block->spool = spool;
  return std::move(block);
}

void BlockReader::State::open_source() {
  if (settings.checksums) checksum = {};
  if (!source().refusal.empty()) {
    refuse_at(0, {.reason = "not-extracted", .what = source().refusal});
    return end_source({});
  }
  Result<SourceReader> opened =
      SourceReader::open(source(), offset, settings.checksums ? &checksum : nullptr, settings.windows);
  if (opened.ok() && offset > 0 && settings.checksums && checksum.value() != begun_with) {
    failure = other_bytes(source(), offset);
  } else if (opened.ok()) {
    input = std::move(*opened);
  } else if (offset > 0) {
    failure = opened.status();
  } else {
    end_source(opened.status());
  }
}

// Closes the source and says why it could not be read to its end, if so.
void BlockReader::State::end_source(const Status& error) {
  const Code code = error.code();
  if (code == Code::kIo || code == Code::kNotFound) {
    refuse_at(0, unreadable(source(), error));
  } else if (code != Code::kOk && failure.ok()) {
    failure = error;
  } else if (settings.checksums && code == Code::kOk && source().memory == nullptr) {
    finished.push_back({source_number, checksum.value()});
  }
  input.reset();
  carry.clear();
  ++source_number;
  offset = 0;
  line = 1;
  source_bytes = 0;
}

// What the block holds by now comes before here. A problem that waits for the next block is still ahead.
void BlockReader::State::settle() {
  if (something_waits()) return;
  block->after = {.source = source_number,
                  .offset = offset,
                  .line = line,
                  .input_bytes = input_bytes - source_bytes + done_of_source(),
                  .checksum = offset > 0 && settings.checksums ? checksum.value() : 0};
  block->finished.insert(block->finished.end(), finished.begin(), finished.end());
  finished.clear();
}

// The next bytes of the source, up to `offset`, are done.
void BlockReader::State::advance(std::string_view bytes) {
  offset += bytes.size();
  if (settings.checksums) checksum.add(bytes);
}

void BlockReader::State::refuse_at(std::uint64_t at_line, const Refusal& refusal) {
  std::vector<Problem>& place = block->pieces.empty() ? block->problems : problems;
  failure = refuse(settings.asked, source(), at_line, refusal, place);
}

// Where `size` bytes can be put behind the pieces.
char* BlockReader::State::room(std::size_t size) {
  if (block->bytes.size() < used + size + Block::kPadding) block->bytes.resize(used + size + Block::kPadding);
  return block->bytes.data() + used;
}

// Reads `size` bytes to `at` bytes behind the pieces; fewer only if the source has ended.
std::size_t BlockReader::State::read(std::size_t at, std::size_t size) {
  const std::size_t got = input->read(room(at + size) + at, size);
  input_bytes += input->packed_bytes() - source_bytes;
  source_bytes = input->packed_bytes();
  return got;
}

// How much of `bytes`, whole records, the block takes: all, or the whole records among as many lines as it may have.
std::size_t BlockReader::State::whole_lines(std::string_view bytes, std::uint64_t newlines) const {
  if (newlines <= lines_left) return bytes.size();
  std::size_t behind = 0;
  for (std::uint64_t i = 0; i < lines_left; ++i) behind = bytes.find('\n', behind) + 1;
  const std::size_t end = source().format->behind_last_record(bytes.substr(0, behind));
  return end > 0 ? end : bytes.size();
}

// The bytes from `begin` behind the pieces become one.
void BlockReader::State::add_piece(std::size_t begin, std::size_t size, std::uint64_t first_line) {
  block->pieces.push_back({source_number, offset, first_line, used + begin, size});
  advance({room(begin) + begin, size});
  used += begin + size;
}

void BlockReader::State::fill_records() {
  std::size_t wanted = std::max<std::size_t>(settings.block_bytes - used, kByteOrderMark.size());
  std::size_t have = carry.size();
  std::copy(carry.begin(), carry.end(), room(have));
  carry.clear();
  while (true) {
    if (have < wanted) have += read(have, wanted - have);
    const std::string_view bytes(room(0), have);
    const std::size_t mark = offset == 0 && bytes.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    // The last record needs no end, but what stands before an error may be half a record.
    const bool all_is_there = input->ended() && input->error().ok();
    const std::size_t end = all_is_there ? have : source().format->behind_last_record(bytes);
    if (end > mark) {
      const std::string_view records = bytes.substr(mark, end - mark);
      std::uint64_t newlines = base::count_byte(records, '\n');
      const std::size_t taken = whole_lines(records, newlines);
      if (taken < records.size()) newlines = base::count_byte(records.substr(0, taken), '\n');
      closed = taken < records.size();
      advance(bytes.substr(0, mark));
      carry.assign(bytes.substr(mark + taken));
      add_piece(mark, taken, line);
      line += newlines;
      lines_left -= std::min(lines_left, newlines);
      settle();
      if (closed) return;
    } else if (!input->ended()) {
      if (!block->pieces.empty()) {
        carry.assign(bytes);
        closed = true;
        return;
      }
      if (have > mark + settings.longest_record + source().format->bytes_before_end()) return skip_record(have);
      wanted = 2 * have;
      continue;
    } else {
      advance(bytes.substr(0, end));  // a byte order mark, or nothing
    }
    if (input->ended()) end_source(input->error());
    return;
  }
}

// Leaves out the record at the room, which is longer than one may be, and of which nothing has been found yet but its
// beginning.
void BlockReader::State::skip_record(std::size_t have) {
  const std::uint64_t first_line = line;
  std::uint64_t length = have;
  char last = '\0';
  const auto leave_out = [&](std::string_view bytes) {
    advance(bytes);
    line += base::count_byte(bytes, '\n');
    if (!bytes.empty()) last = bytes.back();
  };
  leave_out({room(have), have});
  while (!input->ended()) {
    const std::size_t got = read(0, kFirstGuess);
    const std::string_view bytes(room(0), got);
    const RecordEnd end = source().format->find_record_end(bytes, last);
    length += std::min(got, end.record);
    leave_out(bytes.substr(0, end.behind));
    if (end.record == std::string_view::npos) continue;
    carry.assign(bytes.substr(end.behind));
    break;
  }
  // How long it is nobody knows where unpacking it took too much memory itself.
  if (input->error().code() == Code::kExhausted) {
    failure = input->error();
  } else {
    refuse_at(first_line, too_long(settings, length));
  }
}

void BlockReader::State::fill_document() {
  const std::uint64_t expected = source().seekable ? source().size : kFirstGuess;
  // Extraction takes far longer than reading: a block each, so that it goes on in parallel.
  const bool alone = !extractor_of(settings, source()).empty();
  if (!block->pieces.empty() && (alone || used + expected > settings.block_bytes)) {
    closed = true;
    return;
  }
  // One byte more than expected shows the end without another call for the room.
  std::size_t wanted = std::min(expected, settings.longest_record) + 1;
  std::size_t have = 0;
  while (true) {
    have += read(have, wanted - have);
    if (input->ended() || have > settings.longest_record) break;
    wanted = std::min(2 * wanted, settings.longest_record + 1);
  }
  const bool whole = input->ended() && input->error().ok();
  if (input->error().ok()) {
    const InputSpec& spec = source().of_other_side ? settings.asked_of_other_side : settings.asked;
    failure = check_stream(spec, source(), {room(have), have}, whole);
    if (!failure.ok()) return;
  }
  if (whole && have <= settings.longest_record) {
    add_piece(0, have, 0);
    --lines_left;
  } else {
    // Damage behind the limit is damage all the same.
    const bool to_the_end = is_unpacked(source()) || settings.checksums;
    std::uint64_t length = have;
    advance({room(have), have});
    while (to_the_end && !input->ended()) {
      const std::size_t got = read(0, kFirstGuess);
      advance({room(got), got});
      length += got;
    }
    if (input->error().ok()) refuse_at(0, too_long(settings, std::max(length, source().size), largest_document()));
  }
  closed = alone;
  end_source(input->error());
}

// Of the files that are one each and whose bytes stand as they are: so that whoever has ten, each larger than the one
// before, is told once.
std::uint64_t BlockReader::State::largest_document() const {
  std::uint64_t largest = 0;
  for (const Source& file : list.sources)
    if (file.format->unit() == Unit::kFile && !is_unpacked(file) && extractor_of(settings, file).empty())
      largest = std::max(largest, file.size);
  return largest;
}

// As many rows as a block of bytes would hold. Their texts stay where they are.
void BlockReader::State::fill_rows() {
  const MemorySource& rows = *source().memory;
  const std::uint64_t first = offset;
  std::uint64_t bytes = 0;
  std::uint64_t room_for = 0;
  for (; offset < rows.rows() && room_for < settings.block_bytes; ++offset) {
    bytes += rows.text(offset).size();
    room_for += std::max<std::uint64_t>(rows.text(offset).size(), kBytesALine);
  }
  if (offset > first) block->pieces.push_back({source_number, first, first + 1, 0, offset - first});
  input_bytes += bytes;
  if (offset == rows.rows()) {
    end_source({});
  } else {
    closed = true;
  }
}

BlockReader::BlockReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
BlockReader::~BlockReader() = default;

Result<std::unique_ptr<BlockReader>> BlockReader::open(const ReadSettings& settings, const SourceList& list,
                                                       const ReadPosition& from, std::shared_ptr<Spool> spool) {
  const std::size_t sources = list.sources.size();
  const bool within = from.source < sources;
  if (from.source > sources ||
      (from.offset > 0 && (!within || list.sources[from.source].format->unit() == Unit::kFile)))
    return Status(Code::kInvalidArgument, "the place where reading should go on is none of these inputs");
  if (spool == nullptr) spool = std::make_shared<Spool>(settings.spool_directory);
  return std::unique_ptr<BlockReader>(new BlockReader(std::make_unique<State>(settings, list, from, std::move(spool))));
}

Result<std::unique_ptr<Block>> BlockReader::next() { return state_->next(); }

std::shared_ptr<const Spool> BlockReader::spool() const { return state_->spool; }

}  // namespace textkin::input
