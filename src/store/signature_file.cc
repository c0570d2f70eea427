#include "store/signature_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/checksum.h"
#include "store/signature_meta.h"

namespace textkin::store {
namespace {

constexpr std::uint64_t kStretchBytes = 1u << 20;
constexpr std::uint64_t kMostStretchRows = 4096;
constexpr const char* kAdvice = "take a copy of it, or make it again with textkin signatures create";

// Whatever else a file may be, a run's too: the first 24 bytes of ours are known.
Status check_is_ours(const std::string& path) {
  TEXTKIN_ASSIGN_OR_RETURN(const base::File file, base::File::open(path));
  TEXTKIN_ASSIGN_OR_RETURN(const base::File::Facts facts, file.facts());
  char head[24] = {};
  std::size_t got = 0;
  if (facts.regular) {
    TEXTKIN_ASSIGN_OR_RETURN(got, file.read_at(0, head, sizeof head));
  }
  std::uint64_t run = 0;
  std::memcpy(&run, head + 16, sizeof run);
  if (got == sizeof head && std::string_view(head, 8) == "tkblocks" && run == kSignatureRun) return {};
  return Status(Code::kBadInput, path + " is no file of signatures; make one with textkin signatures create");
}

}  // namespace

std::uint32_t rows_of_a_stretch(std::uint32_t words) {
  return static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(kStretchBytes / (std::uint64_t{words} * sizeof(Cell)), 1, kMostStretchRows));
}

Result<std::shared_ptr<const SignatureFile>> SignatureFile::open(const std::string& path) {
  TEXTKIN_RETURN_IF_ERROR(check_is_ours(path));
  std::shared_ptr<SignatureFile> opened(new SignatureFile());
  TEXTKIN_ASSIGN_OR_RETURN(opened->file_, BlockFile::open(path, kSignatureRun, kAdvice));
  TEXTKIN_RETURN_IF_ERROR(opened->read_meta());
  TEXTKIN_RETURN_IF_ERROR(opened->check_shapes());
  return std::shared_ptr<const SignatureFile>(std::move(opened));
}

Status SignatureFile::read_meta() {
  const Block* const meta = file_->find(BlockKind::kMeta, 0);
  if (meta == nullptr) return damaged("it does not say how it was made");
  std::string text;
  TEXTKIN_RETURN_IF_ERROR(file_->read(*meta, text));
  std::uint64_t version = 0;
  if (!parse_signature_meta(text, spec_, rows_, version)) {
    if (version > kSignatureVersion)
      return Status(Code::kMismatch,
                    fmt::format("{}: written by a newer textkin (format {}, this one reads {}); use that version",
                                path(), version, kSignatureVersion));
    return damaged("it does not say how it was made");
  }
  const Block* const list = file_->find(BlockKind::kStopList, 0);
  return list == nullptr ? Status() : file_->read(*list, spec_.stop_list);
}

std::uint32_t SignatureFile::stretches() const {
  const std::uint32_t rows = rows_of_a_stretch(spec_.words);
  return rows_ / rows + (rows_ % rows != 0);
}

DocId SignatureFile::rows_in(std::uint32_t stretch) const {
  return std::min<DocId>(rows_of_a_stretch(spec_.words), rows_ - first_row(stretch));
}

Status SignatureFile::check_shapes() const {
  const std::uint32_t count = stretches();
  for (std::uint32_t stretch = 0; stretch < count; ++stretch) {
    const std::uint64_t rows = rows_in(stretch);
    const Block* const cells = file_->find(BlockKind::kKeptRows, stretch);
    const Block* const sizes = file_->find(BlockKind::kSizes, stretch);
    const Block* const ids = file_->find(BlockKind::kIds, stretch);
    if (cells == nullptr || sizes == nullptr || ids == nullptr || cells->size != rows * spec_.words * sizeof(Cell) ||
        sizes->size != rows * sizeof(std::uint32_t) || !may_be_string_column(*ids, static_cast<DocId>(rows)))
      return damaged("it does not have the rows that it says");
  }
  for (const BlockKind kind : {BlockKind::kKeptRows, BlockKind::kSizes, BlockKind::kIds})
    if (file_->find(kind, count) != nullptr) return damaged("it has more rows than it says");
  return {};
}

Status SignatureFile::read(std::uint32_t stretch, SignatureBlock& out) const {
  const std::size_t rows = rows_in(stretch);
  out.words = spec_.words;
  out.cells.resize(rows * spec_.words);
  out.sizes.resize(rows);
  const auto fill = [&](BlockKind kind, auto& column) -> Status {
    const Block& block = *file_->find(kind, stretch);
    char* const bytes = reinterpret_cast<char*>(column.data());
    TEXTKIN_RETURN_IF_ERROR(file_->read_at(block, 0, bytes, block.size));
    if (base::checksum({bytes, block.size}) == block.checksum) return {};
    return damaged(fmt::format("the checksum of rows {} to {} is wrong", first_row(stretch) + 1,
                               first_row(stretch) + static_cast<DocId>(rows)));
  };
  TEXTKIN_RETURN_IF_ERROR(fill(BlockKind::kKeptRows, out.cells));
  return fill(BlockKind::kSizes, out.sizes);
}

Status SignatureFile::read_again(DocId row, SignatureBlock& out) const {
  const std::uint32_t stretch = row / rows_of_a_stretch(spec_.words);
  const std::uint64_t at = row - first_row(stretch);
  out.words = spec_.words;
  out.cells.resize(spec_.words);
  out.sizes.resize(1);
  const std::size_t bytes = spec_.words * sizeof(Cell);
  TEXTKIN_RETURN_IF_ERROR(file_->read_at(*file_->find(BlockKind::kKeptRows, stretch), at * bytes,
                                         reinterpret_cast<char*>(out.cells.data()), bytes));
  return file_->read_at(*file_->find(BlockKind::kSizes, stretch), at * sizeof out.sizes[0],
                        reinterpret_cast<char*>(out.sizes.data()), sizeof out.sizes[0]);
}

Status SignatureFile::verify() const {
  for (std::uint32_t stretch = 0; stretch < stretches(); ++stretch)
    TEXTKIN_RETURN_IF_ERROR(
        read_string_column(*file_, *file_->find(BlockKind::kIds, stretch), rows_in(stretch), nullptr));
  return file_->verify();
}

Status SignatureIds::read(DocId row, std::string_view& out) {
  const std::uint32_t stretch = row / rows_of_a_stretch(file_->spec_.words);
  const Block& block = *file_->file_->find(BlockKind::kIds, stretch);
  return reader_.read(*file_->file_, block, file_->rows_in(stretch), row - file_->first_row(stretch), out);
}

}  // namespace textkin::store
