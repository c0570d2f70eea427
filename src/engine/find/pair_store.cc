#include "engine/find/pair_store.h"

#include <fmt/format.h>

#include <cstring>
#include <string_view>

namespace textkin::engine::find {

PairStore::PairStore(std::string directory, std::uint64_t memory)
    : scratch_(std::make_unique<base::ScratchFile>(std::move(directory))), room_(memory) {}

Status PairStore::append(std::vector<VerifiedPair> chunk) {
  if (chunk.empty()) return {};
  Chunk added;
  added.count = chunk.size();
  const std::uint64_t bytes = chunk.size() * sizeof(VerifiedPair);
  if (bytes <= room_) {
    room_ -= bytes;
    chunk.shrink_to_fit();
    added.held = std::move(chunk);
  } else {
    TEXTKIN_ASSIGN_OR_RETURN(
        added.extent, scratch_->append({reinterpret_cast<const char*>(chunk.data()), static_cast<std::size_t>(bytes)}));
  }
  size_ += added.count;
  chunks_.push_back(std::move(added));
  return {};
}

Status PairStore::append(std::shared_ptr<const store::BlockFile> file) {
  const store::Block* block = file->find(store::BlockKind::kPairs, 0);
  if (block == nullptr || block->size % sizeof(VerifiedPair) != 0)
    return Status(Code::kBadInput,
                  fmt::format("{}: damaged: it holds no pairs; remove the run directory and run again", file->path()));
  Chunk added;
  added.count = block->size / sizeof(VerifiedPair);
  added.file = std::move(file);
  size_ += added.count;
  chunks_.push_back(std::move(added));
  return {};
}

Result<std::span<const VerifiedPair>> PairStore::read(std::size_t number, std::vector<VerifiedPair>& scratch) const {
  const Chunk& chunk = chunks_[number];
  if (!chunk.held.empty()) return std::span<const VerifiedPair>(chunk.held);
  scratch.resize(chunk.count);
  if (chunk.file == nullptr) {
    TEXTKIN_RETURN_IF_ERROR(scratch_->read(chunk.extent, reinterpret_cast<char*>(scratch.data())));
  } else {
    std::string bytes;
    TEXTKIN_RETURN_IF_ERROR(chunk.file->read(*chunk.file->find(store::BlockKind::kPairs, 0), bytes));
    std::memcpy(scratch.data(), bytes.data(), bytes.size());
  }
  return std::span<const VerifiedPair>(scratch);
}

}  // namespace textkin::engine::find
