#include "store/block_file_writer.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "base/output_file.h"
#include "base/sync_folder.h"
#include "store/block_layout.h"

namespace textkin::store {

struct BlockFileWriter::State {
  std::unique_ptr<base::OutputFile> file;
  std::vector<Block> blocks;
  std::uint64_t written = 0;
  bool durable = true;

  Status write(std::string_view bytes) {
    TEXTKIN_RETURN_IF_ERROR(file->write(bytes));
    written += bytes.size();
    return {};
  }
  Status align() { return write(std::string_view("\0\0\0\0\0\0\0", block_padding(written))); }
};

BlockFileWriter::BlockFileWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
BlockFileWriter::~BlockFileWriter() = default;

Result<std::unique_ptr<BlockFileWriter>> BlockFileWriter::begin(std::unique_ptr<State> state, std::uint64_t run) {
  BlockFileHead head{.magic = {}, .version = kBlockFileVersion, .zero = 0, .run = run, .checksum = 0};
  kBlockFileMagic.copy(head.magic, sizeof head.magic);
  head.checksum = base::checksum(bytes_of(head, kHeadChecked));
  TEXTKIN_RETURN_IF_ERROR(state->write(bytes_of(head)));
  return std::unique_ptr<BlockFileWriter>(new BlockFileWriter(std::move(state)));
}

Result<std::unique_ptr<BlockFileWriter>> BlockFileWriter::create(const std::string& path, std::uint64_t run,
                                                                 bool durable) {
  auto state = std::make_unique<State>();
  state->durable = durable;
  TEXTKIN_ASSIGN_OR_RETURN(state->file,
                           durable ? base::OutputFile::create_private(path) : base::OutputFile::create_scratch(path));
  return begin(std::move(state), run);
}

Result<std::unique_ptr<BlockFileWriter>> BlockFileWriter::create_output(const std::string& path, std::uint64_t run) {
  auto state = std::make_unique<State>();
  TEXTKIN_ASSIGN_OR_RETURN(state->file, base::OutputFile::create(path, base::Packing::kNone));
  return begin(std::move(state), run);
}

Status BlockFileWriter::append(BlockKind kind, std::uint32_t number, std::string_view bytes) {
  return append(kind, number, std::span(&bytes, 1));
}

Status BlockFileWriter::append(BlockKind kind, std::uint32_t number, std::span<const std::string_view> pieces) {
  if (state_->blocks.size() == kMostBlocks)
    return Status(Code::kExhausted, state_->file->path() + ": more blocks than a file may have; give more --memory");
  TEXTKIN_RETURN_IF_ERROR(state_->align());
  const std::uint64_t offset = state_->written;
  base::RunningChecksum checksum;
  for (const std::string_view piece : pieces) {
    checksum.add(piece);
    TEXTKIN_RETURN_IF_ERROR(state_->write(piece));
  }
  state_->blocks.push_back({kind, number, offset, state_->written - offset, checksum.value()});
  return {};
}

Status BlockFileWriter::commit() {
  State& state = *state_;
  TEXTKIN_RETURN_IF_ERROR(state.align());
  const auto name = [](const Block& block) { return std::tuple(block.kind, block.number); };
  std::sort(state.blocks.begin(), state.blocks.end(),
            [&](const Block& a, const Block& b) { return name(a) < name(b); });
  const auto repeat = std::adjacent_find(state.blocks.begin(), state.blocks.end(),
                                         [&](const Block& a, const Block& b) { return name(a) == name(b); });
  if (repeat != state.blocks.end())
    return Status(Code::kInvalidArgument, state.file->path() + ": block " +
                                              std::to_string(static_cast<std::uint32_t>(repeat->kind)) + "/" +
                                              std::to_string(repeat->number) + " was appended twice");

  BlockFileTrailer trailer{
      .index_offset = state.written, .index_size = state.blocks.size() * sizeof(Block), .checksum = 0, .magic = {}};
  kBlockFileEndMagic.copy(trailer.magic, sizeof trailer.magic);
  std::string index(reinterpret_cast<const char*>(state.blocks.data()), trailer.index_size);
  index.append(bytes_of(trailer, kTrailerChecked));
  trailer.checksum = base::checksum(index);
  index.append(bytes_of(trailer).substr(kTrailerChecked));
  TEXTKIN_RETURN_IF_ERROR(state.write(index));
  TEXTKIN_RETURN_IF_ERROR(state.file->commit());
  return state.durable ? base::sync_folder_of(state.file->path()) : Status();
}

std::uint64_t BlockFileWriter::bytes() const { return state_->written; }

}  // namespace textkin::store
