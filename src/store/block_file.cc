#include "store/block_file.h"

#include <algorithm>
#include <exception>
#include <tuple>
#include <vector>

#include "store/block_layout.h"

namespace textkin::store {
namespace {

constexpr std::size_t kPieceBytes = 1u << 20;

bool before(const Block& a, const Block& b) { return std::tie(a.kind, a.number) < std::tie(b.kind, b.number); }

// Of nothing it begins where what is behind it begins.
auto extent(const Block& block) { return std::tie(block.offset, block.size); }

std::string name_of(const Block& block) {
  return "block " + std::to_string(static_cast<std::uint32_t>(block.kind)) + "/" + std::to_string(block.number);
}

}  // namespace

Status BlockFile::damaged(std::string_view what) const {
  return Status(Code::kBadInput, path() + ": damaged: " + std::string(what) + "; " + advice_);
}

Status BlockFile::read_exactly(std::uint64_t offset, char* out, std::size_t size) const {
  TEXTKIN_ASSIGN_OR_RETURN(const std::size_t got, file_.read_at(offset, out, size));
  return got == size ? Status() : damaged("it became shorter while it was read");
}

Result<std::shared_ptr<const BlockFile>> BlockFile::open(const std::string& path, std::uint64_t run,
                                                         std::string advice) {
  TEXTKIN_ASSIGN_OR_RETURN(base::File file, base::File::open(path));
  const std::shared_ptr<BlockFile> opened(new BlockFile(std::move(file), std::move(advice)));
  TEXTKIN_ASSIGN_OR_RETURN(const base::File::Facts facts, opened->file_.facts());
  if (!facts.regular) return opened->damaged("it is no regular file");
  opened->bytes_ = facts.size;
  TEXTKIN_RETURN_IF_ERROR(opened->read_head(run));
  TEXTKIN_RETURN_IF_ERROR(opened->read_index());
  return std::shared_ptr<const BlockFile>(opened);
}

Status BlockFile::read_head(std::uint64_t run) const {
  BlockFileHead head;
  if (bytes_ < sizeof head) return damaged("it is cut short");
  TEXTKIN_RETURN_IF_ERROR(read_exactly(0, reinterpret_cast<char*>(&head), sizeof head));
  if (std::string_view(head.magic, sizeof head.magic) != kBlockFileMagic)
    return damaged("it does not begin as a file of a run begins");
  if (base::checksum(bytes_of(head, kHeadChecked)) != head.checksum)
    return damaged("the checksum of its head is wrong");
  if (head.version != kBlockFileVersion && head.version != 0)
    return Status(Code::kMismatch, path() + ": written by another version of textkin (format " +
                                       std::to_string(head.version) + ", this one reads " +
                                       std::to_string(kBlockFileVersion) + "); use that version, or " + advice_);
  if (head.version == 0 || head.zero != 0) return damaged("its head holds what no version writes");
  if (head.run != run)
    return Status(Code::kMismatch, path() + ": belongs to another run than the manifest beside it; " + advice_);
  return {};
}

Status BlockFile::read_index() {
  BlockFileTrailer trailer;
  if (bytes_ < sizeof(BlockFileHead) + sizeof trailer) return damaged("it is cut short");
  const std::uint64_t trailer_offset = bytes_ - sizeof trailer;
  TEXTKIN_RETURN_IF_ERROR(read_exactly(trailer_offset, reinterpret_cast<char*>(&trailer), sizeof trailer));
  if (std::string_view(trailer.magic, sizeof trailer.magic) != kBlockFileEndMagic)
    return damaged("it is cut short, or its end was overwritten");
  if (trailer.index_offset < sizeof(BlockFileHead) || trailer.index_offset > trailer_offset ||
      trailer.index_size != trailer_offset - trailer.index_offset || trailer.index_size % sizeof(Block) != 0 ||
      trailer.index_offset % kBlockAlignment != 0)
    return damaged("its index does not lie within it");
  if (trailer.index_size > kMostBlocks * sizeof(Block)) return damaged("its index has more blocks than any file");
  size_ = trailer.index_size / sizeof(Block);
  blocks_ = std::make_unique_for_overwrite<Block[]>(size_);
  char* const bytes = reinterpret_cast<char*>(blocks_.get());
  TEXTKIN_RETURN_IF_ERROR(read_exactly(trailer.index_offset, bytes, trailer.index_size));
  base::RunningChecksum checksum;
  checksum.add({bytes, trailer.index_size});
  checksum.add(bytes_of(trailer, kTrailerChecked));
  if (checksum.value() != trailer.checksum) return damaged("the checksum of its index is wrong");
  return check_extents(trailer.index_offset);
}

// Blocks stand one behind the other, so that none overlaps and nothing is hidden between them. In the order of the
// index they are some runs that ascend in the file, a kind each: these are gone through side by side, as they begin.
Status BlockFile::check_extents(std::uint64_t index_offset) const {
  struct Run {
    const Block* next;
    const Block* end;
  };
  std::vector<Run> runs;
  for (const Block& block : blocks()) {
    const bool is_first = &block == blocks_.get();
    if (!is_first && !before(*(&block - 1), block)) return damaged("its index names a block twice or out of order");
    if (is_first || extent(block) < extent(*(&block - 1)))
      runs.push_back({.next = &block, .end = &block + 1});
    else
      ++runs.back().end;
  }
  const auto later = [](const Run& a, const Run& b) { return extent(b.next[0]) < extent(a.next[0]); };
  std::ranges::make_heap(runs, later);
  std::uint64_t end = sizeof(BlockFileHead);
  while (!runs.empty()) {
    std::ranges::pop_heap(runs, later);
    Run& run = runs.back();
    do {
      end += block_padding(end);  // at most index_offset, which is a multiple too
      if (run.next->offset != end || run.next->size > index_offset - end)
        return damaged("its blocks overlap or leave gaps");
      end += run.next->size;
      ++run.next;
    } while (run.next != run.end && (runs.size() == 1 || !later(run, runs.front())));
    if (run.next == run.end)
      runs.pop_back();
    else
      std::ranges::push_heap(runs, later);
  }
  return end + block_padding(end) == index_offset ? Status() : damaged("its blocks overlap or leave gaps");
}

const Block* BlockFile::find(BlockKind kind, std::uint32_t number) const {
  const Block wanted{kind, number, 0, 0, 0};
  const Block* const end = blocks_.get() + size_;
  const Block* const at = std::lower_bound<const Block*>(blocks_.get(), end, wanted, before);
  return at != end && !before(wanted, *at) ? at : nullptr;
}

Status BlockFile::read(const Block& block, std::string& out) const {
  try {
    out.resize(block.size);
  } catch (const std::exception&) {  // bad_alloc or length_error
    return Status(Code::kExhausted, path() + ": " + name_of(block) + " is larger than memory; use a larger machine");
  }
  return read_to(block, out.data());
}

Status BlockFile::read_to(const Block& block, char* out) const {
  TEXTKIN_RETURN_IF_ERROR(read_exactly(block.offset, out, block.size));
  if (base::checksum({out, block.size}) == block.checksum) return {};
  return damaged("the checksum of " + name_of(block) + " is wrong");
}

Status BlockFile::read_at(const Block& block, std::uint64_t offset, char* out, std::size_t size) const {
  if (offset > block.size || size > block.size - offset) return damaged(name_of(block) + " is shorter than it says");
  return read_exactly(block.offset + offset, out, size);
}

Status BlockFile::verify() const {
  std::vector<char> piece(kPieceBytes);
  for (const Block& block : blocks()) {
    base::RunningChecksum checksum;
    for (std::uint64_t done = 0; done < block.size;) {
      const std::size_t size = static_cast<std::size_t>(std::min<std::uint64_t>(block.size - done, kPieceBytes));
      TEXTKIN_RETURN_IF_ERROR(read_exactly(block.offset + done, piece.data(), size));
      checksum.add({piece.data(), size});
      done += size;
    }
    if (checksum.value() != block.checksum) return damaged("the checksum of " + name_of(block) + " is wrong");
    const std::size_t padding = block_padding(block.offset + block.size);
    TEXTKIN_RETURN_IF_ERROR(read_exactly(block.offset + block.size, piece.data(), padding));
    if (std::any_of(piece.begin(), piece.begin() + padding, [](char byte) { return byte != 0; }))
      return damaged("there is something behind " + name_of(block));
  }
  return {};
}

}  // namespace textkin::store
